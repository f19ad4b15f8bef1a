import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countsFile } from '../../src/features/insights/data-files.ts';
import { openCounts } from '../../src/features/insights/searches/search-counts.ts';
import { openEmbeddedEngine } from '../../src/search/engine/embedded.ts';
import { createSiteSearch } from '../../src/server/api/search.ts';
import { locateDataFile } from '../../src/storage/open-database.ts';
import { growRecords } from '../../testing/grow-records.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { createTestToken } from '../../testing/personal-token.ts';
import { createTemporaryIndex } from '../../testing/search-index.ts';
import { searchRecords } from '../../testing/search-site.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { testEnvironment } from '../../testing/test-environment.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'search-flood-'));
const password = 'correct horse battery';
let index: ReturnType<typeof createTemporaryIndex>;
let server: TestServer;
/** Cookies of the reader who floods, and of ten others. */
let cookies: string[];
/** A token of the reader who floods. */
let token: string;

beforeAll(async () => {
  index = createTemporaryIndex(growRecords(searchRecords(), 5_000));
  const environment = { LOG_LEVEL: 'error', DATA_DIR } as const;
  // Searches wait for their turn without a deadline, because the machine may be busy.
  const engine = await openEmbeddedEngine({
    file: index.file,
    deadlineMs: PATIENCE_MS,
    waitMaxMs: PATIENCE_MS,
    supersededWaitMs: PATIENCE_MS,
  });
  const search = createSiteSearch(testEnvironment(environment), {
    engine,
    switchTo: async () => {},
    checkUsable: async () => {},
  });
  server = await startServer({ environment, search });
  cookies = await Promise.all(
    Array.from({ length: 11 }, async (_, position) => {
      const email = `reader${position}@example.com`;
      await server.identity.accounts.add({ email, name: email, role: 'reader', password });
      const signedIn = await server.identity.signIn({ email, password, address: '127.0.0.1' });
      return signedIn.outcome === 'signed-in' ? `sid=${signedIn.token}` : signedIn.outcome;
    }),
  );
  const accountId = (await server.identity.accounts.findByEmail('reader0@example.com'))?.id ?? '';
  token = (await createTestToken(server.identity, accountId)).secret;
});
afterAll(async () => {
  await server?.close();
  index?.remove();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** The most expensive query of this length. */
const stopWords = 'the of to and in a is for on with as by an at from or be that this it';

/** Sends a request as a reader, by session, or as the flooding reader by token. */
const post = (at: number | 'token', url: string, payload: object) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost:3000',
      ...(at === 'token' ? { authorization: `Bearer ${token}` } : { cookie: cookies[at] }),
      'content-type': 'text/plain',
    },
    payload: JSON.stringify(payload),
  });

async function ask(at: number | 'token', queries: readonly string[]): Promise<number> {
  const requests = queries.map((query) => ({ indexName: 'docs', query }));
  return (await post(at, '/1/indexes/*/queries', { requests })).statusCode;
}
let searchCount = 0;
/** Searches that are new each time, so that no answer comes from memory. */
const flood = (at: 0 | 'token' = 0) =>
  ask(
    at,
    Array.from({ length: 20 }, (_, position) => `${stopWords.slice(position)} ${searchCount++}`),
  );

test('one reader with 14 calls of 20 searches at once, half of them by a token, doesn’t make other readers wait', async () => {
  const order: string[] = [];
  const noteOrder = async (who: string, answer: Promise<number>) => {
    const status = await answer;
    order.push(`${who} ${status}`);
  };
  const calls = Array.from({ length: 14 }, (_, position) =>
    noteOrder('flood', flood(position % 2 === 0 ? 0 : 'token')),
  );
  const otherCalls = Array.from({ length: 10 }, (_, position) =>
    noteOrder('other', ask(position + 1, ['variables of a task'])),
  );
  await Promise.all([...calls, ...otherCalls]);
  // Two calls are accepted. The second one still has searches left when all other readers have their answers.
  expect(order.filter((one) => one === 'flood 429')).toHaveLength(12);
  expect(order.filter((one) => one === 'other 200')).toHaveLength(10);
  expect(order.at(-1)).toBe('flood 200');
  expect(order.filter((one) => one === 'flood 200')).toHaveLength(2);
});

test('a refused reader learns when to ask again, and gets an answer then', async () => {
  const payload = {
    requests: Array.from({ length: 20 }, (_, position) => ({ indexName: 'docs', query: `of ${position}` })),
  };
  const calls = await Promise.all(Array.from({ length: 5 }, () => post(0, '/1/indexes/*/queries', payload)));
  const refusedCalls = calls.filter(({ statusCode }) => statusCode === 429);
  expect(refusedCalls).toHaveLength(3);
  for (const { headers, body } of refusedCalls) {
    expect(headers['retry-after']).toBe('1');
    expect(JSON.parse(body)).toEqual({ message: expect.any(String), status: 429 });
  }
  expect(await ask(0, ['variables'])).toBe(200);
});

test('a reader who types meanwhile gets an answer for each letter', async () => {
  let stop = false;
  const flooding = Array.from({ length: 14 }, async () => {
    while (!stop) if ((await flood()) !== 200) await new Promise(setImmediate);
  });
  const word = 'variables';
  const typing = Array.from({ length: 10 }, async (_, position) => {
    const answers = [];
    for (let typedLength = 1; typedLength <= word.length; typedLength++)
      answers.push(await ask(position + 1, [word.slice(0, typedLength)]));
    return answers;
  });
  try {
    for (const answers of await Promise.all(typing)) expect(new Set(answers)).toEqual(new Set([200]));
  } finally {
    stop = true;
    await Promise.all(flooding);
  }
});

test('250 calls of events with invented hits leave nothing on the disk, and pages are answered meanwhile', async () => {
  const requests = [{ indexName: 'docs', query: 'variables', clickAnalytics: true }];
  const [answer] = (await post(0, '/1/indexes/*/queries', { requests })).json().results;
  const objectIDs = [answer.hits[0].objectID, ...Array.from({ length: 19 }, (_, n) => `0-/invented/${n}`)];
  const createEvents = (call: number) =>
    Array.from({ length: 20 }, (_, n) => ({
      eventType: 'click',
      queryID: answer.queryID,
      objectIDs: objectIDs.map((id, position) => (position === 0 ? id : `${id}/${call}/${n}`)),
    }));
  const calls = Array.from({ length: 250 }, (_, call) =>
    post(0, '/1/events', { events: createEvents(call) }),
  );
  const page = await server.get('/docs/Tasks', { cookie: cookies[1] ?? '' });
  expect(page.statusCode).toBe(200);
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(
    [200, 429].map((expectedStatus) => statuses.filter((status) => status === expectedStatus).length),
  ).toEqual([120, 130]);
  // Another reader's requests aren't refused.
  expect((await post(1, '/1/events', { events: [] })).statusCode).toBe(200);
  // All counts are written when the server closes.
  await server.app.close();
  const counts = await openCounts({ DATA_DIR });
  const { frequent } = await counts.report('2000-01-01', 1_000);
  await counts.close();
  expect(frequent.find(({ query }) => query === 'variables')).toMatchObject({ opened: 1 });
  expect(frequent.reduce((sum, { opened }) => sum + opened, 0)).toBe(1);
  expect(statSync(locateDataFile({ DATA_DIR }, countsFile)).size).toBeLessThan(500_000);
});
