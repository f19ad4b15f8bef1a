import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { ABSENT, fingerprintFile } from './seen-files.ts';

test('reads a file again only after it changed, even if size and date are the same', async () => {
  const file = path.join(createSiteFolder({ 'a.ts': 'export const a = 1;\n' }), 'a.ts');
  const date = new Date('2026-01-01');
  utimesSync(file, date, date);
  const { hash, bytes } = fingerprintFile(file);
  expect(bytes?.toString()).toContain('a = 1');
  // A recent change isn't trusted yet.
  await expect.poll(() => fingerprintFile(file)).toEqual({ hash });
  writeFileSync(file, 'export const a = 2;\n');
  utimesSync(file, date, date);
  const changedFingerprint = fingerprintFile(file);
  expect(changedFingerprint.hash).not.toBe(hash);
  expect(changedFingerprint.bytes?.toString()).toContain('a = 2');
  expect(fingerprintFile(`${file}.missing`)).toEqual({ hash: ABSENT });
});
