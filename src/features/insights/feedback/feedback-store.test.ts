import { describe, expect, test } from 'vitest';
import { listBothStores } from '../../../../testing/both-stores.ts';
import { openDatabase } from '../../../storage/open-database.ts';
import { feedbackFile } from '../data-files.ts';
import type { Feedback, Report } from './feedback.ts';
import { openFeedback } from './feedback-store.ts';

const answer = (changes: Partial<Feedback> = {}): Feedback => ({
  page: '/docs/a',
  reader: 'r1',
  helpful: true,
  comment: '',
  at: 1_000,
  ...changes,
});

const report = (changes: Partial<Report> = {}): Report => ({
  page: '/docs/a',
  reader: 'r1',
  kind: 'wrong',
  passage: 'Press Send.',
  comment: 'It is Save.',
  release: 'b1',
  at: 1_000,
  ...changes,
});

describe.each(listBothStores())('feedback in %s', (_name, environment) => {
  test('is listed unchanged, newest first, for all pages or for one', async () => {
    const store = await openFeedback(await environment());
    const all = [
      answer({
        page: '/docs/流程',
        at: Date.UTC(2030, 0, 2),
        helpful: false,
        comment: 'Zwei\nZeilen\t„ü“ 🚀',
      }),
      answer({ page: '/docs/Zebra', at: 2_000 }),
      answer({ page: '/docs/a', at: 2_000 }),
      answer({ page: '/docs/a', reader: 'r2', at: 2_000 }),
    ];
    for (const one of all.toReversed()) await store.put(one);
    expect(await store.list()).toEqual(all);
    expect(await store.list('/docs/a')).toEqual(all.slice(2));
    expect(await store.list('/docs')).toEqual([]);
    await store.close();
  });

  test('is one answer per reader and page: a later one replaces it, also in another process', async () => {
    const where = await environment();
    const store = await openFeedback(where);
    await store.put(answer({ comment: 'Good.' }));
    await store.put(answer({ reader: 'r2' }));
    await store.close();
    const again = await openFeedback(where);
    await again.put(answer({ helpful: false, at: 3_000 }));
    expect(await again.list()).toEqual([answer({ helpful: false, at: 3_000 }), answer({ reader: 'r2' })]);
    await again.close();
  });

  test('is searched, filtered and sorted, and is open again when its reader changes it', async () => {
    const store = await openFeedback(await environment());
    await store.put(answer({ comment: 'The Rows are missing.' }));
    await store.put(answer({ page: '/docs/b', helpful: false, at: 2_000 }));
    const all = { search: '', sort: 'at', descending: true, offset: 0, limit: 10 } as const;
    const listPages = async (query: Partial<Parameters<typeof store.readPage>[0]>) =>
      (await store.readPage({ ...all, ...query })).rows.map(({ page }) => page);
    expect(await listPages({})).toEqual(['/docs/b', '/docs/a']);
    expect(await listPages({ sort: 'helpful', descending: false })).toEqual(['/docs/b', '/docs/a']);
    expect(await listPages({ search: 'MISSING rows' })).toEqual(['/docs/a']);
    expect(await store.readPage({ ...all, offset: 1, limit: 1 })).toMatchObject({
      rows: [{ page: '/docs/a' }],
      total: 2,
    });
    const original = answer({ comment: 'The Rows are missing.' });
    expect(await store.settle({ ...original, at: 999 }, { state: 'done', note: '' })).toBe(false);
    expect(await store.settle(original, { state: 'answered', note: 'They are there now.' })).toBe(true);
    expect(await listPages({ state: 'open' })).toEqual(['/docs/b']);
    await store.put(answer({ comment: 'The Rows are missing.', at: 3_000 }));
    expect(await listPages({ search: 'there now', state: 'answered' })).toEqual(['/docs/a']);
    await store.put(answer({ comment: 'And now the columns.', at: 4_000 }));
    expect(await listPages({ state: 'open' })).toEqual(['/docs/a', '/docs/b']);
    await store.close();
  });

  test('is removed when its last change is too old, and with its reader', async () => {
    const store = await openFeedback(await environment());
    for (const reader of ['r1', 'r2', 'r3']) await store.put(answer({ reader }));
    await store.put(answer({ reader: 'r1', at: 2_000 }));
    await store.put(answer({ reader: 'r3', page: '/docs/b', at: 2_000 }));
    await store.removeBefore(1_000);
    expect(await store.list()).toHaveLength(4);
    await store.removeBefore(1_001);
    expect((await store.list()).map(({ reader }) => reader)).toEqual(['r1', 'r3']);
    await store.removeByReader('r3');
    expect((await store.list()).map(({ reader }) => reader)).toEqual(['r1']);
    await store.close();
  });

  test('holds any number of reported passages for a page, which are settled one by one', async () => {
    const store = await openFeedback(await environment());
    const longText = '🚀'.repeat(300);
    await store.put(answer());
    for (const one of [
      report(),
      report({ kind: 'unclear' }),
      report({ passage: longText }),
      report({ passage: '' }),
    ])
      expect(await store.putReport(one)).toBe(true);
    expect(await store.putReport(report({ comment: 'It is Send.', release: 'b2', at: 2_000 }))).toBe(true);
    const all = await store.list('/docs/a');
    expect(all).toHaveLength(5);
    expect(all[0]).toEqual({
      ...report({ comment: 'It is Send.', release: 'b2', at: 2_000 }),
      helpful: false,
    });
    expect(all.find(({ kind }) => kind === undefined)).toEqual(answer());
    expect(all.map(({ passage }) => passage)).toContain(longText);

    const query = { sort: 'at', descending: true, offset: 0, limit: 10 } as const;
    const find = (search: string) => store.readPage({ ...query, search });
    expect((await find('press send')).total).toBe(2);
    expect(await store.settle(report({ kind: 'unclear' }), { state: 'done', note: 'Clear now.' })).toBe(true);
    expect(await store.settle(report({ kind: 'missing' }), { state: 'done', note: '' })).toBe(false);
    expect((await find('clear now')).rows).toMatchObject([{ kind: 'unclear', state: 'done' }]);
    expect((await store.readPage({ ...query, search: '', state: 'open' })).total).toBe(4);

    await store.removeBefore(1_001);
    expect(await store.listByReader('r1')).toHaveLength(1);
    await store.removeByReader('r1');
    expect(await store.list()).toEqual([]);
    await store.close();
  });

  test('has a limit for the reports of one reader', async () => {
    const store = await openFeedback(await environment());
    const reports = Array.from({ length: 500 }, (_, index) => report({ passage: `${index}` }));
    for (const one of reports) await store.putReport(one);
    expect(await store.putReport(report())).toBe(false);
    expect(await store.putReport(report({ reader: 'r2' }))).toBe(true);
    await store.close();
  });

  test.each([
    ['a report of another kind', 'reports', "kind = 'outdated'"],
    ['a report in another state', 'reports', "state = 'postponed'"],
    ['an opinion in another state', 'feedback', "state = 'postponed'"],
  ] as const)('is listed without %s, which only a newer version knows', async (_what, table, change) => {
    const where = await environment();
    const reasons: Error[] = [];
    const store = await openFeedback(where, (reason) => reasons.push(reason));
    for (const page of ['/docs/a', '/docs/b']) {
      await store.put(answer({ page }));
      await store.putReport(report({ page }));
    }
    const database = await openDatabase(where, feedbackFile);
    await database.query(`UPDATE ${database.names[table]} SET ${change} WHERE page = $1`, ['/docs/b']);
    await database.close();
    const query = { search: '', sort: 'at', descending: true, offset: 0, limit: 10 } as const;
    expect((await store.readPage(query)).rows).toHaveLength(3);
    expect(reasons).toHaveLength(1);
    // The lists without states leave out unknown kinds only.
    const listedCount = change.startsWith('kind') ? 3 : 4;
    expect(await store.list()).toHaveLength(listedCount);
    expect(await store.listByReader('r1')).toHaveLength(listedCount);
    expect(reasons).toHaveLength(change.startsWith('kind') ? 3 : 1);
    await store.close();
  });

  test('is complete when several processes write at once', async () => {
    const where = await environment();
    const processes = await Promise.all([openFeedback(where), openFeedback(where), openFeedback(where)]);
    await Promise.all(
      processes.flatMap((store, index) =>
        ['r1', 'r2', `r3-${index}`].map((reader) => store.put(answer({ reader }))),
      ),
    );
    const readers = (await processes[0]?.list())?.map(({ reader }) => reader);
    expect(readers).toEqual(['r1', 'r2', 'r3-0', 'r3-1', 'r3-2']);
    await Promise.all(processes.map((store) => store.close()));
  });
});
