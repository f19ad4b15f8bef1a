import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const policy = (scriptHashes: string[]) =>
  securityHeaders({ scriptHashes, https: false })['content-security-policy'] ?? '';

test('inline scripts run by their hash only, and nothing else runs inline', () => {
  expect(policy(["'sha256-abc='"])).toContain("script-src 'self' 'sha256-abc=';");
  expect(policy([])).not.toMatch(/unsafe|\*/);
});

test('what is not allowed is denied, and the site stands in no frame', () => {
  expect(policy([])).toMatch(/^default-src 'none';/);
  expect(policy([])).toContain("frame-ancestors 'none'");
});

test('HTTPS is asked for where the site has it', () => {
  expect(securityHeaders({ scriptHashes: [], https: true })['strict-transport-security']).toBe(
    'max-age=31536000',
  );
  expect(securityHeaders({ scriptHashes: [], https: false })).not.toHaveProperty('strict-transport-security');
});

test('no search engine lists a page', () => {
  expect(securityHeaders({ scriptHashes: [], https: false })['x-robots-tag']).toBe('noindex, nofollow');
});
