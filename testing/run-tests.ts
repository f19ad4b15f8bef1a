import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { createVitest, parseCLI } from 'vitest/node';
import ClosingLine from './closing-line.ts';
import { findStage, listSecurityTestFiles, listTestFiles } from './stages.ts';

/** Free memory that the run needs: several times what all tests write. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * `npm test`: all tests, or those of the files that the arguments name, as for `vitest run`. A first argument `unit`
 * or `security` chooses among the files: those of the first stage, or those with attacks. `--watch` runs the tests of a
 * file again when it, or what it imports, is saved.
 */
const suites: Record<string, () => string[]> = {
  unit: () => listTestFiles().filter((file) => findStage(file) === 'quick'),
  security: listSecurityTestFiles,
};
const [suite = '', ...rest] = process.argv.slice(2);
const suiteFiles = suites[suite]?.();
const { filter, options } = parseCLI(['vitest', ...(suiteFiles ? rest : process.argv.slice(2))]);
// The type of the options lacks `--reporter`, which would otherwise take the place of the closing line, too.
const { reporter = ['default'], ...vitestOptions } = options as typeof options & { reporter?: string[] };
const isWatching = options.watch === true;

/** Full paths of the suite's files that the arguments match, or the arguments themselves. */
const files = suiteFiles
  ? suiteFiles
      .filter((file) => filter.length === 0 || filter.some((pattern) => file.includes(pattern)))
      .map((file) => path.resolve(import.meta.dirname, '..', file))
  : filter;
if (suiteFiles && files.length === 0) {
  console.error(`No test file of the suite "${suite}" matches: ${filter.join(' ')}`);
  process.exit(1);
}

// Hundreds of processes load the same modules: the second one takes them compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../.cache/code');
const folder = findFolderInMemory();
if (folder !== undefined) {
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const closingLine = new ClosingLine();
const vitest = await createVitest('test', {
  // Node reads TypeScript itself. Vite would bundle the configuration with all that it imports, once for each project.
  configLoader: 'native',
  ...vitestOptions,
  watch: isWatching,
  reporters: [...reporter, closingLine],
});
try {
  if (suiteFiles && files.length === 0)
    throw new Error(`No test file of this suite matches ${filter.join(' ')}.`);
  await vitest.start(files);
} finally {
  if (!isWatching) {
    await vitest.close();
    process.exitCode = closingLine.failed > 0 ? 1 : 0;
  }
}

/**
 * Stores wait for the disk with each write. Tests make hundreds of them and throw them away, so they are in memory where
 * a Linux machine has room for them and lets programs run there.
 */
function findFolderInMemory(): string | undefined {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const mountOptions = mounts.findLast(([, place]) => place === '/dev/shm')?.[3]?.split(',');
  if (mountOptions === undefined || mountOptions.includes('ro') || mountOptions.includes('noexec'))
    return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  if (bavail * bsize < ROOM_BYTES || process.availableMemory() < ROOM_BYTES) return undefined;
  const temporary = mkdtempSync('/dev/shm/tests-');
  // PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(temporary, 0o711);
  return temporary;
}
