import { copyFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { growRecords } from '../../../testing/grow-records.ts';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { parseBody } from '../protocol/request.ts';
import { createCurrentEngine } from './current-engine.ts';
import { openEmbeddedEngine } from './embedded.ts';
import type { SearchOutcome } from './engine.ts';

const index = createTemporaryIndex();
afterAll(() => index.remove());

/** A search waits as long as a busy machine makes it wait. */
const patience = { deadlineMs: PATIENCE_MS, waitMaxMs: PATIENCE_MS };

function createRequests(...queries: string[]) {
  const body = { requests: queries.map((query) => ({ indexName: 'docs', query })) };
  return parseBody(JSON.stringify(body), ['docs']).requests ?? [];
}
const findFirstUrl = (searchOutcome: SearchOutcome) =>
  searchOutcome.outcome === 'answered' &&
  searchOutcome.answers.map((answer) => JSON.parse(answer.json).hits[0]?.url);

test('answers every request in order with several threads', async () => {
  const engine = await openEmbeddedEngine({ file: index.file, threads: 2, ...patience });
  const searchOutcome = await engine.search(createRequests('dropdown', 'textbox', 'notifications'));
  expect(findFirstUrl(searchOutcome)).toEqual([
    '/docs/forms/dropdown',
    '/docs/forms/textbox',
    '/docs/admin/notifications',
  ]);
  await engine.close();
});

test("names a file that isn't an index", async () => {
  const broken = `${index.file}.broken`;
  writeFileSync(broken, 'not a database, not at all, not even nearly');
  await expect(openEmbeddedEngine({ file: broken, threads: 1 })).rejects.toThrow(broken);
  await expect(openEmbeddedEngine({ file: `${index.file}.missing`, threads: 1 })).rejects.toThrow();
});

test("replaces a thread that doesn't answer in time", async () => {
  const engine = await openEmbeddedEngine({ file: index.file, threads: 1, deadlineMs: 0 });
  // A busy machine may not look at its clock before the answer has come: then that one was in time.
  await expect
    .poll(() => engine.search(createRequests('dropdown')))
    .toEqual({ outcome: 'unavailable', reason: 'no answer within 0 ms' });
  await engine.close();
});

test('starts the time of a search when its turn comes, not while it waits', async () => {
  const large = createTemporaryIndex(growRecords(searchRecords(), 5_000));
  const batch = Array.from({ length: 250 }, (_, position) =>
    createRequests(`variable form task case user ${position} of a`),
  );
  const measureWithDeadline = async (deadlineMs: number) => {
    const engine = await openEmbeddedEngine({ file: large.file, threads: 1, ...patience, deadlineMs });
    await engine.search(createRequests('variable'));
    const startedAt = performance.now();
    const searchOutcomes = await Promise.all(batch.map((batchRequests) => engine.search(batchRequests)));
    const took = performance.now() - startedAt;
    await engine.close();
    return { answered: searchOutcomes.filter(({ outcome }) => outcome === 'answered').length, took };
  };
  const { took } = await measureWithDeadline(60_000);
  expect((await measureWithDeadline(took / 2)).answered).toBe(batch.length);
  large.remove();
});

test('turns away searches when the queue is full', async () => {
  const engine = await openEmbeddedEngine({ file: index.file, threads: 1, queueMax: 2, ...patience });
  const flood = engine.search(createRequests('a', 'b', 'c', 'd', 'e', 'f'), { reader: 'one' });
  const other = engine.search(createRequests('dropdown'), { reader: 'another' });
  expect(await flood).toEqual({ outcome: 'overloaded' });
  expect(findFirstUrl(await other)).toEqual(['/docs/forms/dropdown']);
  await engine.close();
});

test('readers take turns, so that one with many searches delays no other', async () => {
  const engine = await openEmbeddedEngine({ file: index.file, threads: 1, ...patience });
  const order: string[] = [];
  const ask = async (reader: string, count: number) => {
    await engine.search(
      createRequests(...Array.from({ length: count }, (_, position) => `user task ${position}`)),
      {
        reader,
      },
    );
    order.push(reader);
  };
  await Promise.all([ask('much', 20), ask('ana', 1), ask('ben', 2), ask('cleo', 1)]);
  expect(order).toEqual(['ana', 'cleo', 'ben', 'much']);
  await engine.close();
});

test('ends waiting searches when the engine is closed', async () => {
  const engine = await openEmbeddedEngine({ file: index.file, threads: 1, ...patience });
  const waitingSearch = engine.search(
    createRequests(...Array.from({ length: 20 }, (_, position) => `user ${position}`)),
    {
      reader: 'ana',
    },
  );
  await engine.close();
  expect(await waitingSearch).toEqual({ outcome: 'unavailable', reason: 'search is closed' });
});

test('switches to a new release while the old one still answers', async () => {
  const current = createCurrentEngine();
  expect(await current.search(createRequests('x'))).toMatchObject({ outcome: 'unavailable' });
  current.replace(await openEmbeddedEngine({ file: index.file, threads: 1, ...patience }));
  const before = current.search(createRequests('dropdown'));
  current.replace(await openEmbeddedEngine({ file: index.file, threads: 1, ...patience }));
  const after = current.search(createRequests('textbox'));
  expect(findFirstUrl(await before)).toEqual(['/docs/forms/dropdown']);
  expect(findFirstUrl(await after)).toEqual(['/docs/forms/textbox']);
  await current.close();
});

test("retries a file that couldn't be opened", async () => {
  const current = createCurrentEngine({ retryAfterMs: 0 });
  const late = `${index.file}.late`;
  const followResult = await current.follow(late);
  expect(followResult).toMatchObject({
    outcome: 'unusable',
    error: { message: expect.stringContaining(late) },
  });
  copyFileSync(index.file, late);
  expect(await current.follow(late)).toEqual({ outcome: 'open' });
  expect(findFirstUrl(await current.search(createRequests('dropdown')))).toEqual(['/docs/forms/dropdown']);
  await current.close();
});

test('waits before it retries a file, but opens another one at once', async () => {
  const current = createCurrentEngine();
  const broken = `${index.file}.missing`;
  const openingIndex = current.follow(broken);
  expect((await openingIndex).outcome).toBe('unusable');
  expect(current.follow(broken)).toBe(openingIndex);
  expect(await current.follow(index.file)).toEqual({ outcome: 'open' });
  await current.close();
});

test('searches the last of two files that are opened at the same time', async () => {
  const other = createTemporaryIndex(searchRecords().filter(({ url }) => !url.includes('dropdown')));
  const current = createCurrentEngine();
  await Promise.all([current.follow(other.file), current.follow(index.file)]);
  expect(findFirstUrl(await current.search(createRequests('dropdown')))).toEqual(['/docs/forms/dropdown']);
  await current.close();
  other.remove();
});

test('never blocks the event loop for 10 ms, whatever the query', async () => {
  const large = createTemporaryIndex(growRecords(searchRecords(), 5_000));
  const engine = await openEmbeddedEngine({ file: large.file, threads: 1, ...patience });
  const heavy = [
    ...['a e i o u the of to and in', 'a', 'th', 'zzyzx qwrty plmokn wsxedc rfvtgb', '"'.repeat(64)],
    ...[
      'a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q',
      '流程变量流程变量流程变量',
      'vraiabel ntofications dropdwon textbxo',
    ],
  ];
  await engine.search(createRequests(...heavy));
  // CPU time of this thread, so that a busy machine doesn't matter.
  const measureLongestTurn = async () => {
    let [longest, watching] = [0, true];
    const watch = (before: NodeJS.CpuUsage) => {
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
      if (watching) setImmediate(watch, process.threadCpuUsage());
    };
    const pendingSearch = engine.search(createRequests(...heavy, ...heavy));
    setTimeout(watch, 0, process.threadCpuUsage());
    expect((await pendingSearch).outcome).toBe('answered');
    watching = false;
    return longest;
  };
  // A turn in which memory is tidied up, that of other tests too, says nothing: then it is looked at again.
  let longest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && longest >= 10; look++)
    longest = Math.min(longest, await measureLongestTurn());
  expect(longest).toBeLessThan(10);
  await engine.close();
  large.remove();
});
