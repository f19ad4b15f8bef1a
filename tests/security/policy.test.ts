import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');
const policy = readFileSync(path.join(projectDir, 'SECURITY.md'), 'utf8');

test('every file that SECURITY.md names is there', () => {
  const named = [...policy.matchAll(/[`(]((?:tests|src|decisions)\/[\w./-]+)[`)]/g)].map(
    ([, file]) => file ?? '',
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((file) => !existsSync(path.join(projectDir, file)))).toEqual([]);
});

test('every item that is met names a test, a document, or what there is instead', () => {
  const items = policy.split('\n').filter((line) => /^\| \d+\.\d+\.\d/.test(line));
  expect(items.length).toBeGreaterThan(50);
  for (const item of items) {
    const [, , met = '', shown = ''] = item.split('|').map((cell) => cell.trim());
    expect(met, item).toMatch(/^(?:yes|partly|no)/);
    expect(shown.length, item).toBeGreaterThan(10);
  }
});
