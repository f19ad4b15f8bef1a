import { describe, expect, test } from 'vitest';
import {
  computeSlug,
  isPlainPath,
  joinPath,
  keepNumberPrefix,
  rankIndexFile,
  resolvePath,
  splitNumberPrefix,
  stripPathPrefixes,
} from './permalinks.ts';

const place = { folder: '01-guides/02-Deep', name: 'page', baseId: 'page', splitNumberPrefix };

describe('the slug of a document', () => {
  test.each([
    [undefined, '/guides/Deep/page'],
    ['/top', '/top'],
    ['/top/', '/top/'],
    ['other', '/guides/Deep/other'],
    ['./other', '/guides/Deep/other'],
    ['../up', '/guides/up'],
    ['../../../../out', '/out'],
    ['a/b/', '/guides/Deep/a/b/'],
    ['..', '/guides/'],
    ['/', '/'],
    ['中文 页', '/guides/Deep/中文 页'],
  ])('turns the slug %s into %s', (slug, expected) => {
    expect(computeSlug({ ...place, slug })).toBe(expected);
  });

  test('keeps the prefixes of folders if the document asks for it', () => {
    expect(computeSlug({ ...place, splitNumberPrefix: keepNumberPrefix })).toBe('/01-guides/02-Deep/page');
  });

  test('is the folder for an index document with any id', () => {
    expect(computeSlug({ ...place, name: 'README', baseId: 'renamed' })).toBe('/guides/Deep/');
    expect(computeSlug({ ...place, folder: '.', name: 'index', baseId: 'index' })).toBe('/');
  });
});

test('treats index, readme and the name of the folder as index documents, in any case', () => {
  expect(rankIndexFile({ folder: 'a', name: 'INDEX' })).toBe(0);
  expect(rankIndexFile({ folder: 'a', name: 'ReadMe' })).toBe(1);
  expect(rankIndexFile({ folder: 'x/Same', name: 'sAME' })).toBe(2);
  expect(rankIndexFile({ folder: 'x/01-same', name: 'same' })).toBeUndefined();
  expect(rankIndexFile({ folder: 'a', name: '01-index' })).toBeUndefined();
  expect(rankIndexFile({ folder: '.', name: '.' })).toBeUndefined();
});

test('resolves paths like a browser, never above the root', () => {
  expect(resolvePath('../x', '/a/b/')).toBe('/a/x');
  expect(resolvePath('.', '/a/b/')).toBe('/a/b/');
  expect(resolvePath('..', '/a/b/')).toBe('/a/');
  expect(resolvePath('../../..', '/a/')).toBe('/');
  expect(resolvePath('/abs/./y', '/a/')).toBe('/abs/y');
});

test('joins paths with single slashes', () => {
  expect(joinPath('/docs', '/a//b')).toBe('/docs/a/b');
  expect(joinPath('/docs', 'gen/two')).toBe('/docs/gen/two');
  expect(joinPath('/docs', '/')).toBe('/docs/');
});

test("recognizes paths that can't be addresses", () => {
  for (const path of ['/a b', '/中文', '/a+b&c=d', '/[id]', '/{x}', '/100%25'])
    expect(isPlainPath(path)).toBe(true);
  for (const path of ['/a#b', '/a?b', '/a/../b', 'relative']) expect(isPlainPath(path)).toBe(false);
});

test.each([
  ['01-intro', 'intro', 1],
  ['2. Second', 'Second', 2],
  ['003 - third', 'third', 3],
  ['4_fourth', 'fourth', 4],
  ['10--ten', 'ten', 10],
  ['5 - 3 ways', '3 ways', 5],
  ['1-安装', '安装', 1],
  ['0-zero', 'zero', 0],
])('splits %s into %s and position %i', (name, rest, position) => {
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
])('finds no prefix in %s', (name) => {
  expect(splitNumberPrefix(name)).toEqual({ name });
});

test('strips the prefix of every segment of a folder', () => {
  expect(stripPathPrefixes('01-guides/2. First steps/1.0', splitNumberPrefix)).toBe('guides/First steps/1.0');
});
