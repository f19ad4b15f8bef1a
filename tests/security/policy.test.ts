import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');
const policy = readFileSync(path.join(projectDir, 'SECURITY.md'), 'utf8');

test('every file that SECURITY.md names is there', () => {
  const named = [...policy.matchAll(/[`(]((?:tests|src|decisions)\/[\w./-]+)[`)]/g)].map(
    ([, file]) => file ?? '',
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !existsSync(path.join(projectDir, file)))).toEqual([]);
});
