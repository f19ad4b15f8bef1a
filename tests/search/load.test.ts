// @module-tag chromium
import { expect, test } from 'vitest';
import { growRecords } from '../../testing/grow-records.ts';
import { searchRecords } from '../../testing/search-site.ts';
import { runTypingReaders } from './support/typing-readers.ts';

/** The benchmark measures the times on a quiet machine. */
test('fifty readers type for five seconds: every letter is answered, and pages are served beside it', async () => {
  const queries = [
    'dropdown',
    'how do I send a notification',
    'variabel',
    'rest api',
    'case variables',
    '@@',
  ];
  const typingResult = await runTypingReaders({
    records: growRecords(searchRecords(), 2_000),
    queries,
    seconds: 5,
  });
  expect(typingResult.errors).toEqual([]);
  expect(typingResult.searches).toBeGreaterThan(50);
  expect(typingResult.pageTimes.length).toBeGreaterThan(1);
});

/**
 * Each search in flight has a connection, so a thousand readers who type on without waiting need up to 3,000 file
 * descriptors in each process. Without one, libuv accepts a connection and closes it at once, and the client reports
 * ECONNRESET or "socket hang up": raise the hard limit then (`ulimit -Hn`). The server isn't at fault, and `doctor` warns
 * about such a limit. A full accept queue resets connections, too, if it stays full for long (`ACCEPT_QUEUE_MAX`).
 */
test('a thousand readers search as they type in one process, and no search is refused', async () => {
  const queries = ['dropdown', 'textbox', 'notifications', 'case variables', 'rest api', 'user task', 'php'];
  const typingResult = await runTypingReaders({
    records: growRecords(searchRecords(), 2_000),
    queries,
    seconds: 6,
    readers: 1_000,
    thinkMs: 3_000,
    lettersTyped: 3,
  });
  expect(typingResult.errors).toEqual([]);
  expect(typingResult.searches).toBeGreaterThan(1_000);
  const { computed, cached, superseded, ...refusedCounts } = typingResult.results;
  expect(computed + cached + superseded).toBe(typingResult.searches);
  expect(cached).toBeGreaterThan(computed);
  expect(refusedCounts).toEqual({ 'too-many': 0, overloaded: 0, unavailable: 0 });
});
