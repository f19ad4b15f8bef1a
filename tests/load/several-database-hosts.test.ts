import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, type PostgresStandby, startPostgres } from '../../testing/postgres.ts';
import { publishRelease } from '../../testing/release.ts';
import { openPostgresStore } from '../../testing/stores.ts';
import { administrator, postSignIn, postSignOut, signIn } from './support/many-machines.ts';
import { type ServerProcess, startServerProcess } from './support/server-processes.ts';

let folder: string;
let primary: PostgresServer;
let standby: PostgresStandby;
let databaseUrl: string;
let processes: ServerProcess[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hosts-'));
  await publishRelease(path.join(folder, 'dist'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  processes = [];
  primary = await startPostgres();
  standby = await primary.startStandby();
  databaseUrl = await primary.createDatabase();
  await standby.catchUp();
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await standby.remove();
  await primary.remove();
});

/** In libpq's syntax. The standby comes first, so a client that takes the first host that answers fails. */
const formatBothHosts = (query = '?target_session_attrs=read-write') =>
  `${databaseUrl.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`)}${query}`;

async function start(DATABASE_URL: string): Promise<ServerProcess> {
  const startedServer = await startServerProcess({
    DATA_DIR: folder,
    DIST_DIR: path.join(folder, 'dist'),
    DATABASE_URL,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  processes.push(startedServer);
  return startedServer;
}

async function readStatusAt(origin: string, address: string, cookie = ''): Promise<number> {
  const answer = await fetch(origin + address, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

const readReadiness = async (origin: string): Promise<unknown> => (await fetch(`${origin}/readyz`)).json();

describe('a server whose DATABASE_URL names two hosts', () => {
  it('finds the one that takes writes, and the other one when it has been promoted', async () => {
    const [one, two] = [await start(formatBothHosts()), await start(formatBothHosts())];
    const cookie = await signIn(one.origin);
    expect(await readStatusAt(two.origin, '/docs/Tasks', cookie)).toBe(200);
    await expect.poll(() => readReadiness(one.origin)).toEqual({ status: 'ready' });

    await standby.catchUp();
    await primary.crash();
    // Readers stay signed in while no host takes writes.
    expect(await readStatusAt(two.origin, '/docs/Tasks', cookie)).toBe(200);
    expect((await postSignIn(one.origin)).status).toBe(503);
    await standby.promote();
    for (const { origin } of [one, two]) {
      await expect.poll(async () => (await postSignIn(origin)).status).toBe(200);
      expect(await readReadiness(origin)).toEqual({ status: 'ready' });
    }
    // The processes notify each other through the new host, too.
    expect((await postSignOut(one.origin, cookie)).status).toBe(204);
    await expect.poll(() => readStatusAt(two.origin, '/docs/Tasks', cookie)).toBe(401);
  });

  it('reports that no host takes writes', async () => {
    const onlyStandby = databaseUrl.replace(
      /127\.0\.0\.1:\d+/,
      `127.0.0.1:${standby.port},127.0.0.1:${standby.port}`,
    );
    await expect(openPostgresStore(onlyStandby)).rejects.toMatchObject({
      code: 'store-read-only',
      message: expect.stringContaining(`127.0.0.1:${standby.port}`),
    });
  });
});

describe('a server whose database no longer takes writes', () => {
  it("isn't ready, names the reason, and says that it couldn't end a session", async () => {
    const { origin } = await start(databaseUrl);
    const cookie = await signIn(origin);
    await expect.poll(() => readReadiness(origin)).toEqual({ status: 'ready' });
    // Administrators of a database do this before maintenance, and providers do it when the disk is full.
    const { pathname } = new URL(databaseUrl);
    await primary.execute(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    await primary.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${pathname.slice(1)}'`,
    );
    await expect
      .poll(() => readReadiness(origin))
      .toEqual({ status: 'unready', failing: ['store-read-only'] });
    expect(await readStatusAt(origin, '/healthz')).toBe(200);
    expect(await readStatusAt(origin, '/docs/Tasks', cookie)).toBe(200);
    expect((await postSignIn(origin)).status).toBe(503);
    const ending = await postSignOut(origin, cookie);
    expect([ending.status, (await ending.json()).error.code]).toEqual([503, 'unavailable']);
    await primary.execute(`ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`);
    await primary.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${pathname.slice(1)}'`,
    );
    await expect.poll(() => readReadiness(origin)).toEqual({ status: 'ready' });
    expect((await postSignOut(origin, cookie)).status).toBe(204);
  });
});
