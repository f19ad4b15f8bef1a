import { expect, test } from 'vitest';
import { clearSessionCookie, sessionCookieName, sessionToken, setSessionCookie } from './cookies.ts';

test.each([
  ['https', 'docs.example', '__Host-sid'],
  ['http', 'localhost:3000', '__Host-sid'],
  ['http', 'docs.localhost', '__Host-sid'],
  ['http', '127.0.0.1:3000', '__Host-sid'],
  ['http', '[::1]:3000', '__Host-sid'],
  ['http', 'docs.example', 'sid'],
  ['http', '192.168.1.7:3000', 'sid'],
  ['http', '127.0.0.1.evil.example', 'sid'],
  ['http', 'notlocalhost', 'sid'],
])('%s://%s has the cookie %s', (protocol, host, name) => {
  expect(sessionCookieName({ protocol, host })).toBe(name);
});

test('a cookie that browsers take as secure says so, and no script reads it', () => {
  expect(setSessionCookie('__Host-sid', 'x')).toBe('__Host-sid=x; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(setSessionCookie('sid', 'x')).toBe('sid=x; Path=/; HttpOnly; SameSite=Lax');
  expect(clearSessionCookie('__Host-sid')).toContain('Max-Age=0');
});

const value = 'a'.repeat(43);

test.each([
  [`__Host-sid=${value}`, value],
  [`a=1; __Host-sid=${value}; b=2`, value],
  [`sid=${value}`, undefined],
  [`x__Host-sid=${value}`, undefined],
  [`__host-sid=${value}`, undefined],
  ['__Host-sid=', undefined],
  ['__Host-sid=short', undefined],
  [`__Host-sid="${value}"`, undefined],
  [`__Host-sid=${'a'.repeat(200)}`, undefined],
  ['__Host-sid', undefined],
  ['', undefined],
  [undefined, undefined],
])('the cookie header %j holds the token %j', (header, token) => {
  expect(sessionToken(header, '__Host-sid')).toBe(token);
});
