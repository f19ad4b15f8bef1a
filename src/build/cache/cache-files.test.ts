import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../shared/duration.ts';
import { discardUnusedCaches } from './cache-files.ts';
import { resolveCompressedFolder } from './compressed-assets.ts';

test("deletes only caches and compressed files that weren't used for a month, in all languages", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'caches-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['build-0a1b.sqlite', 'build-0a1b-es.sqlite', 'build-0a1b-pt-BR.sqlite', 'notes.sqlite'])
    writeFileSync(path.join(folder, name), '');
  mkdirSync(resolveCompressedFolder(folder));
  writeFileSync(path.join(resolveCompressedFolder(folder), '0a1b.11.br'), '');
  discardUnusedCaches(folder, Date.now() + 29 * DAY_MS);
  expect(readdirSync(folder)).toHaveLength(5);
  expect(readdirSync(resolveCompressedFolder(folder))).toHaveLength(1);
  discardUnusedCaches(folder, Date.now() + 31 * DAY_MS);
  expect(readdirSync(folder)).toEqual(['compressed', 'notes.sqlite']);
  expect(readdirSync(resolveCompressedFolder(folder))).toEqual([]);
});
