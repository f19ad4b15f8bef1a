import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { jsonSamples } from './json.ts';

test('JSON that parses is right, other JSON is named at its line', async () => {
  expect(await check(jsonSamples, '```json\n{"a": 1}\n```')).toEqual([]);
  expect(await check(jsonSamples, '```json\n{\n  "a": 1,\n}\n```')).toMatchObject([{ line: FIRST_LINE + 3 }]);
});
