import { expect, test } from 'vitest';
import { pageFilePath, pageHref, writtenHref } from './paths.ts';

test('the address of a page is its path, encoded', () => {
  expect(pageHref('/docs/Developer Info/REST')).toBe('/docs/Developer%20Info/REST');
  expect(pageHref('/docs/what?/a#b')).toBe('/docs/what%3F/a%23b');
  expect(pageHref('/docs/100% sure')).toBe('/docs/100%25%20sure');
});

test('a written link keeps its query, its fragment and what is encoded already', () => {
  expect(writtenHref('/docs/Developer%20Info/a b?x=1#y')).toBe('/docs/Developer%20Info/a%20b?x=1#y');
  expect(writtenHref('https://example.com/ü')).toBe('https://example.com/%C3%BC');
});

test('the data of a page lies at its path, and of the home page at a name of its own', () => {
  expect(pageFilePath('/docs/a/')).toBe('/_page/docs/a/.json');
  expect(pageFilePath('/')).toBe('/_page/index.json');
});
