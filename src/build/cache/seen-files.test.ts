import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { siteFolder } from '../../../testing/docs-folder.ts';
import { ABSENT, lookAtFile } from './seen-files.ts';

test('a file is read once, and again when it has changed, whatever its size and date say', async () => {
  const file = path.join(siteFolder({ 'a.ts': 'export const a = 1;\n' }), 'a.ts');
  const date = new Date('2026-01-01');
  utimesSync(file, date, date);
  const { hash, bytes } = lookAtFile(file);
  expect(bytes?.toString()).toContain('a = 1');
  // What was written a moment ago is not trusted yet.
  await expect.poll(() => lookAtFile(file)).toEqual({ hash });
  writeFileSync(file, 'export const a = 2;\n');
  utimesSync(file, date, date);
  const changed = lookAtFile(file);
  expect(changed.hash).not.toBe(hash);
  expect(changed.bytes?.toString()).toContain('a = 2');
  expect(lookAtFile(`${file}.missing`)).toEqual({ hash: ABSENT });
});
