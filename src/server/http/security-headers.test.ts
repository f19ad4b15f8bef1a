import { expect, test } from 'vitest';
import { type InlineHashes, securityHeaders } from './security-headers.ts';

const nothingInline = { scripts: [], styles: [] };
const policy = (inline: InlineHashes) =>
  securityHeaders({ inline, https: false })['content-security-policy'] ?? '';

test('inline scripts and styles hold by their hash only, and nothing else does inline', () => {
  const policyText = policy({ scripts: ["'sha256-abc='"], styles: ["'sha256-def='"] });
  expect(policyText).toContain("script-src 'self' 'sha256-abc=';");
  expect(policyText).toContain("style-src 'self' 'sha256-def=';");
  expect(policy(nothingInline)).not.toMatch(/unsafe|\*/);
});

test('what is not allowed is denied, and the site is in no frame', () => {
  expect(policy(nothingInline)).toMatch(/^default-src 'none';/);
  expect(policy(nothingInline)).toContain("frame-ancestors 'none'");
});

test('pages call no other server than those that the owner names', () => {
  expect(policy(nothingInline)).toContain("connect-src 'self';");
  const connect = ['https://api.example.com'];
  const policyText = securityHeaders({ inline: nothingInline, https: false, connect })[
    'content-security-policy'
  ];
  expect(policyText).toBe(
    policy(nothingInline).replace("connect-src 'self';", "connect-src 'self' https://api.example.com;"),
  );
});

test('HTTPS is asked for where the site has it', () => {
  expect(securityHeaders({ inline: nothingInline, https: true })['strict-transport-security']).toBe(
    'max-age=31536000',
  );
  expect(securityHeaders({ inline: nothingInline, https: false })).not.toHaveProperty(
    'strict-transport-security',
  );
});

test('no search engine lists a page', () => {
  expect(securityHeaders({ inline: nothingInline, https: false })['x-robots-tag']).toBe('noindex, nofollow');
});
