import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/test-site.ts';

interface Promised {
  file: string;
  title: string;
}

/**
 * Reads the table of the README. A row is `| The promise. | tests/e2e/theme.test.ts | title of the test |`.
 */
function readPromisedTests(): Promised[] {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
  return [...readme.matchAll(/^\| .*? \| `(.*?)` \| (.*?) \|$/gm)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
}

/** Lists the titles of tests and groups in a file. */
function listTitles(file: string): string[] {
  const fullPath = path.join(projectDir, file);
  if (!existsSync(fullPath)) return [];
  const source = readFileSync(fullPath, 'utf8');
  return [
    ...source.matchAll(/^ *(?:test|describe)(?:\.each(?:<[^>]*>)?\([\s\S]*?\))?\(\s*(['"`])(.*?)\1,/gm),
  ].map(([, , title = '']) => title);
}

test('every test that the table of promises names exists', () => {
  const promised = readPromisedTests();
  expect(promised.length).toBeGreaterThan(50);
  expect(promised.filter(({ file, title }) => !listTitles(file).includes(title))).toEqual([]);
});
