import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const projectDir = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

/** The requirements of levels 1 and 2, in the order of the standard. */
const { requirements } = z
  .object({
    requirements: z.record(z.string().regex(/^\d+\.\d+\.\d+$/), z.union([z.literal(1), z.literal(2)])),
  })
  .parse(JSON.parse(read('tests/security/asvs-5.0.0.json')));
const numbers = Object.keys(requirements);

const page = 'docs/docs/explanations/7-asvs.md';

/** Expands the numbers and ranges of a row, in the order of the standard: `1.2.6–1.2.8`. */
const rows = read(page)
  .split('## Cryptography')[0]
  ?.split('Two requirements of level 3')[0]
  ?.split('\n')
  .flatMap((line) => {
    const [, item = '', label, verdict = '', evidence = ''] =
      /^\| ((?:\d+\.\d+\.\d+(?:–|, )?)+) (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    return label === undefined ? [] : [{ item, verdict, evidence }];
  });

test('every requirement of levels 1 and 2 is there, once and in order of its chapters', () => {
  const listedNumbers = rows?.flatMap(({ item }) =>
    item.split(', ').flatMap((one) => {
      const [first = '', last = first] = one.split('–');
      const [from, to] = [numbers.indexOf(first), numbers.indexOf(last)];
      expect([from >= 0, to >= from], one).toEqual([true, true]);
      return numbers.slice(from, to + 1);
    }),
  );
  expect(listedNumbers?.toSorted()).toEqual(numbers.toSorted());
  const chapters = rows?.map(({ item }) => Number.parseInt(item, 10));
  expect(chapters).toEqual(chapters?.toSorted((a, b) => a - b));
});

test('each is met or says why not, and every file it names exists', () => {
  expect(rows?.length).toBeGreaterThan(100);
  for (const { item, verdict, evidence } of rows ?? []) {
    expect(verdict, item).toMatch(/^(?:yes|partly|no|n\/a)/);
    expect(evidence.length, item).toBeGreaterThan(5);
  }
  const files = [...read(page).matchAll(/[`(]((?:tests|testing|src|decisions|deploy)\/[\w./-]+)[`)]/g)];
  expect(files.length).toBeGreaterThan(150);
  const missing = files
    .map(([, file = '']) => file)
    .filter((file) => !existsSync(path.join(projectDir, file)));
  expect(missing).toEqual([]);
});
