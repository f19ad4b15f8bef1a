import { expect, test } from 'vitest';
import { listBothStores } from '../../../testing/both-stores.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { usageFile } from './usage-file.ts';
import { createUsageStore } from './usage-store.ts';

const now = Date.UTC(2026, 10, 27, 12);
const usage = { requests: 1, answered: 1, failed: 0, struck: 2, promptTokens: 700, completionTokens: 40 };
const none = { requests: 0, answered: 0, failed: 0, struck: 0, promptTokens: 0, completionTokens: 0 };

test.each(listBothStores())('sums days in %s, and removes them after 400 days', async (_, openSettings) => {
  const database = await openDatabase(await openSettings(), usageFile);
  const store = createUsageStore(database);
  expect(await store.sum(30, now)).toEqual(none);
  await store.add(usage, now - 401 * DAY_MS);
  await store.add(usage, now - DAY_MS);
  await store.add(usage, now);
  await store.add({ ...usage, failed: 1 }, now);
  expect(await store.sum(1, now)).toEqual({
    requests: 2,
    answered: 2,
    failed: 1,
    struck: 4,
    promptTokens: 1_400,
    completionTokens: 80,
  });
  expect(await store.sum(30, now)).toMatchObject({ requests: 3, promptTokens: 2_100 });
  expect(await store.sum(1_000, now)).toMatchObject({ requests: 3 });
  await database.close();
});
