import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listBothStores } from '../../../../testing/both-stores.ts';
import { openReadings } from '../../../../testing/open-readings.ts';
import { fixtureEntries, publishRelease } from '../../../../testing/release.ts';
import { startServer, type TestServer } from '../../../../testing/server.ts';
import type { EndpointAnswer } from '../../../model/api/endpoints.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { createReadingCounter } from './view-counter.ts';

const article = '/docs/Tasks';

describe('pages are counted', () => {
  let DATA_DIR: string;
  let server: TestServer;
  let cookie: string;
  beforeEach(async () => {
    DATA_DIR = mkdtempSync(path.join(tmpdir(), 'reading-'));
    server = await startServer({ environment: { DATA_DIR } });
    cookie = await server.signIn();
  });
  afterEach(async () => {
    await server.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  const tell = (page: string) =>
    server.app.inject({
      method: 'POST',
      url: '/_reading',
      headers: { host: 'localhost:3000', cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ page }).toString(),
    });
  const readViews = async (query = '') => {
    const answer = await server.get(`/api/v1/reading${query}`, { cookie });
    const { rows }: EndpointAnswer<'listReading'> = answer.json();
    return Object.fromEntries(rows.map(({ page, count }) => [page, count]));
  };

  test('when the server sends them and when the shell shows them, and no other requests are', async () => {
    await server.get(article, { cookie });
    await server.get(`${article}.html`, { cookie });
    await server.get(article, { cookie, 'sec-purpose': 'prefetch' });
    await server.get(`/_page${article}.json`, { cookie });
    await server.get(article);
    for (const page of ['/account', '/admin/users', '/404', '/docs/nothing', '/assets/shell-3c4d.js'])
      await tell(page);
    await tell(article);
    expect((await tell('/docs/文')).statusCode).toBe(204);
    expect(await readViews()).toEqual({ [article]: 2, '/docs/文': 1 });
    expect(await readViews('?search=TASKS&days=7&sort=page&order=ascending')).toEqual({ [article]: 2 });
    const byDay = await server.get('/api/v1/reading/days?days=7', { cookie });
    const today = new Date().toISOString().slice(0, 10);
    expect(byDay.json()).toEqual({ days: [{ day: today, count: 3 }] });
  });

  test('are listed with their trend, feedback and days, and so are pages without views', async () => {
    const formatDay = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const counts = await openReadings({ DATA_DIR });
    const view = (page: string, ago: number, count: number) => ({ day: formatDay(ago), page, count });
    await counts.add([view(article, 0, 5), view(article, 6, 1), view(article, 8, 2)]);
    await counts.add([view('/docs/文', 0, 1), view('/docs/文', 9, 9), view('/', 20, 7)]);
    await counts.close();
    for (const helpful of ['yes', 'no'])
      await server.app.inject({
        method: 'POST',
        url: '/_feedback',
        headers: { host: 'localhost:3000', cookie: helpful === 'yes' ? cookie : await server.signInAs() },
        payload: { page: article, helpful },
      });
    const list = async (query: string) => (await server.get(`/api/v1/reading${query}`, { cookie })).json();
    expect(await list('?days=7&sort=trend&order=ascending')).toEqual({
      rows: [
        {
          page: '/docs/文',
          count: 1,
          before: 9,
          last: formatDay(0),
          days: [{ day: formatDay(0), count: 1 }],
          helpful: 0,
          answers: 0,
        },
        {
          page: article,
          count: 6,
          before: 2,
          last: formatDay(0),
          days: [
            { day: formatDay(6), count: 1 },
            { day: formatDay(0), count: 5 },
          ],
          helpful: 1,
          answers: 2,
        },
      ],
      total: 2,
      countedSince: formatDay(20),
      pages: 6,
      unopened: 4,
    });
    // Nothing was counted in the 30 days before, and nothing is stored of the 90 days before.
    for (const days of [30, 90])
      expect((await list(`?days=${days}`)).rows.map(({ before }: { before: unknown }) => before)).toEqual([
        null,
        null,
        null,
      ]);
    expect(await list('/unopened?days=7')).toEqual({
      rows: ['/', '/docs/Developer Info/Users', '/docs/Supervisors/', '/docs/a+b&c=[d]'].map((page) => ({
        page,
      })),
      total: 4,
    });
    expect(await list('/unopened?days=30&search=SUPER&limit=1')).toEqual({
      rows: [{ page: '/docs/Supervisors/' }],
      total: 1,
    });
    expect(await list(`/days?days=7&page=${article}`)).toEqual({
      days: [
        { day: formatDay(6), count: 1 },
        { day: formatDay(0), count: 5 },
      ],
    });
  });

  test('are counted separately before and after a release changed them', async () => {
    const change = async (page = article) =>
      (await server.get(`/api/v1/reading/change?page=${encodeURIComponent(page)}`, { cookie })).json();
    expect(await change()).toMatchObject({ changedAt: null, days: 0 });
    const rewrittenEntries = fixtureEntries.map((entry) =>
      entry.url.startsWith(`/_page${article}`) ? { ...entry, content: '{"page":{"html":"new"}}' } : entry,
    );
    await publishRelease(server.dist, { build: 'build-2', entries: rewrittenEntries });
    await server.releases.refresh();
    const counts = await openReadings({ DATA_DIR });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await counts.add([{ day: yesterday, page: article, count: 3 }]);
    await counts.close();
    await tell(article);
    const { changedAt, ...comparison } = await change();
    expect(Date.now() - Date.parse(changedAt)).toBeLessThan(60_000);
    expect(comparison).toEqual({
      days: 1,
      before: { count: 3, helpful: 0, answers: 0 },
      after: { count: 1, helpful: 0, answers: 0 },
    });
    expect(await change('/docs/文')).toMatchObject({ changedAt: null });
    // Another release that leaves the page as it is.
    await publishRelease(server.dist, { build: 'build-3', entries: rewrittenEntries });
    await server.releases.refresh();
    expect((await change()).changedAt).toBe(changedAt);
  });

  test('up to a limit per reader', async () => {
    for (let n = 0; n < 130; n++) await tell(article);
    expect(await readViews()).toEqual({ [article]: 120 });
  });
});

describe.each(listBothStores())('in %s', (_name, environment) => {
  test('the most viewed pages have enough views on enough days', async () => {
    const counts = await openReadings(await environment());
    const views: Readonly<Record<string, readonly number[]>> = {
      '/often': [9, 9],
      '/steadily': [4, 3, 3],
      '/seldom': [5, 4],
      '/once': [50],
      '/earlier': [0, 0, 0, 90, 90],
    };
    for (const [page, byDay] of Object.entries(views))
      await counts.add(
        byDay.flatMap((count, ago) => (count === 0 ? [] : [{ day: `2030-03-0${9 - ago}`, page, count }])),
      );
    const query = { since: '2030-03-07', views: 10, days: 2, limit: 9 };
    expect(await counts.listMostViewed(query)).toEqual(['/often', '/steadily']);
    expect(await counts.listMostViewed({ ...query, limit: 1 })).toEqual(['/often']);
    await counts.close();
  });

  test('several processes add up, old days are deleted, and each day has a limit', async () => {
    const where = await environment();
    let now = Date.parse('2030-03-01T10:00:00Z');
    const stores = [await openReadings(where, 2), await openReadings(where, 2)];
    const processes = stores.map((store) =>
      createReadingCounter({
        counts: store,
        now: () => now,
        onError: (error) => {
          throw error;
        },
      }),
    );
    for (const [index, page] of ['/a', '/b', '/c', '/c', '/a'].entries())
      processes[index % 2]?.countOpening(page);
    for (const process of processes) await process.flush();
    const counts = await openReadings(where);
    const all = { before: '', search: '', sort: 'count', descending: true, offset: 0, limit: 10 } as const;
    // The third page of the day exceeds the limit, so it has no row of its own.
    expect((await counts.readPage({ ...all, since: '2030-03-01' })).total).toBe(2);
    expect(await counts.countByDay('2030-03-01')).toEqual([{ day: '2030-03-01', count: 5 }]);
    now += 24 * 3_600_000;
    processes[0]?.countOpening('/b');
    await processes[0]?.flush();
    const [first] = (await counts.readPage({ ...all, since: '2030-03-02' })).rows;
    expect(first).toEqual({ page: '/b', count: 1, before: 0, last: '2030-03-02' });
    expect(await counts.countByPageAndDay('2030-03-01', ['/b'])).toEqual(
      new Map([['/b', [{ day: '2030-03-02', count: 1 }]]]),
    );
    const trend = await counts.readPage({ ...all, sort: 'trend', descending: false, since: '2030-03-02' });
    expect(trend.rows.map(({ page }) => page)).toEqual(['/b']);
    const trends = await counts.readPage({ ...all, sort: 'trend', since: '2030-03-01' });
    expect(trends.rows.map(({ page, count }) => [page, count])).toEqual([
      ['/a', 2],
      ['/c', 2],
      ['/b', 1],
    ]);
    now += 91 * 24 * 3_600_000;
    await processes[0]?.flush();
    expect(await counts.countByDay('')).toEqual([]);
    expect(await counts.findFirstDay()).toBeUndefined();
    for (const process of processes) await process.close();
    for (const each of [...stores, counts]) await each.close();
  });
});

test('views counted while the store is unavailable are written when it is back', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'reading-'));
  const counts = await openReadings({ DATA_DIR });
  const errors: unknown[] = [];
  let isGone = true;
  const counter = createReadingCounter({
    counts: {
      ...counts,
      add: async (rows) => {
        if (isGone) throw new StoreError('store-locked', 'gone');
        await counts.add(rows);
      },
    },
    onError: (error) => errors.push(error),
  });
  counter.countOpening('/a');
  await counter.flush();
  counter.countOpening('/a');
  isGone = false;
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect((await counts.countByDay('')).map(({ count }) => count)).toEqual([2]);
  await counter.close();
  await counts.close();
  rmSync(DATA_DIR, { recursive: true });
});
