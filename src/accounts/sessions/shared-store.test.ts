import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ada, minute, password, quickArgon2, rosa, second } from '../../../testing/identity-fixture.ts';
import {
  type Databases,
  openSharedPostgres,
  type PostgresServer,
  startPostgres,
} from '../../../testing/postgres.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts';
import type { PostgresOptions } from '../../storage/postgres/connection-settings.ts';
import { createIdentity, type Identity } from '../create-identity.ts';
import { defaultLimits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import { hashToken } from './tokens.ts';

const sessionGraceMs = 5 * minute;
let server: Databases;
let url: string;
let now: number;
let openedIdentities: { close(): Promise<void> }[];

beforeAll(async () => {
  server = await openSharedPostgres();
});
beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 9);
  openedIdentities = [];
  url = await server.createDatabase();
});
afterEach(async () => {
  for (const openedIdentity of openedIdentities.reverse()) await openedIdentity.close();
});

interface Process extends Identity {
  /** The sessions that the process has read from the store, whether or not it served their readers. */
  learned: Set<string>;
}

/** Starts a process. Its clock stands still, so it would trust its cache forever. */
async function openProcess(
  through: { url?: string; graceMs?: number; store?: PostgresOptions } = {},
): Promise<Process> {
  const store = await openPostgresStore(through.url ?? url, through.store);
  const limits = { ...defaultLimits, sessionGraceMs: through.graceMs ?? sessionGraceMs };
  const learned = new Set<string>();
  let hasRefilled = limits.sessionGraceMs === 0;
  const learning: Store = {
    ...store,
    findSession: async (...parameters) => {
      const result = await store.findSession(...parameters);
      if (result) learned.add(result.session.tokenHash);
      return result;
    },
    listRecentSessions: async (...parameters) => {
      const sessions = await store.listRecentSessions(...parameters);
      for (const { session } of sessions) learned.add(session.tokenHash);
      hasRefilled = true;
      return sessions;
    },
  };
  const identity = createIdentity({ store: learning, clock: () => now, limits, hasher: quickArgon2 });
  openedIdentities.push(identity);
  // Waits until it listens, because it would distrust its cache if the connection broke earlier.
  await expectSoon(() => hasRefilled).toBe(true);
  return Object.assign(identity, { learned });
}

async function signIn(through: Identity, email: string): Promise<string> {
  const result = await through.signIn({ email, password, address: '192.0.2.1' });
  if (result.outcome !== 'signed-in') throw new Error(`${email} was ${result.outcome}`);
  return result.token;
}

async function findAccountId(through: Identity, email: string): Promise<string> {
  return (await through.accounts.findByEmail(email))?.id ?? 'nobody';
}

/** The clock stands still, so changes arrive by messages or not at all. `tests/load` measures how fast they are. */
const expectSoon = <T>(look: () => Promise<T> | T) => expect.poll(look, { interval: 10 });

describe('an ended session is invalid in every process', () => {
  const endings: [string, (one: Identity, token: string) => Promise<unknown>][] = [
    ['sign-out', (one, token) => one.signOut(token)],
    ['disabling', async (one) => one.accounts.setDisabled(await findAccountId(one, rosa.email), true)],
    ['removal', async (one) => one.accounts.remove(await findAccountId(one, rosa.email))],
    [
      'a new role',
      async (one) => one.accounts.setRole(await findAccountId(one, rosa.email), 'administrator'),
    ],
    [
      'a new password',
      async (one) => {
        const account = await one.accounts.findByEmail(rosa.email);
        if (account) await one.accounts.setPassword(account, 'another long secret');
      },
    ],
  ];
  it.each(endings)('ends after %s, while other sessions stay', async (_, end) => {
    const [one, two, three] = [await openProcess(), await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    await one.accounts.add(ada);
    const token = await signIn(one, rosa.email);
    const otherTokens = await signIn(two, ada.email);
    for (const each of [one, two, three]) {
      expect(await each.resolveSession(token)).toMatchObject({ email: rosa.email });
      expect(await each.resolveSession(otherTokens)).toMatchObject({ email: ada.email });
    }
    await end(one, token);
    for (const each of [one, two, three]) {
      await expectSoon(() => each.resolveSession(token)).toBeUndefined();
      expect(await each.resolveSession(otherTokens)).toMatchObject({ email: ada.email });
    }
  });

  it('ends even if the listening connection was lost meanwhile', async () => {
    const proxy = await startTcpProxy(server.port);
    openedIdentities.push(proxy);
    const one = await openProcess();
    const two = await openProcess({ url: formatProxyUrl(proxy) });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await two.resolveSession(token)).toBeDefined();
    proxy.cut();
    await one.signOut(token);
    await expectSoon(() => two.resolveSession(token)).toBeUndefined();
  });
});

function formatProxyUrl(proxy: TcpProxy): string {
  return Object.assign(new URL(url), { port: String(proxy.port) }).href;
}

describe('while the database is unavailable', () => {
  let ownServer: PostgresServer;
  beforeEach(async () => {
    ownServer = await startPostgres();
    url = await ownServer.createDatabase();
  });
  afterEach(() => ownServer.remove());

  it('readers stay signed in in every process, signing in is unavailable, and nothing is lost afterwards', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    const later = await openProcess();
    // Each process learns of the session from a message or when it starts, without serving its reader.
    for (const each of [one, two, later]) await expectSoon(() => each.learned).toContain(hashToken(token));
    await ownServer.crash();
    // Each process notices at once. The outage would begin later for one that hears of it after the time has passed.
    for (const each of [one, two, later])
      await expect(each.resolveSession('A'.repeat(43))).rejects.toMatchObject({ code: 'store-unreachable' });
    now += sessionGraceMs - second;
    for (const each of [one, two, later]) {
      expect(await each.resolveSession(token)).toMatchObject({ email: rosa.email });
      expect(await each.signIn({ email: rosa.email, password, address: '192.0.2.1' })).toEqual({
        outcome: 'unavailable',
      });
      await expect(each.resolveSession('A'.repeat(43))).rejects.toMatchObject({ code: 'store-unreachable' });
      await expect(each.ping()).rejects.toMatchObject({ code: 'store-unreachable' });
    }

    await ownServer.start();
    await expectSoon(() => one.resolveSession(token)).toMatchObject({ email: rosa.email });
    await expect
      .poll(async () => (await one.signIn({ email: rosa.email, password, address: '192.0.2.1' })).outcome)
      .toBe('signed-in');
    await one.signOut(token);
    for (const each of [one, two, later]) await expectSoon(() => each.resolveSession(token)).toBeUndefined();
  });

  it('readers stay signed in no longer than the grace period', async () => {
    const one = await openProcess();
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.resolveSession(token)).toBeDefined();
    await ownServer.crash();
    expect(await one.resolveSession(token)).toBeDefined();
    now += sessionGraceMs;
    await expect(one.resolveSession(token)).rejects.toMatchObject({ code: 'store-unreachable' });
    await ownServer.start();
    await expect
      .poll(() => Promise.resolve(one.resolveSession(token)).catch(() => 'gone'))
      .toMatchObject({ email: rosa.email });
  });

  it('no reader stays signed in without a grace period', async () => {
    const one = await openProcess({ graceMs: 0 });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.resolveSession(token)).toBeDefined();
    await ownServer.crash();
    now += defaultLimits.sessionCacheMs;
    await expect(one.resolveSession(token)).rejects.toMatchObject({ code: 'store-unreachable' });
  });

  it("ended sessions stay invalid, even if the end couldn't be stored", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    const [endedToken, leavingToken] = [await signIn(one, rosa.email), await signIn(one, rosa.email)];
    for (const token of [endedToken, leavingToken]) expect(await two.resolveSession(token)).toBeDefined();
    await one.signOut(endedToken);
    await expectSoon(() => two.resolveSession(endedToken)).toBeUndefined();
    await ownServer.crash();
    await expect(two.resolveSession(endedToken)).rejects.toMatchObject({ code: 'store-unreachable' });
    await expect(two.signOut(leavingToken)).rejects.toMatchObject({ code: 'store-unreachable' });
    await expect(two.resolveSession(leavingToken)).rejects.toMatchObject({ code: 'store-unreachable' });
  });

  it('no reader waits for a silent server', async () => {
    const proxy = await startTcpProxy(ownServer.port);
    openedIdentities.push(proxy);
    const one = await openProcess({
      url: formatProxyUrl(proxy),
      store: { connectTimeoutMs: 2_000, statementTimeoutMs: 1_000 },
    });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.resolveSession(token)).toBeDefined();
    proxy.silence();
    // The last proof that messages arrive is overdue, but less than two seconds old.
    now += 1_600;
    // The first request finds out that the server is silent; later ones don't query it.
    expect(await one.resolveSession(token)).toMatchObject({ email: rosa.email });
    for (let n = 0; n < 1_000; n++) expect(await one.resolveSession(token)).toBeDefined();
    proxy.resume();
    await expect
      .poll(async () => (await one.signIn({ email: rosa.email, password, address: '192.0.2.1' })).outcome)
      .toBe('signed-in');
  });
});
