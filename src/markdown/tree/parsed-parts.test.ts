import { expect, test } from 'vitest';
import { ParsedParts } from './parsed-parts.ts';

test('who changes a tree changes no other', () => {
  const parts = new ParsedParts();
  const first = parts.tree('A **word**.');
  const before = structuredClone(first);
  first.children = [];
  expect(parts.tree('A **word**.')).toEqual(before);
});
