import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ImportGraph } from '../../src/build/cache/import-graph.ts';
import { createProgramTags } from '../../testing/needed-program.ts';
import { projectDir } from '../../testing/running-site.ts';

/** Runs one of the project's tools. It is expected to report no problems. */
function run(tool: string, ...args: string[]) {
  const file = path.join(projectDir, 'node_modules/.bin', tool);
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: projectDir, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Each tool reads the whole project, on a machine that may be busy with other tests. */
const SLOW_MS = 300_000;

test(
  'the types fit',
  () => {
    // Each further thread would compute the types of most packages again, which is twice the work on two
    // processors.
    expect(run('tsc', '-p', '.', '--checkers', '1')).toEqual({ status: 0, said: '' });
  },
  SLOW_MS,
);

test(
  'the linter and the formatter have nothing to say',
  () => {
    const { status, said: output } = run('biome', 'check', '--colors=off', '.');
    expect(status, output).toBe(0);
  },
  SLOW_MS,
);

test('the machine that checks changes installs every program that tests need', () => {
  const script = readFileSync(path.join(projectDir, '.ci/run'), 'utf8');
  // Everything needs Node and npm.
  const installed = [...script.matchAll(/^need \S+ (?!nodejs$|npm$)(\S+)$/gm)].map(([, name]) => name);
  const neededPrograms = createProgramTags().flatMap(
    ({ description }) => /apt-get install (\S+)/.exec(description)?.[1] ?? [],
  );
  expect(installed.toSorted()).toEqual(neededPrograms.toSorted());
});

test('a test file that starts a browser says so by its tag', () => {
  const graph = new ImportGraph();
  const launcher = path.join(projectDir, 'testing/chromium.ts');
  const files = globSync('{src,site,tests,bench}/**/*.test.{ts,tsx}', { cwd: projectDir });
  const silentFiles = files.filter((file) => {
    const fullPath = path.join(projectDir, file);
    const isTagged = /^\/\/ @module-tag (whole-)?chromium$/m.test(readFileSync(fullPath, 'utf8'));
    return !isTagged && graph.reach([fullPath]).includes(launcher);
  });
  expect(silentFiles).toEqual([]);
});
