import { expect, test } from 'vitest';
import { createRequestId } from './request-id.ts';

test('makes ids of 32 hex digits that never repeat', () => {
  const ids = Array.from({ length: 2_000 }, createRequestId);
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
