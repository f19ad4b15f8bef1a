import { expect, test } from 'vitest';
import { mayBePage } from './page-address.ts';

test.each([
  '/',
  '/docs/intro',
  '/docs/a/',
  '/docs/v1.0',
  '/docs/Developer%20Info/x',
  '/markdown-page',
  '/logins',
  '/accounts',
  '/account',
  '/admin/users',
])('%s can be a page of the shell', (path) => expect(mayBePage(path)).toBe(true));

test.each([
  '/login',
  '/setup',
  '/auth/sign-out',
  '/_assets/shell.js',
  '/_page/docs.json',
  '/files/form.pdf',
  '/docs/intro.md',
  '/llms.txt',
  '/healthz',
  '/invite',
  '/api/v1/account',
])('%s is left to the browser', (path) => expect(mayBePage(path)).toBe(false));
