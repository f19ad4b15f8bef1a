import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

const read = (name: string) => readFileSync(path.join(projectDir, 'src/ui', name), 'utf8');

test('every storage key of the shell is deleted when the reader signs out', () => {
  const keyNames = [...read('shell/storage-keys.ts').matchAll(/^export const (\w+)/gm)].map(
    ([, name]) => name,
  );
  const forgets = read('forget-reader.ts').split('const names =')[1] ?? '';
  expect(keyNames.length).toBeGreaterThan(5);
  expect(keyNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(forgets))).toEqual([]);
});
