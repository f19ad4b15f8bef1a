import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../src/accounts/create-identity.ts';
import { publishRelease } from '../../testing/release.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { unmount } from '../../testing/unmount.ts';
import { administrator, postSignIn, postSignOut, signIn } from '../load/support/many-machines.ts';
import { type ServerProcess, startServerProcess } from '../load/support/server-processes.ts';

const disk = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
const dist = mkdtempSync(path.join(tmpdir(), 'full-disk-dist-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
if (!isMounted)
  console.warn("Only root can mount a small disk: what happens on a full one isn't tested here.");
afterAll(() => {
  if (isMounted) unmount(disk);
  rmdirSync(disk);
  rmSync(dist, { recursive: true });
});

/** Enough time to hash passwords with the real cost on a busy machine. */
const TIMEOUT_MS = 240_000;

const filler = path.join(disk, 'filler');

/** Fills the disk down to the last byte. */
function fillDisk(): void {
  for (const size of [64 * 1_024, 4_096, 1]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // The disk is full for pieces of this size.
    }
  }
}

describe.runIf(isMounted)('on a full disk', { timeout: TIMEOUT_MS }, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    await publishRelease(dist);
    server = await startServerProcess({
      DATA_DIR: disk,
      DIST_DIR: dist,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    });
  });
  afterAll(() => server.kill());

  const readers = ['rosa', 'ben', 'eve'].map((name) => ({
    email: `${name}@lurana.example`,
    password: `${name} has a long secret`,
  }));
  const readStatus = async (cookie: string) => {
    const answer = await fetch(`${server.origin}/docs/Tasks`, { headers: { cookie } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const call = (method: string, address: string, cookie: string, body?: unknown) =>
    fetch(`${server.origin}/api/v1${address}`, {
      method,
      headers: {
        cookie,
        origin: server.origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const readReadiness = async (): Promise<unknown> => (await fetch(`${server.origin}/readyz`)).json();
  const reserve = path.join(disk, 'accounts.db.reserve');

  it("sessions, tokens and accounts can still be ended, and the server says that it isn't ready", async () => {
    const admin = await signIn(server.origin);
    const identity = createIdentity({ store: openSqliteStore(path.join(disk, 'accounts.db')) });
    const ids: string[] = [];
    for (const who of readers) {
      const added = await identity.accounts.add({ ...who, name: who.email, role: 'reader' });
      if (added.outcome === 'added') ids.push(added.account.id);
    }
    await identity.close();
    const [rosa = '', ben = '', eve = ''] = await Promise.all(
      readers.map((who) => signIn(server.origin, who)),
    );
    const token = await (await call('POST', '/account/tokens', rosa, { name: 'Editor', days: 1 })).json();
    expect(await readReadiness()).toEqual({ status: 'ready' });
    expect(existsSync(reserve)).toBe(true);

    fillDisk();
    await expect.poll(async () => (await postSignIn(server.origin)).status).toBe(503);
    await expect.poll(readReadiness).toEqual({ status: 'unready', failing: ['store-full'] });
    for (const cookie of [rosa, ben, eve, admin]) expect(await readStatus(cookie)).toBe(200);

    // A token is revoked, one reader signs out, one is disabled, all sessions of one are ended.
    expect((await call('DELETE', `/account/tokens/${token.token.id}`, rosa)).status).toBe(204);
    expect((await postSignOut(server.origin, rosa)).status).toBe(204);
    expect((await call('PATCH', `/accounts/${ids[1]}`, admin, { disabled: true })).status).toBe(200);
    expect((await call('DELETE', `/accounts/${ids[2]}/sessions`, admin)).status).toBe(200);
    for (const cookie of [rosa, ben, eve]) expect(await readStatus(cookie)).toBe(401);
    const withToken = await fetch(`${server.origin}/docs/Tasks`, {
      headers: { authorization: `Bearer ${token.secret}` },
    });
    expect(withToken.status).toBe(401);

    rmSync(filler);
    await expect.poll(async () => (await postSignIn(server.origin)).status).toBe(200);
    await expect.poll(readReadiness).toEqual({ status: 'ready' });
    expect(existsSync(reserve)).toBe(true);
    for (const cookie of [rosa, ben, eve]) expect(await readStatus(cookie)).toBe(401);
  });

  it("dozens of sessions can be ended, and other writes can't use the reserve", async () => {
    const store = openSqliteStore(path.join(disk, 'accounts.db'));
    const cookies: string[] = [];
    for (let n = 0; n < 30; n++) cookies.push(await signIn(server.origin));
    fillDisk();
    const account = await store.findAccountByEmail(administrator.email);
    const writeUntilFull = async () => {
      for (;;)
        await store.note({ at: Date.now(), event: 'signed-in', detail: 'x'.repeat(2_000) }, account?.id);
    };
    await expect(writeUntilFull()).rejects.toMatchObject({ code: 'store-full' });
    expect(existsSync(reserve)).toBe(true);
    const statuses: number[] = [];
    for (const cookie of cookies) statuses.push((await postSignOut(server.origin, cookie)).status);
    expect(statuses).toEqual(new Array(30).fill(204));
    for (const cookie of cookies) expect(await readStatus(cookie)).toBe(401);
    await store.close();
  });
});
