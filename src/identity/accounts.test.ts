import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdentity } from './accounts.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import type { Identity, SignInResult } from './identity.ts';
import { defaultLimits, type IdentityLimits } from './limits.ts';
import { argon2Hasher, type Hasher } from './passwords.ts';
import type { Store } from './store.ts';
import { openSqliteStore } from './stores/sqlite.ts';
import { hashToken, newToken } from './tokens.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const password = 'a long enough secret';
const rosa = { email: 'rosa@example.com', name: 'Rosa', password, role: 'reader' } as const;
const ada = { email: 'ada@example.com', name: 'Ada', password, role: 'administrator' } as const;

// The real thing, with less memory and one pass: the tests hash hundreds of times.
const quickArgon2 = argon2Hasher({ memoryKiB: 256, passes: 1, lanes: 1 });

/** The real hasher, its work written down: which cost was paid, never for what. */
function watched(hasher: Hasher): Hasher & { work: string[] } {
  const work: string[] = [];
  const cost = (hash: string) => hash.split('$').slice(1, 4).join(' ');
  return {
    ...hasher,
    work,
    hash: (text) => {
      work.push('hash');
      return hasher.hash(text);
    },
    verify: (hash, text) => {
      work.push(`verify ${cost(hash)}`);
      return hasher.verify(hash, text);
    },
  };
}

let folder: string;
let file: string;
let now: number;
let identity: Identity;
const opened: { close(): Promise<void> }[] = [];
const hasher = watched(quickArgon2);

function open(changes: { limits?: Partial<IdentityLimits>; hasher?: Hasher; store?: Store } = {}): Identity {
  const made = createIdentity({
    store: changes.store ?? openSqliteStore(file),
    clock: () => now,
    limits: { ...defaultLimits, hashing: { concurrency: 2, waiting: 1_000 }, ...changes.limits },
    hasher: changes.hasher ?? hasher,
  });
  opened.push(made);
  return made;
}

function anotherStore(): Store {
  const store = openSqliteStore(file);
  opened.push(store);
  return store;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'identity-'));
  file = path.join(folder, 'accounts.db');
  now = Date.UTC(2026, 0, 5, 9);
  identity = open();
  hasher.work.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

async function add(...accounts: (typeof rosa | typeof ada)[]): Promise<void> {
  for (const account of accounts) expect((await identity.accounts.add(account)).outcome).toBe('added');
}

function signIn(
  email: string,
  text = password,
  address = '192.0.2.1',
  through = identity,
): Promise<SignInResult> {
  return through.signIn({ email, password: text, address });
}

async function tokenOf(email: string, through = identity, address = '192.0.2.1'): Promise<string> {
  const result = await signIn(email, password, address, through);
  if (result.outcome !== 'signed-in') throw new Error(`${email} was ${result.outcome}`);
  return result.token;
}

async function idOf(email: string): Promise<string> {
  return (await identity.accounts.byEmail(email))?.id ?? 'nobody';
}

const count = (results: SignInResult[], outcome: SignInResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).length;

describe('signing in', () => {
  it('lets the right password in, however the e-mail is written', async () => {
    await add(rosa);
    const result = await signIn('  Rosa@Example.COM ');
    expect(result).toMatchObject({
      outcome: 'signed-in',
      user: { email: rosa.email, name: 'Rosa', role: 'reader', accountId: await idOf(rosa.email) },
    });
    expect(await identity.session(await tokenOf(rosa.email))).toMatchObject({ email: rosa.email });
  });

  it('knows a password however its accents are composed', async () => {
    await identity.accounts.add({ ...rosa, password: 'contrase\u00f1a de Rosa' });
    expect((await signIn(rosa.email, 'contrasen\u0303a de Rosa')).outcome).toBe('signed-in');
  });

  it('answers the same for an unknown account, a wrong password, a disabled account and no e-mail at all', async () => {
    await add(rosa, ada);
    await identity.accounts.setDisabled(await idOf(rosa.email), true);
    for (const [email, text] of [
      ['nobody@example.com', password],
      [ada.email, 'not the password'],
      [rosa.email, password],
      ['no e-mail', password],
      [ada.email, 'x'.repeat(100_000)],
      [ada.email, ''],
    ] as const) {
      expect(await signIn(email, text)).toEqual({ outcome: 'refused' });
    }
  });

  it('does equal work for all of these', async () => {
    await add(rosa, ada);
    await identity.accounts.setDisabled(await idOf(rosa.email), true);
    for (const [email, text] of [
      [ada.email, 'not the password'],
      ['nobody@example.com', password],
      [rosa.email, password],
      ['no e-mail', password],
      [ada.email, 'x'.repeat(100_000)],
    ] as const) {
      hasher.work.length = 0;
      await signIn(email, text);
      expect(hasher.work).toEqual(['verify argon2id v=19 m=256,t=1,p=1']);
    }
  });

  it('hashes the password anew, once, when the parameters have changed, and keeps the other sessions', async () => {
    await add(rosa);
    const earlier = await tokenOf(rosa.email);
    const stronger = watched(argon2Hasher({ memoryKiB: 512, passes: 2, lanes: 1 }));
    const updated = open({ hasher: stronger });
    await tokenOf(rosa.email, updated);
    await tokenOf(rosa.email, updated);
    expect(stronger.work).toEqual([
      'verify argon2id v=19 m=256,t=1,p=1',
      'hash',
      'verify argon2id v=19 m=512,t=2,p=1',
    ]);
    expect(await updated.session(earlier)).toBeDefined();
  });

  it('is unavailable, and costs no attempt, when too many wait for a hash', async () => {
    await add(rosa);
    const narrow = open({ limits: { hashing: { concurrency: 1, waiting: 2 } } });
    const crowd = Array.from({ length: 8 }, (_, n) =>
      signIn(rosa.email, 'wrong', `192.0.2.${n + 1}`, narrow),
    );
    const results = await Promise.all(crowd);
    expect(count(results, 'refused')).toBe(3);
    expect(count(results, 'unavailable')).toBe(5);
    for (let n = 0; n < 4; n++) {
      expect((await signIn(rosa.email, 'wrong', '192.0.2.8', narrow)).outcome).toBe('refused');
    }
    expect((await signIn(rosa.email, password, '192.0.2.8', narrow)).outcome).toBe('signed-in');
  });

  it('lets nobody in whose password is changed while it is being verified', async () => {
    await add(rosa);
    const id = await idOf(rosa.email);
    const slow: Hasher = {
      ...quickArgon2,
      verify: async (hash, text) => {
        const matches = await quickArgon2.verify(hash, text);
        await anotherStore().setPasswordHash(id, await quickArgon2.hash('another long secret'));
        return matches;
      },
    };
    expect(await signIn(rosa.email, password, '192.0.2.1', open({ hasher: slow }))).toEqual({
      outcome: 'refused',
    });
  });
});

describe('a session', () => {
  it('has a new token at each sign-in, so that nothing can be fixated', async () => {
    await add(rosa);
    const planted = newToken();
    expect(await identity.session(planted)).toBeUndefined();
    const tokens = [await tokenOf(rosa.email), await tokenOf(rosa.email)];
    expect(new Set([...tokens, planted]).size).toBe(3);
    expect(await identity.session(planted)).toBeUndefined();
  });

  it('is nobody for anything that is not a token', async () => {
    const oddities = [
      undefined,
      '',
      'x',
      'x'.repeat(43),
      'x'.repeat(100_000),
      `${'x'.repeat(42)}'`,
      newToken(),
    ];
    for (const token of oddities) expect(await identity.session(token)).toBeUndefined();
  });

  it('leaves no token in the store', async () => {
    await add(rosa);
    const token = await tokenOf(rosa.email);
    const bytes = Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]).toString('latin1');
    expect(bytes).toContain(rosa.email);
    for (const secret of [token, password, '192.0.2.1']) expect(bytes).not.toContain(secret);
  });

  it('ends after 12 idle hours', async () => {
    await add(rosa);
    const token = await tokenOf(rosa.email);
    for (let n = 0; n < 3; n++) {
      now += 12 * hour - 1;
      expect(await identity.session(token)).toBeDefined();
    }
    now += 12 * hour;
    expect(await identity.session(token)).toBeUndefined();
  });

  it('ends after 14 days, however busy, to the millisecond', async () => {
    await add(rosa);
    const token = await tokenOf(rosa.email);
    const end = now + 14 * day;
    for (; now < end - 1; now = Math.min(now + 6 * hour, end - 1)) {
      expect(await identity.session(token)).toBeDefined();
    }
    expect(await identity.session(token)).toBeDefined();
    now = end;
    expect(await identity.session(token)).toBeUndefined();
  });

  it('is touched at most once a minute', async () => {
    await add(rosa);
    const token = await tokenOf(rosa.email);
    const seen = async () =>
      (await anotherStore().findSession(hashToken(token), now, defaultLimits.session))?.session;
    const started = now;
    for (; now < started + minute; now += second) await identity.session(token);
    expect((await seen())?.lastSeenAt).toBe(started);
    await identity.session(token);
    expect((await seen())?.lastSeenAt).toBe(started + minute);
  });

  it('ends at sign-out, at once, and only itself', async () => {
    await add(rosa);
    const [one, two] = [await tokenOf(rosa.email), await tokenOf(rosa.email)];
    expect(await identity.session(one)).toBeDefined();
    await identity.signOut(one);
    await identity.signOut(one);
    await identity.signOut('nonsense');
    await identity.signOut(undefined);
    expect(await identity.session(one)).toBeUndefined();
    expect(await identity.session(two)).toBeDefined();
  });

  const changes: [string, (through: Identity, id: string) => Promise<unknown>][] = [
    ['disabled', ({ accounts }, id) => accounts.setDisabled(id, true)],
    ['given another role', ({ accounts }, id) => accounts.setRole(id, 'administrator')],
    ['removed', ({ accounts }, id) => accounts.remove(id)],
    [
      'given a new password',
      async ({ accounts }) => {
        const account = await accounts.byEmail(rosa.email);
        if (account) await accounts.setPassword(account, 'another long secret');
      },
    ],
  ];
  it.each(changes)('ends at once when its account is %s in this process', async (_, change) => {
    await add(rosa, ada);
    const tokens = [await tokenOf(rosa.email), await tokenOf(rosa.email)];
    const untouched = await tokenOf(ada.email);
    for (const token of [...tokens, untouched]) expect(await identity.session(token)).toBeDefined();
    await change(identity, await idOf(rosa.email));
    for (const token of tokens) expect(await identity.session(token)).toBeUndefined();
    expect(await identity.session(untouched)).toBeDefined();
  });

  it.each(changes)('ends within 2 seconds when its account is %s in another process', async (_, change) => {
    await add(rosa, ada);
    const token = await tokenOf(rosa.email);
    expect(await identity.session(token)).toBeDefined();
    await change(open(), await idOf(rosa.email));
    now += 2 * second;
    expect(await identity.session(token)).toBeUndefined();
  });

  it('that was being looked up while it ended does not stay in memory', async () => {
    await add(rosa);
    const token = await tokenOf(rosa.email);
    const store = openSqliteStore(file);
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = open({
      store: {
        ...store,
        findSession: async (...given) => {
          const found = await store.findSession(...given);
          reached.resolve();
          await held.promise;
          return found;
        },
      },
    });
    const early = slow.session(token);
    await reached.promise;
    await slow.signOut(token);
    held.resolve();
    await early;
    expect(await slow.session(token)).toBeUndefined();
  });

  it('is cleared away by a timer once it has expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const timed = open();
      await add(rosa);
      await tokenOf(rosa.email, timed);
      now += 14 * day;
      vi.advanceTimersByTime(defaultLimits.cleanUpEveryMs);
      expect(await anotherStore().removeSessionsOf(await idOf(rosa.email))).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the throttle', () => {
  const { perAddress, perAccount, perAccountAndAddress } = defaultLimits.attempts;

  it('refuses the sixth guess at an account from one address, until 15 minutes after the first', async () => {
    await add(rosa);
    const first = now;
    for (let n = 0; n < 5; n++, now += minute) {
      expect((await signIn(rosa.email, 'wrong')).outcome).toBe('refused');
    }
    expect(await signIn(rosa.email)).toEqual({ outcome: 'throttled', retryAt: first + 15 * minute });
    now = first + 15 * minute - 1;
    expect((await signIn(rosa.email)).outcome).toBe('throttled');
    now = first + 15 * minute;
    expect((await signIn(rosa.email)).outcome).toBe('signed-in');
  });

  it('hashes nothing for an attempt that it refuses', async () => {
    await add(rosa);
    for (let n = 0; n < 5; n++) await signIn(rosa.email, 'wrong');
    hasher.work.length = 0;
    await signIn(rosa.email);
    expect(hasher.work).toEqual([]);
  });

  it('treats unknown accounts alike', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn('nobody@example.com')).outcome).toBe('refused');
    expect((await signIn('nobody@example.com')).outcome).toBe('throttled');
  });

  it('lets 50 parallel guesses try no more passwords than the limit, in two processes together', async () => {
    await add(rosa);
    const second = open();
    hasher.work.length = 0;
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        signIn(rosa.email, `guess ${n}`, '192.0.2.1', n % 2 ? second : identity),
      ),
    );
    expect(count(results, 'refused')).toBe(perAccountAndAddress.limit);
    expect(count(results, 'throttled')).toBe(45);
    expect(hasher.work).toHaveLength(perAccountAndAddress.limit);
  });

  it('refuses the 31st attempt from one address, whatever the accounts', async () => {
    for (let n = 0; n < perAddress.limit; n++) {
      expect((await signIn(`user${n}@example.com`)).outcome).toBe('refused');
    }
    expect((await signIn('fresh@example.com')).outcome).toBe('throttled');
    expect((await signIn('fresh@example.com', password, '192.0.2.2')).outcome).toBe('refused');
  });

  it('takes a whole IPv6 /64 for one address, and a mapped IPv4 address for what it is', async () => {
    for (let n = 0; n < perAddress.limit; n++) {
      await signIn(`user${n}@example.com`, password, `2001:db8:1:2:${n.toString(16)}::1`);
    }
    const from = async (address: string) => (await signIn('fresh@example.com', password, address)).outcome;
    expect(await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('throttled');
    expect(await from('2001:db8:1:3::1')).toBe('refused');
    for (let n = 0; n < perAddress.limit; n++)
      await signIn(`user${n}@example.com`, password, '::ffff:192.0.2.9');
    expect(await from('192.0.2.9')).toBe('throttled');
  });

  it('does not use up an office address by its people signing in', async () => {
    const office = Array.from({ length: perAddress.limit + 5 }, (_, n) => `person${n}@example.com`);
    for (const email of office) await identity.accounts.add({ ...rosa, email });
    for (const email of office) expect((await signIn(email)).outcome).toBe('signed-in');
  });

  it('forgets typing errors once the right password was given', async () => {
    await add(rosa);
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await signIn(rosa.email, 'wrong')).outcome).toBe('refused');
      expect((await signIn(rosa.email)).outcome).toBe('signed-in');
    }
  });

  it('does not forget the guesses at others when the guesser signs in to an account of their own', async () => {
    await add(rosa, ada);
    for (let n = 0; n < 5; n++) await signIn(rosa.email, 'wrong');
    await tokenOf(ada.email);
    expect((await signIn(rosa.email)).outcome).toBe('throttled');
  });

  async function attackFromManyAddresses(email: string): Promise<SignInResult[]> {
    const results: SignInResult[] = [];
    for (let n = 0; n < 40; n++) {
      for (let guess = 0; guess < 5; guess++) results.push(await signIn(email, 'guess', `198.51.100.${n}`));
    }
    return results;
  }

  it('stops guessing from many addresses at 100 in an hour', async () => {
    await add(rosa);
    const attacked = now;
    expect(count(await attackFromManyAddresses(rosa.email), 'refused')).toBe(perAccount.limit);
    const retryAt = attacked + perAccount.windowMs;
    expect(await signIn(rosa.email, 'guess', '203.0.113.5')).toEqual({ outcome: 'throttled', retryAt });
  });

  it('lets no outsider lock a reader out of an address where they signed in lately', async () => {
    await add(rosa);
    const home = '2001:db8:aaaa:1::7';
    await tokenOf(rosa.email, identity, home);
    now += 29 * day;
    await attackFromManyAddresses(rosa.email);
    expect((await signIn(rosa.email, password, '203.0.113.5')).outcome).toBe('throttled');
    expect((await signIn(rosa.email, 'typing error', home)).outcome).toBe('refused');
    expect((await signIn(rosa.email, password, '2001:db8:aaaa:1::8')).outcome).toBe('signed-in');
  });

  it('holds the other limits there', async () => {
    await add(rosa);
    await tokenOf(rosa.email);
    for (let n = 0; n < 5; n++) await signIn(rosa.email, 'wrong');
    expect((await signIn(rosa.email)).outcome).toBe('throttled');
  });
});

describe('the set-up link', () => {
  const setup = (token: string, changes = {}) =>
    identity.completeSetup({
      token,
      email: ada.email,
      name: 'Ada',
      password,
      address: '192.0.2.1',
      ...changes,
    });

  it('creates the first administrator, signed in, and works once', async () => {
    expect(await identity.needsSetup()).toBe(true);
    const token = identity.createSetupToken();
    expect(identity.setupTokenIsValid(token)).toBe(true);
    const result = await setup(token);
    expect(result).toMatchObject({ outcome: 'created', user: { email: ada.email, role: 'administrator' } });
    expect(await identity.session('token' in result ? result.token : undefined)).toMatchObject({
      name: 'Ada',
    });
    expect(await identity.needsSetup()).toBe(false);
    expect(identity.setupTokenIsValid(token)).toBe(false);
    expect(await setup(token, { email: 'other@example.com' })).toEqual({ outcome: 'invalid-token' });
  });

  it('works for 15 minutes, and only the newest one', async () => {
    const old = identity.createSetupToken();
    const token = identity.createSetupToken();
    expect(identity.setupTokenIsValid(old)).toBe(false);
    expect(await setup(old)).toEqual({ outcome: 'invalid-token' });
    now += 15 * minute - 1;
    expect(identity.setupTokenIsValid(token)).toBe(true);
    now += 1;
    expect(identity.setupTokenIsValid(token)).toBe(false);
    expect(await setup(token)).toEqual({ outcome: 'invalid-token' });
    expect(await identity.needsSetup()).toBe(true);
  });

  it('names every fault at once and stays good', async () => {
    const token = identity.createSetupToken();
    const result = await setup(token, { email: 'ada', name: 'two\nlines', password: 'short' });
    expect(result).toMatchObject({
      outcome: 'invalid',
      problems: [{ field: 'email' }, { field: 'name' }, { field: 'password' }],
    });
    expect((await setup(token)).outcome).toBe('created');
  });

  it('lets one of many parallel uses win', async () => {
    const token = identity.createSetupToken();
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, n) => setup(token, { email: `a${n}@example.com` })),
    );
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await identity.accounts.count()).toBe(1);
  });

  it('lets one of two processes win', async () => {
    const other = open();
    const results = await Promise.all(
      [identity, other].map((one, n) =>
        one.completeSetup({
          token: one.createSetupToken(),
          email: `a${n}@example.com`,
          name: '',
          password,
          address: '192.0.2.1',
        }),
      ),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['created', 'invalid-token']);
  });
});

describe('an unattended start', () => {
  it('creates the administrator only while there is no account', async () => {
    const given = { email: 'Root@Example.com', password };
    expect(await ensureAdministrator(identity.accounts, given)).toEqual({
      outcome: 'created',
      email: 'root@example.com',
    });
    expect((await signIn('root@example.com')).outcome).toBe('signed-in');
    const other = { email: 'other@example.com', password: 'x' };
    expect(await ensureAdministrator(identity.accounts, other)).toEqual({ outcome: 'present' });
    expect(await identity.accounts.count()).toBe(1);
  });

  it('says what is wrong with its values', async () => {
    const result = await ensureAdministrator(identity.accounts, {
      email: 'root@example.com',
      password: 'aaaaaaaaaaaa',
    });
    expect(result).toMatchObject({ outcome: 'invalid', problems: [{ field: 'password' }] });
  });
});
