import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');
const pages = ['SECURITY.md', 'docs/docs/explanations/5-security.md'];
const policy = pages.map((page) => readFileSync(path.join(projectDir, page), 'utf8')).join('\n');

test('every file that SECURITY.md and the security model name exists', () => {
  const citedFiles = [...policy.matchAll(/[`(]((?:tests|src|decisions)\/[\w./-]+)[`)]/g)].map(
    ([, file]) => file ?? '',
  );
  expect(citedFiles.length).toBeGreaterThan(5);
  expect(citedFiles.filter((file) => !existsSync(path.join(projectDir, file)))).toEqual([]);
});
