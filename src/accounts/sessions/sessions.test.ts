import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  ada,
  day,
  hour,
  IdentityFixture,
  minute,
  password,
  rosa,
  second,
} from '../../../testing/identity-fixture.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { Identity } from '../create-identity.ts';
import { createSessionLimits, defaultLimits } from '../limits.ts';
import { createToken, hashToken } from './tokens.ts';

const fixture = IdentityFixture.forEachTest();

describe('a session', () => {
  it('gets a new token at each sign-in, which prevents session fixation', async () => {
    await fixture.add(rosa);
    const plantedToken = createToken();
    expect(await fixture.identity.resolveSession(plantedToken)).toBeUndefined();
    const tokens = [await fixture.signInToken(rosa.email), await fixture.signInToken(rosa.email)];
    expect(new Set([...tokens, plantedToken]).size).toBe(3);
    expect(await fixture.identity.resolveSession(plantedToken)).toBeUndefined();
  });

  it("is undefined for anything that isn't a token", async () => {
    const oddities = [
      undefined,
      '',
      'x',
      'x'.repeat(43),
      'x'.repeat(100_000),
      `${'x'.repeat(42)}'`,
      createToken(),
    ];
    for (const token of oddities) expect(await fixture.identity.resolveSession(token)).toBeUndefined();
  });

  it('stores no token', async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    const bytes = Buffer.concat([readFileSync(fixture.file), readFileSync(`${fixture.file}-wal`)]).toString(
      'latin1',
    );
    expect(bytes).toContain(rosa.email);
    for (const secret of [token, password]) expect(bytes).not.toContain(secret);
  });

  it('ends after the configured time, however often it is used', async () => {
    await fixture.add(rosa);
    const eight = fixture.open({ limits: { session: createSessionLimits(8) } });
    const token = await fixture.signInToken(rosa.email, eight);
    fixture.now += 8 * hour - minute;
    expect(await eight.resolveSession(token)).toBeDefined();
    fixture.now += minute;
    expect(await eight.resolveSession(token)).toBeUndefined();
    // A longer limit doesn't affect unused sessions, which still end after 12 hours.
    expect(createSessionLimits(336)).toEqual(defaultLimits.session);
  });

  it('is returned from the cache without a promise, while the cache entry is fresh', async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    const ask = () => fixture.identity.resolveSession(token);
    await ask();
    expect(ask()).toMatchObject({ email: rosa.email });
    fixture.now += defaultLimits.untoldSessionCacheMs;
    const answer = ask();
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toMatchObject({ email: rosa.email });
    expect(ask()).toMatchObject({ email: rosa.email });
    await fixture.identity.signOut(token);
    expect(await ask()).toBeUndefined();
  });

  it('ends after 12 idle hours', async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    for (let n = 0; n < 3; n++) {
      fixture.now += 12 * hour - 1;
      expect(await fixture.identity.resolveSession(token)).toBeDefined();
    }
    fixture.now += 12 * hour;
    expect(await fixture.identity.resolveSession(token)).toBeUndefined();
  });

  it('ends after exactly 14 days, however often it is used', async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    const end = fixture.now + 14 * day;
    for (; fixture.now < end - 1; fixture.now = Math.min(fixture.now + 6 * hour, end - 1)) {
      expect(await fixture.identity.resolveSession(token)).toBeDefined();
    }
    expect(await fixture.identity.resolveSession(token)).toBeDefined();
    fixture.now = end;
    expect(await fixture.identity.resolveSession(token)).toBeUndefined();
  });

  it('is touched at most once a minute', async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    const readSession = async () =>
      (await fixture.openStore().findSession(hashToken(token), fixture.now, defaultLimits.session))?.session;
    const startedAt = fixture.now;
    for (; fixture.now < startedAt + minute; fixture.now += second)
      await fixture.identity.resolveSession(token);
    expect((await readSession())?.lastSeenAt).toBe(startedAt);
    await fixture.identity.resolveSession(token);
    expect((await readSession())?.lastSeenAt).toBe(startedAt + minute);
  });

  it('ends immediately at sign-out, and ends no other session', async () => {
    await fixture.add(rosa);
    const [one, two] = [await fixture.signInToken(rosa.email), await fixture.signInToken(rosa.email)];
    expect(await fixture.identity.resolveSession(one)).toBeDefined();
    await fixture.identity.signOut(one);
    await fixture.identity.signOut(one);
    await fixture.identity.signOut('nonsense');
    await fixture.identity.signOut(undefined);
    expect(await fixture.identity.resolveSession(one)).toBeUndefined();
    expect(await fixture.identity.resolveSession(two)).toBeDefined();
  });

  const changes: [string, (through: Identity, id: string) => Promise<unknown>][] = [
    ['disabled', ({ accounts }, id) => accounts.setDisabled(id, true)],
    ['given another role', ({ accounts }, id) => accounts.setRole(id, 'administrator')],
    ['removed', ({ accounts }, id) => accounts.remove(id)],
    [
      'given a new password',
      async ({ accounts }) => {
        const account = await accounts.findByEmail(rosa.email);
        if (account) await accounts.setPassword(account, 'another long secret');
      },
    ],
  ];
  it.each(changes)('ends immediately when its account is %s in this process', async (_, change) => {
    await fixture.add(rosa, ada);
    const tokens = [await fixture.signInToken(rosa.email), await fixture.signInToken(rosa.email)];
    const untouched = await fixture.signInToken(ada.email);
    for (const token of [...tokens, untouched])
      expect(await fixture.identity.resolveSession(token)).toBeDefined();
    await change(fixture.identity, await fixture.findId(rosa.email));
    for (const token of tokens) expect(await fixture.identity.resolveSession(token)).toBeUndefined();
    expect(await fixture.identity.resolveSession(untouched)).toBeDefined();
  });

  it.each(changes)('ends within 2 seconds when its account is %s in another process', async (_, change) => {
    await fixture.add(rosa, ada);
    const token = await fixture.signInToken(rosa.email);
    expect(await fixture.identity.resolveSession(token)).toBeDefined();
    await change(fixture.open(), await fixture.findId(rosa.email));
    fixture.now += 2 * second;
    expect(await fixture.identity.resolveSession(token)).toBeUndefined();
  });

  it("doesn't cache a session that ends while it is being looked up", async () => {
    await fixture.add(rosa);
    const token = await fixture.signInToken(rosa.email);
    const store = openSqliteStore(fixture.file);
    const storeReached = Promise.withResolvers<void>();
    const heldRead = Promise.withResolvers<void>();
    const slow = fixture.open({
      store: {
        ...store,
        findSession: async (...parameters) => {
          const session = await store.findSession(...parameters);
          storeReached.resolve();
          await heldRead.promise;
          return session;
        },
      },
    });
    const early = slow.resolveSession(token);
    await storeReached.promise;
    await slow.signOut(token);
    heldRead.resolve();
    await early;
    expect(await slow.resolveSession(token)).toBeUndefined();
  });

  it('is removed by a timer after it has expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const timed = fixture.open();
      await fixture.add(rosa);
      await fixture.signInToken(rosa.email, timed);
      fixture.now += 14 * day;
      vi.advanceTimersByTime(defaultLimits.cleanUpEveryMs);
      expect(await fixture.openStore().removeAccountSessions(await fixture.findId(rosa.email))).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
