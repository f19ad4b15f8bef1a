import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { hardReading, longSentences } from './reading.ts';

test('a long sentence is reported with its line and fails nothing', async () => {
  const longSentence = `${'word '.repeat(35)}end.`;
  expect(await check(longSentences, `Short one.\n\n${longSentence}`)).toMatchObject([
    { severity: 'warning', line: FIRST_LINE + 2, message: 'The sentence has 36 words.' },
  ]);
});

test('long words in long sentences are hard to read, short words in short sentences are not', async () => {
  const plainText = 'The cat sat down. '.repeat(40);
  const hard = `${'organisational '.repeat(20)}end. `.repeat(10);
  expect(await check(hardReading, plainText)).toEqual([]);
  expect(await check(hardReading, hard)).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('11 is the aim') },
  ]);
});
