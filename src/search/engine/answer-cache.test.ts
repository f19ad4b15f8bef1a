import { expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const answerOf = (query: string, bytes = 1_000) => ({
  json: JSON.stringify({ query, text: '…'.repeat(bytes / 3) }),
  query,
  nbHits: 1,
  page: 0,
  objectIDs: [`0-/${query}`],
});

test('gives back what was put in', () => {
  const cache = createAnswerCache();
  cache.put('a', answerOf('drop'));
  expect(cache.get('a')).toEqual(answerOf('drop'));
  expect(cache.get('b')).toBeUndefined();
});

test('holds at most so many bytes and drops the answer that was used longest ago', () => {
  const cache = createAnswerCache(10_000);
  for (let at = 0; at < 100; at += 1) {
    cache.put(`key ${at}`, answerOf(`query ${at}`));
    cache.get('key 0');
    expect(cache.heldBytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.get('key 0')).toEqual(answerOf('query 0'));
  expect(cache.get('key 99')).toEqual(answerOf('query 99'));
  expect(cache.get('key 50')).toBeUndefined();
});

test('leaves out an answer that is larger than the cache', () => {
  const cache = createAnswerCache(10_000);
  cache.put('small', answerOf('small'));
  cache.put('large', answerOf('large', 20_000));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('small')).toEqual(answerOf('small'));
});

test('counts an answer once that two threads bring at the same time', () => {
  const cache = createAnswerCache();
  cache.put('a', answerOf('drop'));
  const before = cache.heldBytes;
  cache.put('a', answerOf('drop'));
  expect(cache.heldBytes).toBe(before);
});
