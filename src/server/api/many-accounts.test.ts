import { describe, expect, test } from 'vitest';
import { listBothStores } from '../../../testing/both-stores.ts';
import { reader, startServer } from '../../../testing/server.ts';
import { createStore } from '../../accounts/store/store.ts';
import { collectParameters, type Database } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { accountsFile } from '../../storage/tables.ts';

const COUNT = 20_000;
const AT_ONCE = 500;
/** Several times the duration on an idle machine. */
const ANSWER_MAX_MS = 500;
/** Longest uninterrupted work of this process for one request, during which other requests wait. */
const WORK_MAX_MS = 80;

const firstNames = ['Ana', 'Íñigo', 'Борис', 'Zoë', 'María José', 'Chen'];
const lastNames = ['Núñez', 'Иванов', 'Müller', 'O’Neil', 'Okafor', 'García Fernández', 'Lovelace'];

async function addAccounts({ query, names }: Database): Promise<void> {
  for (let start = 0; start < COUNT; start += AT_ONCE) {
    const parameter = collectParameters();
    const rows = Array.from({ length: AT_ONCE }, (_, index) => {
      const n = start + index;
      const name = `${firstNames[n % 6]} ${lastNames[n % 7]} ${n}`;
      const role = n % 50 === 0 ? 'administrator' : 'reader';
      const seen = n % 3 === 0 ? null : Date.UTC(2026, 5, 1) + ((n * 7_919) % 1_000) * 60_000;
      const createdAt = Date.UTC(2026, 0, 1) + ((n * 104_729) % COUNT) * 1_000;
      const values = [
        `id-${n}`,
        `person${n}@example.com`,
        name,
        role,
        n % 40 === 1,
        'hash',
        'local',
        `id-${n}`,
      ];
      return `(${[...values, createdAt, seen].map(parameter).join(', ')})`;
    });
    await query(
      `INSERT INTO ${names.accounts}
         (id, email, name, role, disabled, password_hash, issuer, subject, created_at, last_sign_in_at)
       VALUES ${rows.join(', ')}`,
      parameter.values,
    );
  }
}

/**
 * The duration of the work, the CPU time of this process and of its main thread, and the longest time that the thread
 * works without letting other requests run. Unlike durations, CPU times don't depend on other load of the machine.
 */
async function measure(
  work: () => Promise<unknown>,
): Promise<Record<'took' | 'worked' | 'onThread' | 'stalled', number>> {
  const usage = process.cpuUsage();
  const startTime = performance.now();
  const threadBegun = measureThreadWork();
  let last = threadBegun;
  let stalled = 0;
  let isOver = false;
  const look = () => {
    const now = measureThreadWork();
    stalled = Math.max(stalled, now - last);
    last = now;
    if (!isOver) setTimeout(look, 1);
  };
  setTimeout(look, 1);
  await work();
  isOver = true;
  // An answer without any waiting hasn't let other requests run until here.
  look();
  const { user, system } = process.cpuUsage(usage);
  const took = performance.now() - startTime;
  return { took, worked: (user + system) / 1_000, onThread: last - threadBegun, stalled };
}

/** The best of several runs, because other load of the machine must not count. */
async function measureBest(work: () => Promise<unknown>): Promise<Record<'took' | 'worked', number>> {
  const runs: Awaited<ReturnType<typeof measure>>[] = [];
  for (let run = 0; run < 5; run++) runs.push(await measure(work));
  return {
    took: Math.min(...runs.map(({ took }) => took)),
    worked: Math.min(...runs.map(({ worked }) => worked)),
  };
}

/** In milliseconds. */
function measureThreadWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const sorts = ['name', 'email', 'role', 'last-sign-in', 'created'];
const requests = [
  ...sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&order=descending`]),
  'search=nunez',
  'search=example 1999',
  'search=nobody at all',
  'state=disabled&role=reader&sort=last-sign-in',
  `page=${COUNT / 100}&limit=100`,
  `page=${COUNT / 100}&limit=100&sort=name`,
  `page=${COUNT / 200}&limit=100&sort=name`,
];

describe.each(listBothStores())(`${COUNT} accounts in %s`, (_name, environment) => {
  test('are searched, sorted and paged while other requests are answered', async () => {
    const database = await openDatabase(await environment(), accountsFile);
    const server = await startServer({ store: createStore(database) });
    await addAccounts(database);
    const cookie = await server.signIn();
    const ask = async (query: string, of = '') => {
      const answer = await server.get(`/api/v1/accounts${of}?${query}`, { cookie });
      expect([query, answer.statusCode]).toEqual([query, 200]);
      return answer.json();
    };
    // The first search creates the search words of all accounts, in batches.
    const first = await measure(() => ask('search=nunez'));
    expect(first.stalled).toBeLessThan(first.onThread / 2);
    expect((await ask('search=nunez')).total).toBe(Math.floor(COUNT / 7) + 1);
    expect((await ask(`page=${COUNT / 100 + 1}&limit=100`)).accounts).toHaveLength(1);

    const slow: object[] = [];
    for (const query of requests) {
      const best = await measureBest(() => ask(query));
      if (best.took > ANSWER_MAX_MS || best.worked > WORK_MAX_MS) slow.push({ query, ...best });
    }
    expect(slow).toEqual([]);
    const ids = await measureBest(() => ask('search=', '/ids'));
    expect(ids.worked).toBeLessThan(2 * WORK_MAX_MS);
    // The server writes the file in batches.
    const file = await measure(() => server.get('/api/v1/accounts/file', { cookie }));
    expect(file.stalled).toBeLessThan(file.onThread / 2);
    expect((await ask(`search=${reader.email}`)).total).toBe(1);
    await server.close();
  });
});
