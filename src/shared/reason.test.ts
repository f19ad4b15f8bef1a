import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeFileReason, describeReason } from './reason.ts';

test.each([
  ['a missing file', () => readFile('/nowhere/people.csv'), "it doesn't exist"],
  ['a folder', () => readFile(import.meta.dirname), 'it is a folder'],
  ['a file below a file', () => readdir(`${import.meta.filename}/docs`), 'part of its path is not a folder'],
])("says in plain words why %s can't be read", async (_, read, reason) => {
  const error: unknown = await read().catch((thrown: unknown) => thrown);
  expect(describeFileReason(error)).toBe(reason);
  // Elsewhere the path may be the only hint to a file that a plugin needs.
  expect(describeReason(error)).toMatch(/^E[A-Z]+: /);
});

test.each([
  [new Error('Not UTF-8.'), 'Not UTF-8.'],
  ['stopped', 'stopped'],
])('repeats the message of other errors: %s', (error, reason) => {
  expect(describeFileReason(error)).toBe(reason);
});
