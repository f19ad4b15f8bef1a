import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateDocs } from './generate-docs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'generated-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function readContents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(md|json)$/.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

test('creates the requested number of articles, in folders of twenty', () => {
  const { files } = generateDocs(path.join(root, 'docs'), 45);
  expect(
    Object.keys(readContents(path.join(root, 'docs'))).filter((name) => name.endsWith('.md')),
  ).toHaveLength(45);
  expect(new Set(files.map((file) => path.dirname(file))).size).toBe(3);
});

test('the same seed writes the same bytes, another seed other ones', () => {
  for (const [name, seed] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ] as const)
    generateDocs(path.join(root, name), 25, seed);
  expect(readContents(path.join(root, 'a'))).toEqual(readContents(path.join(root, 'b')));
  expect(readContents(path.join(root, 'a'))).not.toEqual(readContents(path.join(root, 'c')));
});
