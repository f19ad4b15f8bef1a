import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkReading, readingGrade } from './reading.ts';

test('a long sentence is reported with its line and fails nothing', () => {
  const long = `${'word '.repeat(35)}end.`;
  expect(checkReading(article(`Short one.\n\n${long}`))).toMatchObject([
    { severity: 'warning', line: FIRST_LINE + 2, message: 'The sentence has 36 words.' },
  ]);
});

test('short words in short sentences read like a lower grade than long ones', () => {
  const plain = Array.from({ length: 40 }, () => ['the', 'cat', 'sat', 'down']);
  const hard = Array.from({ length: 10 }, () => Array.from({ length: 20 }, () => 'organisational'));
  expect(readingGrade(plain)).toBeLessThan(3);
  expect(readingGrade(hard)).toBeGreaterThan(11);
});
