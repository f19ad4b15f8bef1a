import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  'localhost',
  'LocalHost:3000',
  'docs.localhost',
  'docs.localhost:3000',
  '127.0.0.1',
  '127.8.9.10:80',
  '::1',
  '[::1]',
  '[::1]:3000',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  'docs.example',
  'notlocalhost',
  'localhost.example',
  '127.0.0.1.evil.example',
  '0.0.0.0',
  '128.0.0.1',
  '::',
  '::11',
  '[::2]:3000',
  '[::1].example',
])("%j isn't", (host) => {
  expect(isLoopback(host)).toBe(false);
});
