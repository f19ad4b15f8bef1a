import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkJsonSamples } from './json.ts';

test('JSON that parses is right, other JSON is named at its line', () => {
  expect(checkJsonSamples(article('```json\n{"a": 1}\n```'))).toEqual([]);
  expect(checkJsonSamples(article('```json\n{\n  "a": 1,\n}\n```'))).toMatchObject([
    { line: FIRST_LINE + 3 },
  ]);
});
