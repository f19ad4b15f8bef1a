import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createVitest, parseCLI, type TestModule } from 'vitest/node';
import ClosingLine from './closing-line.ts';
import { isBrowser } from './needed-program.ts';

/** Of memory that is free: several times what all tests write. */
const ROOM_BYTES = 8 * 1024 ** 3;
/** With more failures than these it is not a race that was lost. */
const MOST_FILES_AGAIN = 3;

/**
 * `npm test`: all tests, or those of the files that the arguments name as for `vitest run`. A file that drives a browser
 * may lose a race against a busy machine: when it failed, it runs a second time, as a whole, since its tests build on
 * one another. The end of the run names what passed only then.
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const folder = folderInMemory();
if (folder !== undefined) process.env.TMPDIR = folder;
const closingLine = new ClosingLine();
const vitest = await createVitest('test', { ...options, watch: false, reporters: ['default', closingLine] });
try {
  const { testModules, unhandledErrors } = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  const isFew = failed.length > 0 && failed.length <= MOST_FILES_AGAIN;
  if (isFew && unhandledErrors.length === 0 && failed.every(drivesBrowser)) {
    await vitest.runTestFiles(failed.map(({ moduleId }) => moduleId));
  }
} finally {
  await vitest.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exitCode = closingLine.failed > 0 ? 1 : 0;
}

function drivesBrowser({ children }: TestModule): boolean {
  return [...children.allTests()].some(({ tags }) => tags.some(isBrowser));
}

/**
 * Stores wait for the disk with each write. Tests make hundreds of them and throw them away, so they lie in memory where
 * a Linux machine has room for them and lets programs run there.
 */
function folderInMemory(): string | undefined {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounts.findLast(([, place]) => place === '/dev/shm')?.[3]?.split(',');
  if (options === undefined || options.includes('ro') || options.includes('noexec')) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  if (bavail * bsize < ROOM_BYTES || process.availableMemory() < ROOM_BYTES) return undefined;
  const folder = mkdtempSync('/dev/shm/tests-');
  // PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o711);
  return folder;
}
