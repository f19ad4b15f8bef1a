import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openApiFile, openApiFiles } from './openapi-files.ts';

function siteWith(files: readonly string[]): string {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(siteDir, file)), { recursive: true });
    writeFileSync(path.join(siteDir, file), '{}');
  }
  return siteDir;
}

test('documents are offered under their own names, and nothing else of the folder', () => {
  const siteDir = siteWith(['openapi/lurana.json', 'openapi/notes.md', 'openapi/parts/x.json']);
  expect(openApiFiles(siteDir)).toEqual([
    ['/openapi/lurana.json', path.join(siteDir, 'openapi/lurana.json')],
  ]);
});

test('an address is a document only when it is one of them', () => {
  const siteDir = siteWith(['openapi/lurana.json', 'secret.json']);
  expect(openApiFile(siteDir, '/openapi/lurana.json')).toBe(path.join(siteDir, 'openapi/lurana.json'));
  for (const url of [
    '/openapi/../secret.json',
    '/openapi/x.json',
    '/openapi',
    '/secret.json',
    '/openapi/lurana.json/x',
  ]) {
    expect(openApiFile(siteDir, url), url).toBeUndefined();
  }
});

test('a project without the folder offers none', () => {
  expect(openApiFiles(siteWith(['docs/a.md']))).toEqual([]);
});
