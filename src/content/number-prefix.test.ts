import { expect, test } from 'vitest';
import { splitNumberPrefix, stripPathPrefixes } from './number-prefix.ts';

test.each([
  ['01-intro', 'intro', 1],
  ['2. Second', 'Second', 2],
  ['003 - third', 'third', 3],
  ['4_fourth', 'fourth', 4],
  ['10--ten', 'ten', 10],
  ['5 - 3 ways', '3 ways', 5],
  ['1-安装', '安装', 1],
  ['0-zero', 'zero', 0],
])('%s is %s at %i', (name, rest, position) => {
  expect(splitNumberPrefix(name)).toEqual({ name: rest, position });
});

test.each([
  '05fifth',
  '8 eighth',
  '9-',
  '2021-11-note',
  '2021-11',
  '7.0-release',
  '1.0',
  '3d-models-2',
  '-1-x',
  '一-第一',
])('%s has no prefix', (name) => {
  expect(splitNumberPrefix(name)).toEqual({ name });
});

test('strips every segment of a folder', () => {
  expect(stripPathPrefixes('01-guides/2. First steps/1.0')).toBe('guides/First steps/1.0');
});
