import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openViews } from '../../src/views/scope-views.ts';
import { listBothStores } from '../../testing/both-stores.ts';
import { createTestToken } from '../../testing/personal-token.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';
import { openPostgresStore, openSqliteStore } from '../../testing/stores.ts';
import { TestSite } from '../../testing/test-site.ts';

/** Addresses that mention zibelines to staff only. */
const addresses = [
  '/docs/shared',
  '/_page/docs/shared.json',
  '/docs/rota',
  '/docs/rota.md',
  '/llms.txt',
  '/_titles.json',
  '/search?q=weekly',
];
const site = new TestSite({
  'site.config.ts': `export default { groups: ['staff', 'partners'] };\n`,
  'docs/shared.md':
    '---\nslug: /shared\n---\n\n# Shared\n\nFor all.\n\n<Audience for="staff">\n\nAlso zibelines.\n\n</Audience>\n',
  'docs/rota.md': '---\naudience: staff\n---\n\n# Zibeline rota\n\nWeekly.\n',
  'docs/prices.md': '---\naudience: partners\n---\n\n# Prices\n\nOf numbats.\n',
});
beforeAll(async () => {
  expect((await site.build()).problems).toEqual([]);
});
afterAll(() => site[Symbol.dispose]());

interface Answered {
  what: string;
  /** When the request was sent. */
  phase: 'before' | 'during' | 'after';
  status: number;
  isVisible: boolean;
}

/** A reader who requests every address again and again. */
async function keepReading(
  { app }: TestServer,
  headers: Record<string, string>,
  { phase, answers }: { phase: () => Answered['phase'] | 'end'; answers: Answered[] },
): Promise<void> {
  const tags = new Map<string, string>();
  for (let turn = 0; ; turn += 1) {
    const currentPhase = phase();
    if (currentPhase === 'end') return;
    // An immediate answer would leave no time for the others.
    await setImmediate();
    const url = addresses[turn % (addresses.length + 1)];
    const {
      statusCode,
      body,
      headers: sentHeaders,
    } = await app.inject(
      url === undefined
        ? {
            method: 'POST',
            url: '/1/indexes/*/queries',
            headers: { ...headers, host: 'localhost:3000' },
            payload: JSON.stringify({ requests: [{ indexName: 'docs', query: 'weekly' }] }),
          }
        : // The reader sends the ETag of a page that they already have.
          { url, headers: { ...headers, host: 'localhost:3000', 'if-none-match': tags.get(url) ?? '' } },
    );
    if (url !== undefined && sentHeaders.etag !== undefined) tags.set(url, sentHeaders.etag);
    const isVisible = statusCode === 304 || /zibelines|zibeline rota/i.test(body);
    answers.push({ what: url ?? 'search', phase: currentPhase, status: statusCode, isVisible });
  }
}

describe.each(listBothStores())('three processes on %s', (_, settings) => {
  let servers: [TestServer, TestServer, TestServer];
  let tells: boolean;
  /**
   * The clock of the accounts in each process. The test moves it, so that a second is a second on a busy
   * machine, too.
   */
  let now = Date.now();
  beforeAll(async () => {
    const { DATA_DIR, DATABASE_URL } = await settings();
    tells = DATABASE_URL !== undefined;
    const start = async () =>
      startServer({
        dist: site.distDir,
        openViews,
        store: DATABASE_URL
          ? await openPostgresStore(DATABASE_URL)
          : openSqliteStore(path.join(DATA_DIR, 'accounts.db')),
        clock: () => now,
        environment: { LOG_LEVEL: 'error', DATA_DIR },
      });
    servers = [await start(), await start(), await start()];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.close();
  });

  test('give no reader their old scope a second after their groups were changed under load', async () => {
    const [first] = servers;
    const cookie = await first.signInAs('staff');
    const colleague = await first.signInAs('staff');
    const { accountId = '' } = (await first.identity.resolveSession(cookie.replace('sid=', ''))) ?? {};
    const token = await createTestToken(first.identity, accountId);
    let phase: Answered['phase'] | 'end' = 'before';
    const answers: Answered[] = [];
    const otherAnswers: Answered[] = [];
    const reading = servers.flatMap((server) => [
      keepReading(server, { cookie }, { phase: () => phase, answers }),
      keepReading(server, { authorization: `Bearer ${token.secret}` }, { phase: () => phase, answers }),
      keepReading(server, { cookie: colleague }, { phase: () => phase, answers: otherAnswers }),
    ]);
    onTestFinished(async () => {
      phase = 'end';
      await Promise.all(reading);
    });
    const filterByPhase = (of: readonly Answered[], at: Answered['phase']) =>
      of.filter((answer) => answer.phase === at).length;
    await expect.poll(() => filterByPhase(answers, 'before')).toBeGreaterThan(60);
    expect(answers.filter(({ isVisible }) => !isVisible)).toEqual([]);

    phase = 'during';
    const groupChange = await servers[1].app.inject({
      method: 'PATCH',
      url: `/api/v1/accounts/${accountId}`,
      headers: { cookie: await servers[1].signIn(), host: 'localhost:3000' },
      payload: { groups: ['partners'] },
    });
    expect(groupChange.statusCode).toBe(200);
    const isEnded = async () => {
      const responses = await Promise.all(servers.map(({ get }) => get('/docs/rota', { cookie })));
      return responses.every(({ statusCode }) => statusCode === 401);
    };
    // Processes that announce endings remember a session for longer than this, so only an announcement can end it.
    now += 1_000;
    if (tells) await expect.poll(isEnded).toBe(true);
    phase = 'after';
    await expect.poll(() => filterByPhase(answers, 'after')).toBeGreaterThan(60);

    const again = await first.identity.accounts.findById(accountId);
    const signedIn = await first.identity.signIn({
      ...reader,
      email: again?.email ?? '',
      address: '127.0.0.1',
    });
    if (signedIn.outcome !== 'signed-in') throw new Error(signedIn.outcome);
    const header = { cookie: `sid=${signedIn.token}` };
    for (const { get } of servers) {
      // The reader sends the ETag of a colleague's page.
      const old = await get('/docs/shared', { cookie: colleague });
      const shared = await get('/docs/shared', { ...header, 'if-none-match': String(old.headers.etag) });
      expect([shared.statusCode, shared.body.includes('zibelines')]).toEqual([200, false]);
      expect((await get('/docs/rota', header)).statusCode).toBe(404);
      expect((await get('/docs/prices', header)).body).toContain('Of numbats.');
    }
    expect(answers.filter((answer) => answer.phase === 'after' && answer.status !== 401)).toEqual([]);
    expect(otherAnswers.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});
