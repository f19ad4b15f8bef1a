import { expect, it } from 'vitest';
import { normaliseEmail } from './account.ts';

it.each([
  [' Rosa@Example.COM\n', 'rosa@example.com'],
  ['admin@localhost', 'admin@localhost'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
  ["o'hara+docs@example.com", "o'hara+docs@example.com"],
])('stores %j as %s', (text, email) => {
  expect(normaliseEmail(text)).toBe(email);
});

it.each([
  '',
  '@',
  'rosa',
  'rosa@',
  '@example.com',
  'a@b@c',
  'a b@c',
  'a\0@b',
  'a\u200b@b',
  '\ud800@b',
  `${'x'.repeat(250)}@b.org`,
])('rejects %j as email', (text) => {
  expect(normaliseEmail(text)).toBeUndefined();
});
