// @module-tag pgbouncer
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Pooler, startPgBouncer } from '../../testing/pgbouncer.ts';
import { type Databases, openSharedPostgres } from '../../testing/postgres.ts';
import { publishRelease } from '../../testing/release.ts';
import { openPostgresStore } from '../../testing/stores.ts';
import { administrator, postSignOut, signIn } from '../load/support/many-machines.ts';
import { type ServerProcess, startServerProcess } from '../load/support/server-processes.ts';

const page = '/docs/Tasks';
let server: Databases;
let folder: string;
let pooler: Pooler;
let databaseUrl: string;
let processes: ServerProcess[];

beforeAll(async () => {
  server = await openSharedPostgres();
  folder = await mkdtemp(path.join(tmpdir(), 'pooled-'));
  await publishRelease(path.join(folder, 'dist'));
});
afterAll(() => rm(folder, { recursive: true }));

async function createDatabase(): Promise<void> {
  databaseUrl = await server.createDatabase();
  processes = [];
}

async function stopAll(): Promise<void> {
  await Promise.all(processes.map((process) => process.kill()));
  await pooler.close();
}

async function startTwo(mode: 'transaction' | 'session', direct?: 'direct'): Promise<void> {
  pooler = await startPgBouncer(databaseUrl, mode);
  const environment = {
    DATA_DIR: folder,
    DIST_DIR: path.join(folder, 'dist'),
    DATABASE_URL: pooler.url,
    DATABASE_POOL: '4',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...(direct === undefined ? {} : { DATABASE_LISTEN_URL: databaseUrl }),
  };
  processes = [await startServerProcess(environment), await startServerProcess(environment)];
}

const listOrigins = (): [string, string] => {
  const [one, two] = processes;
  return [one?.origin ?? '', two?.origin ?? ''];
};

async function readStatusAt(origin: string, cookie: string): Promise<number> {
  const answer = await fetch(origin + page, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

const readReadiness = async (origin: string): Promise<unknown> => (await fetch(`${origin}/readyz`)).json();
const deaf = { status: 'ready', degraded: ['endings-unheard'] };

/**
 * Time between two checks for something that must never happen. Each check takes processor time of both
 * processes.
 */
const PAUSE_MS = 25;

/** Longest time for which a busy machine may stop these tests. */
const STALL_MAX_MS = 30_000;

/** Waits until this much time has passed, because these tests are about the age of cached sessions. */
const waitUntilPassed = (since: number, ms: number) =>
  expect
    .poll(() => performance.now() - since, { timeout: ms + STALL_MAX_MS, interval: 20 })
    .toBeGreaterThan(ms);

const poolModes = [
  { name: 'in transaction mode', mode: 'transaction', hears: false },
  {
    name: 'in transaction mode, with DATABASE_LISTEN_URL',
    mode: 'transaction',
    direct: 'direct',
    hears: true,
  },
  { name: 'in session mode', mode: 'session', hears: true },
] as const;

describe.each(poolModes)('two processes behind PgBouncer $name', ({ mode, hears, ...pool }) => {
  // All tests use the same two servers, which must work again after a fault.
  beforeAll(async () => {
    await createDatabase();
    await startTwo(mode, 'direct' in pool ? pool.direct : undefined);
  });
  afterAll(stopAll);
  beforeEach(async () => {
    for (const origin of listOrigins())
      await expect.poll(() => readReadiness(origin)).toEqual(hears ? { status: 'ready' } : deaf);
  });

  it('end a session on both within a second', async () => {
    const [one, two] = listOrigins();
    const tookMs: number[] = [];
    for (const [ending, other] of [
      [one, two],
      [two, one],
      [one, two],
    ] as const) {
      const cookie = await signIn(ending);
      for (const origin of [ending, other]) expect(await readStatusAt(origin, cookie)).toBe(200);
      expect((await postSignOut(ending, cookie)).status).toBe(204);
      const endedAt = performance.now();
      await expect.poll(() => readStatusAt(other, cookie), { interval: 10 }).toBe(401);
      tookMs.push(performance.now() - endedAt);
    }
    // The fastest one counts, because the machine may be busy.
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
  });

  it.each(hears ? [1_000] : [1_000, 8_000])(
    'never serve a session that was ended %i ms before the database went away',
    async (beforeMs) => {
      const [one, two] = listOrigins();
      const [endedCookie, live] = [await signIn(one), await signIn(one)];
      for (const origin of [one, two])
        for (const cookie of [endedCookie, live]) expect(await readStatusAt(origin, cookie)).toBe(200);
      expect((await postSignOut(one, endedCookie)).status).toBe(204);
      await waitUntilPassed(performance.now(), beforeMs);
      await pooler.kill();
      const killedAt = performance.now();
      while (performance.now() - killedAt < 3_000) {
        for (const origin of [one, two]) expect(await readStatusAt(origin, endedCookie)).not.toBe(200);
        await pause(PAUSE_MS);
      }
      // A server that is notified of endings may serve from memory. A server that isn't must refuse.
      for (const origin of [one, two]) expect(await readStatusAt(origin, live)).toBe(hears ? 200 : 503);
      await pooler.start();
      for (const origin of [one, two]) {
        await expect.poll(() => readStatusAt(origin, live)).toBe(200);
        expect(await readStatusAt(origin, endedCookie)).toBe(401);
      }
    },
    40_000,
  );
});

describe('two processes behind PgBouncer whose mode changes', () => {
  beforeAll(createDatabase);
  afterAll(stopAll);

  it('notice when they stop receiving endings, and when they receive them again', async () => {
    await startTwo('session');
    const [one, two] = listOrigins();
    const becomes = async (state: unknown) => {
      for (const origin of [one, two]) await expect.poll(() => readReadiness(origin)).toEqual(state);
    };
    await becomes({ status: 'ready' });
    for (const [mode, state] of [
      ['transaction', deaf],
      ['session', { status: 'ready' }],
    ] as const) {
      await pooler.kill();
      await pooler.start(mode);
      await becomes(state);
    }
    const cookie = await signIn(one);
    expect(await readStatusAt(two, cookie)).toBe(200);
  });
});

it('names the setting when PgBouncer refuses our connections', async () => {
  await createDatabase();
  pooler = await startPgBouncer(databaseUrl, 'transaction', { ignored: 'extra_float_digits' });
  onTestFinished(stopAll);

  await expect(openPostgresStore(pooler.url)).rejects.toMatchObject({
    code: 'store-unsupported',
    message: expect.stringContaining('ignore_startup_parameters'),
  });
});
