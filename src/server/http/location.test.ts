import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLocation, encodeQuery } from './location.ts';

test.each([
  ['/docs/Developer Info/x', '/docs/Developer%20Info/x'],
  ['/docs/文', '/docs/%E6%96%87'],
  ['/docs/[id]', '/docs/%5Bid%5D'],
  ['/docs/100%', '/docs/100%25'],
  ['/docs/why?', '/docs/why%3F'],
  ['/docs/c#', '/docs/c%23'],
  ['/docs/a+b&c=d', '/docs/a+b&c=d'],
])('the path %j is encoded as %j', (path, encodedPath) => {
  expect(encodeLocation(path)).toBe(encodedPath);
});

test('a query keeps its encoding, and bytes outside ASCII are encoded', () => {
  expect(encodeQuery('?q=a%20b&c')).toBe('?q=a%20b&c');
  expect(encodeQuery('?q=\u00e9 x')).toBe('?q=%E9%20x');
  expect(encodeQuery('?q=c#&x')).toBe('?q=c%23&x');
});

test('the header always contains printable ASCII and leads to the given path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ maxLength: 20 }), (path, query) => {
      const location = encodeLocation(`/a${path}`) + encodeQuery(`?${query}`);
      expect(location).toMatch(/^[\x21-\x7e]+$/);
    }),
  );
});
