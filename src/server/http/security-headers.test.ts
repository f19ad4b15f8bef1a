import { expect, test } from 'vitest';
import { createSecurityHeaders, type InlineHashes, writeRequestFrameHeaders } from './security-headers.ts';

const nothingInline = { scripts: [], styles: [] };
const readPolicy = (inline: InlineHashes) =>
  createSecurityHeaders({ inline, https: false })['content-security-policy'] ?? '';

test('inline scripts and styles are allowed by hash only', () => {
  const policyText = readPolicy({ scripts: ["'sha256-abc='"], styles: ["'sha256-def='"] });
  expect(policyText).toContain("script-src 'self' 'sha256-abc=';");
  expect(policyText).toContain("style-src 'self' 'sha256-def=';");
  expect(readPolicy(nothingInline)).not.toMatch(/unsafe|\*/);
});

test("everything else is denied, and other sites can't frame this one", () => {
  expect(readPolicy(nothingInline)).toMatch(/^default-src 'none';/);
  expect(readPolicy(nothingInline)).toContain("frame-ancestors 'none'");
});

test('pages can call only this server and those that the owner lists', () => {
  expect(readPolicy(nothingInline)).toContain("connect-src 'self';");
  const connect = ['https://api.example.com'];
  const policyText = createSecurityHeaders({ inline: nothingInline, https: false, connect })[
    'content-security-policy'
  ];
  expect(policyText).toBe(
    readPolicy(nothingInline).replace("connect-src 'self';", "connect-src 'self' https://api.example.com;"),
  );
});

test.each([
  [[], "connect-src 'none';"],
  [['https://api.example.com'], 'connect-src https://api.example.com;'],
  [['https://a.example', 'http://127.0.0.1:8080'], 'connect-src https://a.example http://127.0.0.1:8080;'],
])('the document that sends requests can call %j and nothing else', (servers, connect) => {
  const policyText = writeRequestFrameHeaders('0a1b', servers)['content-security-policy'];
  expect(policyText).toContain("default-src 'none'; script-src 'nonce-0a1b';");
  expect(policyText).toContain(connect);
  expect(policyText).toContain("frame-ancestors 'self'");
  expect(policyText).not.toMatch(/connect-src[^;]*'self'|unsafe|\*/);
});

test('HSTS is sent if the site uses HTTPS', () => {
  expect(createSecurityHeaders({ inline: nothingInline, https: true })['strict-transport-security']).toBe(
    'max-age=31536000',
  );
  expect(createSecurityHeaders({ inline: nothingInline, https: false })).not.toHaveProperty(
    'strict-transport-security',
  );
});

test('search engines may not index pages', () => {
  expect(createSecurityHeaders({ inline: nothingInline, https: false })['x-robots-tag']).toBe(
    'noindex, nofollow',
  );
});
