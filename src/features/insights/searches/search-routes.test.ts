import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../../testing/server.ts';
import type { EndpointAnswer } from '../../../model/api/endpoints.ts';
import { openCounts } from './search-counts.ts';

let folder: string;
let server: TestServer;
let cookie: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'searches-'));
  const settings = { DATA_DIR: folder, DOCS_DIR: path.join(folder, 'docs'), SEARCH: 'embedded' } as const;
  server = await startServer({ environment: settings });
  cookie = await server.signIn();
  const counts = await openCounts(settings);
  const day = new Date().toISOString().slice(0, 10);
  const createSearch = (query: string, hits: number) => ({ day, query, hits });
  await counts.add(
    [createSearch('rows', 3), createSearch('rows', 4), createSearch('boss', 0), createSearch('hide rows', 2)],
    [{ day, query: 'rows', opened: '/docs/Tasks' }],
  );
  await counts.close();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const list = async (query: string): Promise<EndpointAnswer<'listSearches'>> =>
  (await server.get(`/api/v1/searches?${query}`, { cookie })).json();
const listQueries = async (query: string) => (await list(query)).rows.map((row) => row.query);
const add = (what: 'questions' | 'synonyms', payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/searches/${what}`,
    headers: { host: 'localhost:3000', cookie },
    payload,
  });

test('searches are listed by kind, filtered by words, sorted, in pages', async () => {
  expect((await list('')).rows[0]).toEqual({ query: 'rows', count: 2, hits: 4, opened: 1 });
  expect(await listQueries('kind=without-results')).toEqual(['boss']);
  expect(await listQueries('kind=unopened')).toEqual(['hide rows']);
  expect(await listQueries('search=ROWS&sort=query&order=ascending')).toEqual(['hide rows', 'rows']);
  expect(await list('sort=hits&page=2&limit=1')).toMatchObject({ rows: [{ query: 'hide rows' }], total: 3 });
  const { days }: EndpointAnswer<'readSearchDays'> = (
    await server.get('/api/v1/searches/days?days=7', { cookie })
  ).json();
  expect(days.map(({ count }) => count)).toEqual([4]);
});

test('a question and a synonym are written to the docs folder, or returned for copying', async () => {
  const question = { address: '/docs/Tasks#hide', question: 'where did it  go?' };
  const answerWithoutFile: EndpointAnswer<'addQuestion'> = (await add('questions', question)).json();
  expect(answerWithoutFile).toEqual({
    isWritten: false,
    file: '_questions/from-searches.yaml',
    text: '"/docs/Tasks#hide":\n  - "where did it go?"\n',
  });
  mkdirSync(path.join(folder, 'docs'));
  expect((await add('questions', question)).json()).toEqual({ ...answerWithoutFile, isWritten: true });
  expect(readFileSync(path.join(folder, 'docs', answerWithoutFile.file), 'utf8')).toBe(
    answerWithoutFile.text,
  );
  expect((await add('synonyms', { rule: 'boss => manager' })).json()).toMatchObject({ isWritten: true });
  const rules = readFileSync(path.join(folder, 'docs/_questions/synonyms.txt'), 'utf8');
  expect(rules).toBe('boss => manager\n');
});

test('invalid input is rejected and changes nothing', async () => {
  mkdirSync(path.join(folder, 'docs'));
  for (const address of ['/docs/nothing', '/admin/users', '/404', '/assets/shell-3c4d.js'])
    expect((await add('questions', { address, question: 'why' })).statusCode).toBe(404);
  expect((await add('questions', { address: 'docs', question: 'why' })).statusCode).toBe(400);
  for (const rule of ['boss', 'a => b => c', 'a, , b', '# a, b', ''])
    expect((await add('synonyms', { rule })).statusCode).toBe(400);
  chmodSync(path.join(folder, 'docs'), 0o500);
  const added = (await add('synonyms', { rule: 'boss => manager' })).json();
  chmodSync(path.join(folder, 'docs'), 0o700);
  // Root can write in any case.
  expect(added.isWritten).toBe(process.getuid?.() === 0);
});
