import { expect, test } from 'vitest';
import { formatEntityTag, matchesEntityTag } from './entity-tag.ts';

test('every encoding of a file has its own tag', () => {
  expect(formatEntityTag('abc', 'identity')).toBe('"abc"');
  expect(formatEntityTag('abc', 'br')).toBe('"abc-br"');
});

test.each([
  [undefined, false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc" , "y"', true],
  ['*', true],
  ['"abc-br"', false],
  ['abc', false],
  ['', false],
])('If-None-Match %j matches "abc": %j', (header, matches) => {
  expect(matchesEntityTag(header, '"abc"')).toBe(matches);
});
