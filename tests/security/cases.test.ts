import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** The source of a case is a public advisory or issue, or `ours`. */
const list = z.strictObject({
  sources: z.record(z.string(), z.url({ protocol: /^https$/ })),
  cases: z.array(
    z.strictObject({
      kind: z.string(),
      attack: z.string(),
      from: z.array(z.string()).min(1),
      tests: z.array(z.strictObject({ file: z.string(), title: z.string() })).min(1),
    }),
  ),
});
const { sources, cases } = list.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'cases.json'), 'utf8')),
);

test.each(cases)('$kind: $attack', ({ from, tests }) => {
  for (const source of from) expect(source === 'ours' || source in sources, source).toBe(true);
  for (const { file, title } of tests) {
    expect(existsSync(path.join(projectDir, file)), file).toBe(true);
    expect(readFileSync(path.join(projectDir, file), 'utf8'), file).toContain(title);
  }
});

test('every source is one of a case, and every attack in this folder is in the list', () => {
  expect(Object.keys(sources).sort()).toEqual(
    [...new Set(cases.flatMap(({ from }) => from))].filter((source) => source !== 'ours').sort(),
  );
  const citedFiles = new Set(cases.flatMap(({ tests }) => tests.map(({ file }) => path.basename(file))));
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const ofDocuments = ['asvs.test.ts', 'cases.test.ts', 'policy.test.ts'];
  expect(files.filter((file) => !citedFiles.has(file) && !ofDocuments.includes(file))).toEqual([]);
});
