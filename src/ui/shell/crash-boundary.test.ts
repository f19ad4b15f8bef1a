import { expect, test } from 'vitest';
import { messagesOf } from './crash-boundary.tsx';

test('a crash tells its message and those of its causes, and ends where they go in a circle', () => {
  const deepest = new Error('the disk is full');
  const middle = new Error('the file cannot be written', { cause: deepest });
  expect(messagesOf(new Error('the page cannot be kept', { cause: middle }))).toEqual([
    'the page cannot be kept',
    'the file cannot be written',
    'the disk is full',
  ]);
  deepest.cause = middle;
  expect(messagesOf(middle)).toEqual(['the file cannot be written', 'the disk is full']);
  expect(messagesOf('only a word')).toEqual(['only a word']);
});
