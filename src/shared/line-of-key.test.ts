import { expect, test } from 'vitest';
import { findLineOfKey, findLineOfText } from './line-of-key.ts';

test.each([
  ['YAML', 'a: 1\ntitle: A\n', 2],
  ['quoted YAML', "a: 1\r\n'title' : A\r\n", 2],
  ['JSON', '{\n  "title": "A"\n}', 2],
  ['TypeScript', 'export default {\n  name: 1, title: 2,\n};', 2],
  ['a template as key', '{\n`title`: 1 }', 2],
])('the line of a key in %s', (_, text, line) => {
  expect(findLineOfKey(text, 'title')).toBe(line);
});

test('finds the outermost of several keys, and no part of another word', () => {
  expect(findLineOfKey('last_update:\n  date: 1\ndate: 2\n', 'date')).toBe(3);
  expect(findLineOfKey('subtitle: 1\ntitles: 2\nx: "title"', 'title')).toBeUndefined();
  expect(findLineOfKey('a:\n"/docs/a#b.c (d)":\n  - x\n', '/docs/a#b.c (d)')).toBe(2);
});

test('finds a quoted text or a key', () => {
  expect(findLineOfText("main: [\n  'guides/start',\n  `x`,\n]", 'guides/start')).toBe(2);
  expect(findLineOfText('main: {\n  Guides: [],\n}', 'Guides')).toBe(2);
  expect(findLineOfText('nothing', 'x')).toBeUndefined();
});
