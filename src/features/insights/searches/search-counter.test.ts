import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../../../testing/postgres.ts';
import { createSearchCounter } from './search-counter.ts';
import { openCounts } from './search-counts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let lastId = 0;

async function setUp(start = Date.UTC(2026, 0, 1)) {
  lastId += 1;
  const counts = await openCounts({ DATA_DIR: path.join(folder, String(lastId)) });
  const clock = { now: start };
  const errors: unknown[] = [];
  const counter = createSearchCounter({
    counts,
    now: () => clock.now,
    onError: (error) => errors.push(error),
  });
  const objectIDs = ['0-/docs/forms/textbox'];
  const type = (query: string, reader = 'a', nbHits = 1, queryID = `${reader}-${query}`) =>
    counter.searched({ json: '', query, nbHits, page: 0, queryID, objectIDs }, reader);
  return { counts, clock, counter, type, errors };
}

test('counts a typed word once, not once per letter', async () => {
  const { counts, counter, type } = await setUp();
  for (const typedText of ['d', 'dr', 'dro', 'dr', 'dropdown']) type(typedText);
  for (const typedText of ['t', 'tex']) type(typedText, 'b');
  type('case');
  await counter.flush();
  const report = await counts.report('2026-01-01', 10);
  expect(report.frequent.map((row) => [row.query, row.count])).toEqual([
    ['case', 1],
    ['dropdown', 1],
    ['tex', 1],
  ]);
  expect(report.searches).toBe(3);
  await counter.close();
  await counts.close();
});

test('reports frequent queries, queries without results, and queries without opened results', async () => {
  const { counts, counter, type } = await setUp();
  for (const reader of ['a', 'b']) type('Dropdown ', reader, 4);
  type('banana', 'c', 0);
  type('textbox', 'd', 2);
  counter.happened({ kind: 'opened', queryID: 'd-textbox', objectIDs: ['0-/docs/forms/textbox'] }, 'd');
  await counter.flush();
  expect(await counts.report('2026-01-01', 10)).toEqual({
    searches: 4,
    frequent: [
      { query: 'dropdown', count: 2, hits: 4, opened: 0 },
      { query: 'banana', count: 1, hits: 0, opened: 0 },
      { query: 'textbox', count: 1, hits: 2, opened: 1 },
    ],
    withoutResults: [{ query: 'banana', count: 1, hits: 0, opened: 0 }],
    unopened: [{ query: 'dropdown', count: 2, hits: 4, opened: 0 }],
  });
  await counter.close();
  await counts.close();
});

test('counts a question without an answer as a search without results, once', async () => {
  const { counts, counter, type } = await setUp();
  type('how do i paint', 'a', 7);
  counter.unanswered('how do i paint', 'a');
  type('How do I paint it?', 'a', 5);
  counter.unanswered('How do I  paint it? ', 'a');
  type('what is it', 'b', 3);
  counter.unanswered('Asked by a program, without a search', 'c');
  await counter.flush();
  expect((await counts.report('2026-01-01', 10)).frequent).toEqual([
    { query: 'asked by a program, without a search', count: 1, hits: 0, opened: 0 },
    { query: 'how do i paint it?', count: 1, hits: 0, opened: 0 },
    { query: 'what is it', count: 1, hits: 3, opened: 0 },
  ]);
  await counter.close();
  await counts.close();
});

test('counts an uncounted answer when an event reports that it was viewed', async () => {
  const { counts, counter } = await setUp();
  counter.shown({ json: '', query: 'quiet', nbHits: 1, page: 0, queryID: 'q', objectIDs: [] });
  counter.happened({ kind: 'seen', queryID: 'q', objectIDs: [] }, 'a');
  counter.happened({ kind: 'opened', queryID: 'unknown', objectIDs: ['0-/x'] }, 'a');
  await counter.flush();
  expect((await counts.report('2026-01-01', 10)).frequent).toEqual([
    { query: 'quiet', count: 1, hits: 1, opened: 0 },
  ]);
  await counter.close();
  await counts.close();
});

test('counts an opened hit once, and only if the answer contained it', async () => {
  const { counts, counter, type } = await setUp();
  type('textbox');
  for (const objectID of ['0-/docs/forms/textbox', '0-/docs/forms/textbox', '0-/invented', 'x'.repeat(800)])
    counter.happened({ kind: 'opened', queryID: 'a-textbox', objectIDs: [objectID, objectID] }, 'a');
  await counter.flush();
  expect((await counts.report('2026-01-01', 10)).frequent).toEqual([
    { query: 'textbox', count: 1, hits: 1, opened: 1 },
  ]);
  await counter.close();
  await counts.close();
});

test('limits the counts of a program that searches without pause', async () => {
  const { counts, clock, counter, type } = await setUp();
  for (let at = 0; at < 200; at++) type(`${at} of a program`);
  await counter.flush();
  expect((await counts.report('2026-01-01', 1)).searches).toBe(60);
  // Letters aren't searches, so a reader who types a lot isn't mistaken for a program.
  for (let at = 1; at <= 200; at++) type('x'.repeat(at), 'b');
  type('dropdown', 'b');
  await counter.flush();
  expect((await counts.report('2026-01-01', 1)).searches).toBe(62);
  clock.now += 60_000;
  type('later');
  await counter.flush();
  expect((await counts.report('2026-01-01', 1)).searches).toBe(63);
  await counter.close();
  await counts.close();
});

test.each(['SQLite', 'PostgreSQL'])(
  'a day has so many rows, and the rest is counted together, in %s',
  async (kind) => {
    lastId += 1;
    const database = kind === 'PostgreSQL' ? await startPostgres() : undefined;
    const counts = await openCounts(
      { DATA_DIR: path.join(folder, String(lastId)), DATABASE_URL: await database?.createDatabase() },
      2,
    );
    const day = '2026-01-01';
    const addSearch = (query: string) =>
      counts.add([{ day, query, hits: 1 }], [{ day, query, opened: '/docs/a' }]);
    for (const query of ['one', 'two', 'three', 'four', 'one']) await addSearch(query);
    const { searches, frequent } = await counts.report(day, 10);
    expect(searches).toBe(5);
    expect(frequent).toEqual([
      { query: 'one', count: 2, hits: 1, opened: 2 },
      { query: 'two', count: 1, hits: 1, opened: 1 },
    ]);
    await counts.close();
    await database?.remove();
  },
);

test('keeps counts for 90 days', async () => {
  const { counts, clock, counter, type } = await setUp();
  type('old');
  await counter.flush();
  clock.now += 91 * 86_400_000;
  type('new');
  await counter.flush();
  expect((await counts.report('2026-01-01', 10)).frequent.map((row) => row.query)).toEqual(['new']);
  await counter.close();
  await counts.close();
});

test('keeps counts until an unavailable database is back', async () => {
  const database = await startPostgres();
  const counts = await openCounts({ DATA_DIR: folder, DATABASE_URL: await database.createDatabase() });
  const errors: unknown[] = [];
  const now = () => Date.UTC(2026, 0, 1);
  const counter = createSearchCounter({ counts, now, onError: (error) => errors.push(error) });
  const type = (query: string) =>
    counter.searched({ json: '', query, nbHits: 1, page: 0, queryID: query, objectIDs: ['0-/docs/a'] }, 'a');
  await database.crash();
  for (const query of ['first', 'second']) {
    type(query);
    counter.happened({ kind: 'opened', queryID: query, objectIDs: ['0-/docs/a'] }, 'a');
    await counter.flush();
  }
  expect(errors).toHaveLength(2);
  await database.start();
  await counter.flush();
  expect((await counts.report('2026-01-01', 10)).frequent).toEqual([
    { query: 'first', count: 1, hits: 1, opened: 1 },
    { query: 'second', count: 1, hits: 1, opened: 1 },
  ]);
  await counter.close();
  await counts.close();
  await database.remove();
});

test("reports counts that can't be written, and continues", async () => {
  const { counts, counter, type, errors } = await setUp();
  await counts.close();
  type('lost');
  await counter.flush();
  expect(errors).toHaveLength(1);
});
