import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequestTarget } from './request-target.ts';

const parsePath = (target: string) => parseRequestTarget(target)?.path;

describe('a request target', () => {
  test('is decoded once and keeps its query as it was sent', () => {
    expect(parseRequestTarget('/docs/Developer%20Info/x?q=a%20b')).toEqual({
      path: '/docs/Developer Info/x',
      query: '?q=a%20b',
    });
    expect(parsePath('/%E6%96%87')).toBe('/文');
    expect(parsePath('/%2564ocs')).toBe('/%64ocs');
  });

  test("may contain UTF-8 that the client didn't encode", () => {
    expect(parsePath(Buffer.from('/文').toString('latin1'))).toBe('/文');
  });

  test.each([
    ['nothing', ''],
    ['no leading slash', 'docs'],
    ['an asterisk', '*'],
    ['a whole address', 'http://site.example/docs'],
    ['a fragment', '/docs#x'],
    ['a lone percent sign', '/100%'],
    ['a percent sign and no digits', '/%zz'],
    ['an overlong slash', '/docs%c0%afx'],
    ['an overlong dot', '/%c0%ae%c0%ae/x'],
    ['half of a character', '/%E6%96'],
    ['an encoded surrogate', '/%ED%A0%80'],
    ['NUL', '/docs%00'],
    ['a line break', '/docs%0d%0aSet-Cookie:x'],
    ['a backslash', '/docs%5c..%5cx'],
    ['an unencoded backslash', '/docs\\x'],
    ['Latin-1', '/caf\u00e9'],
  ])('is rejected with %s', (_name, target) => {
    expect(parseRequestTarget(target)).toBeUndefined();
  });

  test('decodes every correctly encoded path', () => {
    const ordinary = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .filter((text) => text.isWellFormed() && !/[\p{Cc}\\\ufffd]/u.test(text));
    fc.assert(
      fc.property(ordinary, (text) => {
        expect(parsePath(`/${encodeURIComponent(text)}`)).toBe(`/${text}`);
      }),
    );
  });

  test('never throws, and never contains a control character or a backslash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseRequestTarget(`/${text}`);
        if (parsed) expect(parsed.path).toMatch(/^\/[^\p{Cc}\\]*$/u);
      }),
    );
  });
});
