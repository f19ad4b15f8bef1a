import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../shared/duration.ts';
import { discardUnusedCaches } from './cache-files.ts';

test('caches that nobody has used for a month go, those of further languages too, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'caches-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['build-0a1b.sqlite', 'build-0a1b-es.sqlite', 'build-0a1b-pt-BR.sqlite', 'notes.sqlite'])
    writeFileSync(path.join(folder, name), '');
  discardUnusedCaches(folder, Date.now() + 29 * DAY_MS);
  expect(readdirSync(folder)).toHaveLength(4);
  discardUnusedCaches(folder, Date.now() + 31 * DAY_MS);
  expect(readdirSync(folder)).toEqual(['notes.sqlite']);
});
