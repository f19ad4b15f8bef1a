// @module-tag chromium
import { expect, test } from 'vitest';
import { growRecords } from '../../bench/search/grow-records.ts';
import { searchRecords } from '../../testing/search-site.ts';
import { typingReaders } from './support/typing-readers.ts';

/** How fast, on a quiet machine, is for the bench to say. */
test('fifty readers type for five seconds: every letter is answered, and pages are served beside it', {
  timeout: 90_000,
}, async () => {
  const queries = [
    'dropdown',
    'how do I send a notification',
    'variabel',
    'rest api',
    'case variables',
    '@@',
  ];
  const typed = await typingReaders({ records: growRecords(searchRecords(), 2_000), queries, seconds: 5 });
  expect(typed.errors).toEqual([]);
  expect(typed.searches).toBeGreaterThan(50);
  expect(typed.pageTimes.length).toBeGreaterThan(1);
});
