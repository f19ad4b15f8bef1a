import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { listBothStores } from '../../../testing/both-stores.ts';
import { locateDataFile } from '../../storage/open-database.ts';
import { countsFile, feedbackFile } from './data-files.ts';
import { openInsights } from './insights-store.ts';

const day = '2026-01-05';

test.each(listBothStores())(
  'searches, page views, changes and feedback are stored in %s',
  async (_, environment) => {
    const where = await environment();
    const store = await openInsights(where);
    await store.searches.add([{ day, query: 'dropdown', hits: 3 }], []);
    await store.views.add([{ day, page: '/docs/a', count: 2 }]);
    await store.changes.record(new Map([['/docs/a', 'first']]), 1_000);
    await store.changes.record(new Map([['/docs/a', 'second']]), 2_000);
    await store.feedback.put({ page: '/docs/a', reader: 'r', helpful: true, comment: '', at: 3_000 });
    await store.close();

    const again = await openInsights(where);
    expect((await again.searches.report(day, 1)).searches).toBe(1);
    expect(await again.views.countByDay(day)).toEqual([{ day, count: 2 }]);
    expect(await again.changes.find('/docs/a')).toBe(2_000);
    expect(await again.feedback.list()).toMatchObject([{ page: '/docs/a', reader: 'r' }]);
    await again.close();
  },
);

test.each([countsFile, feedbackFile])(
  'nothing stays open if the file $name is damaged',
  async ({ name: damaged }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'insights-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await (await openInsights({ DATA_DIR: folder })).close();
    const locate = (name: string) => locateDataFile({ DATA_DIR: folder }, { name });
    writeFileSync(locate(damaged), 'not a database'.repeat(100));
    await expect(openInsights({ DATA_DIR: folder })).rejects.toMatchObject({ code: 'store-not-a-database' });

    const [other = ''] = [countsFile, feedbackFile]
      .map(({ name }) => name)
      .filter((name) => name !== damaged);
    using database = new DatabaseSync(locate(other));
    // Fails if another connection has the file open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  },
);
