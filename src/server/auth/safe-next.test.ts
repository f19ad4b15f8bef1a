import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hosts, nextTricks, schemes, slashes } from '../../../testing/next-tricks.ts';
import { engineFeatures } from '../../features/index.ts';
import { createServerRoutes, loadFeatureApi } from '../api/load-api.ts';
import { buildReturningLoginUrl, sanitizeNext } from './safe-next.ts';

const routes = createServerRoutes(engineFeatures, await loadFeatureApi(engineFeatures));

const site = 'https://docs.example';
describe('the path to open after signing in', () => {
  test.each([
    ['/docs/Tasks', '/docs/Tasks'],
    ['/docs/Developer%20Info/x?tab=php#users', '/docs/Developer%20Info/x?tab=php#users'],
    ['/docs/Developer Info/x', '/docs/Developer%20Info/x'],
    ['/docs/a/../b', '/docs/b'],
    ['/docs/文', '/docs/%E6%96%87'],
    ['/search?q=a//b', '/search?q=a//b'],
    ['/docs/login', '/docs/login'],
    ['/search', '/search'],
    ['/docs/a#b\\c', '/docs/a#b%5Cc'],
    ['/docs/a?b#//evil.example/\\x#y', '/docs/a?b#//evil.example/%5Cx#y'],
    ['/docs/a#ü "%', '/docs/a#%C3%BC%20%22%'],
    ['/docs/a#', '/docs/a'],
    [`/docs/a?b#${'c'.repeat(2_000)}`, '/docs/a?b'],
    [`/docs/a?b#${'ü'.repeat(1_000)}`, '/docs/a?b'],
    [`/docs/a?b#${'\\'.repeat(1_000)}`, '/docs/a?b'],
  ])('%j is a path of this site', (value, place) => {
    expect(sanitizeNext(value, routes)).toBe(place);
  });

  test.each([
    [undefined],
    [null],
    [7],
    [''],
    [['/docs', '/x']],
    [{}],
    ['docs'],
    ['?q'],
    ['#x'],
    ['.'],
    [`/${'a'.repeat(2_000)}`],
    [`/docs/${'文'.repeat(500)}`],
    ['/docs\\a#b'],
    ['\\/docs#b'],
    ['/docs#a\nb'],
    ['/login'],
    ['/login?next=/login'],
    ['/setup?token=x'],
    ['/invite'],
    ['/reset?token=x'],
    ['/invite?token=x'],
    ['/%6cogin'],
    ['/1/indexes/docs/query'],
    ['/_feedback'],
    ['/auth/sign-out'],
    ['/docs/../login'],
    ['/\ud800'],
  ])('%j becomes the home page', (value) => {
    expect(sanitizeNext(value, routes)).toBe('/');
  });

  test(`stays on this site, tried with ${nextTricks.length} tricks`, () => {
    for (const trick of nextTricks) expectHere(trick);
  });

  test('stays on this site for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...slashes, ...hosts, ...schemes, '?', '#', '@', ':', '..', '%00'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => expectHere(pieces.join(''))),
      { numRuns: 2_000 },
    );
  });

  test("doesn't change if it is sanitized twice", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), fc.string(), (path, query, fragment) => {
        const once = sanitizeNext(`${path}?${query}#${fragment}`, routes);
        expect(sanitizeNext(once, routes)).toBe(once);
      }),
    );
  });
});

function expectHere(value: string): void {
  const next = sanitizeNext(value, routes);
  expect(next, value).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  expect(new URL(next, `${site}/auth/sign-in`).origin, value).toBe(site);
}

test('the sign-in page gets the path to return to', () => {
  const buildUrl = (path: string, query = '', hasEnded = false) =>
    buildReturningLoginUrl({ path, query, hasEndedSession: hasEnded, routes });
  expect(buildUrl('/docs/Developer Info/x', '?a=1&b=2')).toBe(
    '/login?next=/docs/Developer%2520Info/x%3Fa%3D1%26b%3D2',
  );
  expect(new URL(buildUrl('/docs/文'), site).searchParams.get('next')).toBe('/docs/%E6%96%87');
  expect(buildUrl('//evil.example')).toBe('/login?next=/evil.example');
  expect(buildUrl('/docs/x', '', true)).toBe('/login?ended=yes&next=/docs/x');
});
