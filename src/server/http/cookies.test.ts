import { describe, expect, test } from 'vitest';
import {
  clearSessionCookies,
  formatSessionCookieName,
  readSessionTokens,
  setSessionCookies,
} from './cookies.ts';

test.each([
  ['https', 'docs.example', '__Host-sid'],
  ['https', 'localhost:3000', '__Host-sid'],
  ['http', 'localhost:3000', 'sid'],
  ['http', 'docs.localhost', 'sid'],
  ['http', '127.0.0.1:3000', 'sid'],
  ['http', '[::1]:3000', 'sid'],
  ['http', 'docs.example', 'sid'],
])('%s://%s has the cookie %s', (protocol, host, name) => {
  expect(formatSessionCookieName({ protocol, host, basePath: '/' })).toBe(name);
});

const secure = { protocol: 'https', host: 'docs.example', basePath: '/' };
const local = { protocol: 'http', host: 'localhost:3000', basePath: '/' };
const plainSite = { protocol: 'http', host: 'docs.lan', basePath: '/' };

test('a cookie is Secure over HTTPS, and always HttpOnly', () => {
  expect(setSessionCookies(undefined, secure, 'x')).toEqual([
    '__Host-sid=x; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
  expect(setSessionCookies(undefined, local, 'x')).toEqual(['sid=x; Path=/; HttpOnly; SameSite=Lax']);
  expect(clearSessionCookies(undefined, secure)).toEqual([
    '__Host-sid=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  ]);
});

const value = 'a'.repeat(43);

test.each([
  [`__Host-sid=${value}`, [value]],
  [`a=1; __Host-sid=${value}; b=2`, [value]],
  [`sid=${value}`, []],
  [`x__Host-sid=${value}`, []],
  [`__host-sid=${value}`, []],
  ['__Host-sid=', []],
  ['__Host-sid=short', []],
  [`__Host-sid="${value}"`, []],
  [`__Host-sid=${'a'.repeat(200)}`, []],
  ['__Host-sid', []],
  [`__Host-sid; a=1;; \t__Host-sid = ${value} `, [value]],
  [`a; b=__Host-sid=${value}`, []],
  [`__Host-sid=${value}=`, []],
  ['', []],
  [undefined, []],
  // `String.trim` removes most of these characters. For browsers they belong to the name, which then has no prefix.
  ...['\u00a0', '\ufeff', '\v', '\f', '\u0085', 'Â\u00a0'].flatMap((character): [string, string[]][] => [
    [`${character}__Host-sid=${value}`, []],
    [`__Host-sid${character}=${value}`, []],
    [`a=1; ${character}__Host-sid=${'c'.repeat(43)}; __Host-sid=${value}`, [value]],
    [`__Host-sid=${character}${value}`, []],
  ]),
])('over HTTPS the cookie header %j contains the tokens %j', (header, tokens) => {
  expect(readSessionTokens(header, secure)).toEqual(tokens);
});

describe('the earlier cookie name for plain HTTP on this machine', () => {
  const other = 'b'.repeat(43);
  const both = `__Host-sid=${other}; sid=${value}`;

  test('still counts there, after the current one', () => {
    expect(readSessionTokens(`__Host-sid=${other}`, local)).toEqual([other]);
    expect(readSessionTokens(both, local)).toEqual([value, other]);
    expect(readSessionTokens(both, plainSite)).toEqual([value]);
  });

  test('is deleted with the next sign-in or sign-out, if the browser has it', () => {
    const deletedCookie = '__Host-sid=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0';
    expect(setSessionCookies(both, local, 'x')).toEqual([
      'sid=x; Path=/; HttpOnly; SameSite=Lax',
      deletedCookie,
    ]);
    expect(clearSessionCookies(both, local)).toEqual([
      'sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      deletedCookie,
    ]);
    expect(clearSessionCookies(undefined, local)).toHaveLength(1);
  });
});
