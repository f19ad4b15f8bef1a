import { expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const createAnswer = (query: string, bytes = 1_000) => ({
  json: JSON.stringify({ query, text: '…'.repeat(bytes / 3) }),
  query,
  nbHits: 1,
  page: 0,
  objectIDs: [`0-/${query}`],
});

test('returns a cached answer', () => {
  const cache = createAnswerCache();
  cache.put('a', createAnswer('drop'));
  expect(cache.get('a')).toEqual(createAnswer('drop'));
  expect(cache.get('b')).toBeUndefined();
});

test('limits its bytes and drops the least recently used answer', () => {
  const cache = createAnswerCache(10_000);
  for (let at = 0; at < 100; at += 1) {
    cache.put(`key ${at}`, createAnswer(`query ${at}`));
    cache.get('key 0');
    expect(cache.heldBytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.get('key 0')).toEqual(createAnswer('query 0'));
  expect(cache.get('key 99')).toEqual(createAnswer('query 99'));
  expect(cache.get('key 50')).toBeUndefined();
});

test('skips an answer that is larger than the cache', () => {
  const cache = createAnswerCache(10_000);
  cache.put('small', createAnswer('small'));
  cache.put('large', createAnswer('large', 20_000));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('small')).toEqual(createAnswer('small'));
});

test('counts an answer once that two threads add at the same time', () => {
  const cache = createAnswerCache();
  cache.put('a', createAnswer('drop'));
  const before = cache.heldBytes;
  cache.put('a', createAnswer('drop'));
  expect(cache.heldBytes).toBe(before);
});
