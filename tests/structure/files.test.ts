import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

/** Lines of a file that a newcomer reads in one go. */
const LIMIT = 250;

test('a file can be read in one go', () => {
  const files = globSync('{src,deploy,site/{src,checks,tests,testing}}/**/*.{ts,tsx,css}', {
    cwd: projectDir,
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const long = files.filter(
    (file) => readFileSync(path.join(projectDir, file), 'utf8').trimEnd().split('\n').length > LIMIT,
  );
  expect(long).toEqual([]);
});
