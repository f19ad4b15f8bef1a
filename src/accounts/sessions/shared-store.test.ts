import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ada, minute, password, quickArgon2, rosa, second } from '../../../bench/support/identity-bench.ts';
import {
  type Databases,
  type PostgresServer,
  sharedPostgres,
  startPostgres,
} from '../../../testing/postgres.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { proxyTo, type TcpProxy } from '../../../testing/tcp-proxy.ts';
import type { PostgresOptions } from '../../storage/postgres/connection-settings.ts';
import { createIdentity, type Identity } from '../create-identity.ts';
import { defaultLimits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import { hashToken } from './tokens.ts';

const sessionGraceMs = 5 * minute;
let server: Databases;
let url: string;
let now: number;
let opened: { close(): Promise<void> }[];

beforeAll(async () => {
  server = await sharedPostgres();
});
beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 9);
  opened = [];
  url = await server.createDatabase();
});
afterEach(async () => {
  for (const one of opened.reverse()) await one.close();
});

interface Process extends Identity {
  /** The sessions that it has read from the store, whether or not their readers came here. */
  learned: Set<string>;
}

/** One process. The clock stands: what it knows, it would believe for ever. */
async function openProcess(
  through: { url?: string; graceMs?: number; store?: PostgresOptions } = {},
): Promise<Process> {
  const store = await openPostgresStore(through.url ?? url, through.store);
  const limits = { ...defaultLimits, sessionGraceMs: through.graceMs ?? sessionGraceMs };
  const learned = new Set<string>();
  let hasRefilled = limits.sessionGraceMs === 0;
  const learning: Store = {
    ...store,
    findSession: async (...asked) => {
      const found = await store.findSession(...asked);
      if (found) learned.add(found.session.tokenHash);
      return found;
    },
    recentSessions: async (...asked) => {
      const found = await store.recentSessions(...asked);
      for (const { session } of found) learned.add(session.tokenHash);
      hasRefilled = true;
      return found;
    },
  };
  const made = createIdentity({ store: learning, clock: () => now, limits, hasher: quickArgon2 });
  opened.push(made);
  // It listens: what it was told before would be in doubt when the line to the store breaks.
  await soon(() => hasRefilled).toBe(true);
  return Object.assign(made, { learned });
}

async function signIn(through: Identity, email: string): Promise<string> {
  const result = await through.signIn({ email, password, address: '192.0.2.1' });
  if (result.outcome !== 'signed-in') throw new Error(`${email} was ${result.outcome}`);
  return result.token;
}

async function idOf(through: Identity, email: string): Promise<string> {
  return (await through.accounts.byEmail(email))?.id ?? 'nobody';
}

/** The clock stands: it comes from the store's news, or never. How fast they are, `tests/load` measures. */
const soon = <T>(look: () => Promise<T> | T) => expect.poll(look, { interval: 10 });

describe('an ended session is gone from every process', () => {
  const endings: [string, (one: Identity, token: string) => Promise<unknown>][] = [
    ['sign-out', (one, token) => one.signOut(token)],
    ['disabling', async (one) => one.accounts.setDisabled(await idOf(one, rosa.email), true)],
    ['removal', async (one) => one.accounts.remove(await idOf(one, rosa.email))],
    ['a new role', async (one) => one.accounts.setRole(await idOf(one, rosa.email), 'administrator')],
    [
      'a new password',
      async (one) => {
        const account = await one.accounts.byEmail(rosa.email);
        if (account) await one.accounts.setPassword(account, 'another long secret');
      },
    ],
  ];
  it.each(endings)('after %s, and the others stay', async (_, end) => {
    const [one, two, three] = [await openProcess(), await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    await one.accounts.add(ada);
    const token = await signIn(one, rosa.email);
    const others = await signIn(two, ada.email);
    for (const each of [one, two, three]) {
      expect(await each.session(token)).toMatchObject({ email: rosa.email });
      expect(await each.session(others)).toMatchObject({ email: ada.email });
    }
    await end(one, token);
    for (const each of [one, two, three]) {
      await soon(() => each.session(token)).toBeUndefined();
      expect(await each.session(others)).toMatchObject({ email: ada.email });
    }
  });

  it('also where the connection that listens was lost in between', async () => {
    const proxy = await proxyTo(server.port);
    opened.push(proxy);
    const one = await openProcess();
    const two = await openProcess({ url: throughProxy(proxy) });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await two.session(token)).toBeDefined();
    proxy.cut();
    await one.signOut(token);
    await soon(() => two.session(token)).toBeUndefined();
  });
});

function throughProxy(proxy: TcpProxy): string {
  return Object.assign(new URL(url), { port: String(proxy.port) }).href;
}

describe('while the database is gone', () => {
  let own: PostgresServer;
  beforeEach(async () => {
    own = await startPostgres();
    url = await own.createDatabase();
  });
  afterEach(() => own.remove());

  it('readers read on in every process, signing in is unavailable, and nothing is lost when it is back', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    const later = await openProcess();
    // Each has heard of the session, or read it when it began; no reader has been there.
    for (const each of [one, two, later]) await soon(() => each.learned).toContain(hashToken(token));
    await own.crash();
    now += sessionGraceMs - second;
    for (const each of [one, two, later]) {
      expect(await each.session(token)).toMatchObject({ email: rosa.email });
      expect(await each.signIn({ email: rosa.email, password, address: '192.0.2.1' })).toEqual({
        outcome: 'unavailable',
      });
      await expect(each.session('A'.repeat(43))).rejects.toMatchObject({ code: 'store-unreachable' });
      await expect(each.ping()).rejects.toMatchObject({ code: 'store-unreachable' });
    }

    await own.start();
    await soon(() => one.session(token)).toMatchObject({ email: rosa.email });
    await expect
      .poll(async () => (await one.signIn({ email: rosa.email, password, address: '192.0.2.1' })).outcome)
      .toBe('signed-in');
    await one.signOut(token);
    for (const each of [one, two, later]) await soon(() => each.session(token)).toBeUndefined();
  });

  it('nobody reads for longer than the grace', async () => {
    const one = await openProcess();
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.session(token)).toBeDefined();
    await own.crash();
    expect(await one.session(token)).toBeDefined();
    now += sessionGraceMs;
    await expect(one.session(token)).rejects.toMatchObject({ code: 'store-unreachable' });
    await own.start();
    await expect
      .poll(() => Promise.resolve(one.session(token)).catch(() => 'gone'))
      .toMatchObject({ email: rosa.email });
  });

  it('nobody reads at all where no grace is set', async () => {
    const one = await openProcess({ graceMs: 0 });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.session(token)).toBeDefined();
    await own.crash();
    now += defaultLimits.sessionCacheMs;
    await expect(one.session(token)).rejects.toMatchObject({ code: 'store-unreachable' });
  });

  it('a session that was ended is not remembered, nor one whose end could not be kept', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    await one.accounts.add(rosa);
    const [ended, leaving] = [await signIn(one, rosa.email), await signIn(one, rosa.email)];
    for (const token of [ended, leaving]) expect(await two.session(token)).toBeDefined();
    await one.signOut(ended);
    await soon(() => two.session(ended)).toBeUndefined();
    await own.crash();
    await expect(two.session(ended)).rejects.toMatchObject({ code: 'store-unreachable' });
    await expect(two.signOut(leaving)).rejects.toMatchObject({ code: 'store-unreachable' });
    await expect(two.session(leaving)).rejects.toMatchObject({ code: 'store-unreachable' });
  });

  it('no reader waits for a server that has fallen silent', async () => {
    const proxy = await proxyTo(own.port);
    opened.push(proxy);
    const one = await openProcess({
      url: throughProxy(proxy),
      store: { connectTimeoutMs: 2_000, statementTimeoutMs: 1_000 },
    });
    await one.accounts.add(rosa);
    const token = await signIn(one, rosa.email);
    expect(await one.session(token)).toBeDefined();
    proxy.silence();
    // The last proof that endings are heard is due, and less than two seconds old.
    now += 1_600;
    // The first to ask finds out; nobody after it asks.
    expect(await one.session(token)).toMatchObject({ email: rosa.email });
    for (let n = 0; n < 1_000; n++) expect(await one.session(token)).toBeDefined();
    proxy.resume();
    await expect
      .poll(async () => (await one.signIn({ email: rosa.email, password, address: '192.0.2.1' })).outcome)
      .toBe('signed-in');
  });
});
