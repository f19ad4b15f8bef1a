import path from 'node:path';
import { expect, test } from 'vitest';
import { displayPath, formatPathFrom } from './file-paths.ts';

test.each([
  ['/a', '/a/b/c.md'],
  ['/a/', '/a/b'],
  ['/a', '/ab'],
  ['/a', '/a'],
  ['/a', '/a/b/'],
  ['/a', '/a/../b'],
  ['/a', '/a/./b'],
  ['/a', '/a//b'],
  ['/a', '/a/..b'],
  ['/a/b', '/a/c'],
  ['/', '/x/y'],
  ['', '/x'],
  ['a', 'a/b'],
])('where a file lies below a folder is what Node says: %s, %s', (folder, file) => {
  expect(formatPathFrom(folder, file)).toBe(path.relative(folder, file));
});

test('shows the absolute path of a file outside of the working folder', () => {
  expect(displayPath('/a/b/c.md', '/a')).toBe('b/c.md');
  expect(displayPath('/b/c.md', '/a')).toBe('/b/c.md');
});

test('names the working folder itself', () => {
  expect(displayPath('/a', '/a')).toBe('.');
});
