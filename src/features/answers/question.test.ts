import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';

test.each([
  ['the screen is empty', 'fix'],
  ['values of the child process are empty', 'fix'],
  ['the screen is still old, empty the cache', 'know'],
  ['empty my list of drafts', 'do'],
  ['how do I empty the cache', 'do'],
  ['the clock is wrong by an hour', 'fix'],
  ['write a comment for a colleague', 'do'],
  ['what is a draft', 'know'],
] as const)('"%s" is asked to %s', (text, aim) => {
  expect(readQuestion(text, 'en')?.aim).toBe(aim);
});
