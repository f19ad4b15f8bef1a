import { describe, expect, it } from 'vitest';
import {
  ada,
  count,
  day,
  IdentityFixture,
  minute,
  password,
  rosa,
  second,
} from '../../testing/identity-fixture.ts';
import { defaultLimits } from './limits.ts';
import type { SignInResult } from './sign-in/password-sign-in.ts';

const fixture = IdentityFixture.forEachTest();

describe('the throttle', () => {
  const { perAddress, perAccount, perAccountAndAddress } = defaultLimits.attempts;

  it('rejects the sixth guess at an account from one address until 15 minutes after the first', async () => {
    await fixture.add(rosa);
    const first = fixture.now;
    for (let n = 0; n < 5; n++, fixture.now += minute) {
      expect((await fixture.signIn(rosa.email, 'wrong')).outcome).toBe('refused');
    }
    expect(await fixture.signIn(rosa.email)).toEqual({ outcome: 'throttled', retryAt: first + 15 * minute });
    fixture.now = first + 15 * minute - 1;
    expect((await fixture.signIn(rosa.email)).outcome).toBe('throttled');
    fixture.now = first + 15 * minute;
    expect((await fixture.signIn(rosa.email)).outcome).toBe('signed-in');
  });

  it('forgets attempts of dead processes after 15 seconds, but no failed guesses', async () => {
    await fixture.add(rosa);
    const hashing = Promise.withResolvers<void>();
    const dying = fixture.open({
      hasher: { ...fixture.hasher, verify: () => hashing.promise.then(() => false) },
    });
    for (let n = 0; n < 3; n++) expect((await fixture.signIn(rosa.email, 'wrong')).outcome).toBe('refused');
    void fixture.signIn(rosa.email, 'never answered', undefined, dying);
    void fixture.signIn(rosa.email, 'never answered', undefined, dying);
    await expect.poll(async () => (await fixture.signIn(rosa.email)).outcome).toBe('throttled');
    fixture.now += 15 * second;
    for (let n = 0; n < 2; n++) expect((await fixture.signIn(rosa.email, 'wrong')).outcome).toBe('refused');
    fixture.now += 15 * second;
    expect((await fixture.signIn(rosa.email)).outcome).toBe('throttled');
  });

  it('counts a failed guess for the whole window, for every way of signing in', async () => {
    await fixture.add(rosa);
    const { own: ownAccount } = fixture.identity;
    const id = await fixture.findId(rosa.email);
    const user = { accountId: id, email: rosa.email, name: 'Rosa', role: 'reader', groups: [] } as const;
    const doors = [
      () => fixture.signIn(rosa.email, 'wrong'),
      () =>
        ownAccount.changePassword({
          user,
          current: 'wrong',
          password: 'another long secret',
          address: '192.0.2.1',
        }),
    ];
    for (const knock of doors) {
      fixture.now += day;
      for (let n = 0; n < 5; n++, fixture.now += 16 * second) expect((await knock()).outcome).toBe('refused');
      expect((await fixture.signIn(rosa.email)).outcome).toBe('throttled');
    }
  });

  it('hashes no password for a rejected attempt', async () => {
    await fixture.add(rosa);
    for (let n = 0; n < 5; n++) await fixture.signIn(rosa.email, 'wrong');
    fixture.hasher.work.length = 0;
    await fixture.signIn(rosa.email);
    expect(fixture.hasher.work).toEqual([]);
  });

  it('queries the store once a second for rejected clients, however often they try', async () => {
    let queries = 0;
    const store = fixture.openStore();
    const counting: typeof store = {
      ...store,
      countAttempt: (...parameters) => {
        queries++;
        return store.countAttempt(...parameters);
      },
    };
    const identity = fixture.open({ store: counting });
    for (let n = 0; n < perAddress.limit; n++)
      await fixture.signIn(`user${n}@example.com`, 'x', undefined, identity);
    queries = 0;
    for (let n = 0; n < 200; n++) {
      const result = await fixture.signIn(`other${n}@example.com`, 'x', undefined, identity);
      expect(result).toEqual({ outcome: 'throttled', retryAt: fixture.now + 15 * minute });
    }
    expect(queries).toBe(1);
    fixture.now += second;
    await fixture.signIn('other@example.com', 'x', undefined, identity);
    expect(queries).toBe(2);
  });

  it('treats unknown accounts alike', async () => {
    for (let n = 0; n < 5; n++) expect((await fixture.signIn('nobody@example.com')).outcome).toBe('refused');
    expect((await fixture.signIn('nobody@example.com')).outcome).toBe('throttled');
  });

  it('limits 50 parallel guesses in two processes together', async () => {
    await fixture.add(rosa);
    const second = fixture.open();
    fixture.hasher.work.length = 0;
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fixture.signIn(rosa.email, `guess ${n}`, '192.0.2.1', n % 2 ? second : fixture.identity),
      ),
    );
    expect(count(results, 'refused')).toBe(perAccountAndAddress.limit);
    expect(count(results, 'throttled')).toBe(45);
    expect(fixture.hasher.work).toHaveLength(perAccountAndAddress.limit);
  });

  it('rejects the 31st attempt from one address, whatever the accounts', async () => {
    for (let n = 0; n < perAddress.limit; n++) {
      expect((await fixture.signIn(`user${n}@example.com`)).outcome).toBe('refused');
    }
    expect((await fixture.signIn('fresh@example.com')).outcome).toBe('throttled');
    expect((await fixture.signIn('fresh@example.com', password, '192.0.2.2')).outcome).toBe('refused');
  });

  it('treats an IPv6 /64 as one address, and a mapped IPv4 address as IPv4', async () => {
    for (let n = 0; n < perAddress.limit; n++) {
      await fixture.signIn(`user${n}@example.com`, password, `2001:db8:1:2:${n.toString(16)}::1`);
    }
    const signInFrom = async (address: string) =>
      (await fixture.signIn('fresh@example.com', password, address)).outcome;
    expect(await signInFrom('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('throttled');
    expect(await signInFrom('2001:db8:1:3::1')).toBe('refused');
    for (let n = 0; n < perAddress.limit; n++)
      await fixture.signIn(`user${n}@example.com`, password, '::ffff:192.0.2.9');
    expect(await signInFrom('192.0.2.9')).toBe('throttled');
  });

  it('counts attempts for every IPv6 prefix that a household or company may hold', async () => {
    const signInFrom = async (n: number, prefix: (at: number) => string) =>
      (await fixture.signIn(`user${n}@example.com`, password, prefix(n))).outcome;
    const createAddressIn56 = (at: number) => `2001:db8:bb:${(at % 256).toString(16)}::1`;
    for (let n = 0; n < 2 * perAddress.limit; n++)
      expect(await signInFrom(n, createAddressIn56)).toBe('refused');
    expect(await signInFrom(200, createAddressIn56)).toBe('throttled');
    const createAddressIn48 = (at: number) => `2001:db8:bb:${(at % 256).toString(16)}00::1`;
    for (let n = 1; n <= 2 * perAddress.limit; n++)
      expect(await signInFrom(n, createAddressIn48)).toBe('refused');
    expect(await signInFrom(201, createAddressIn48)).toBe('throttled');
    expect(await signInFrom(201, () => '2001:db8:bc::1')).toBe('refused');
  });

  it('keeps the window of an account, however many networks a company has', async () => {
    await fixture.add(rosa);
    const outcomes = [];
    for (let n = 0; n < perAccount.limit; n++)
      outcomes.push(await fixture.signIn(rosa.email, 'wrong', `2001:db8:bb:${n.toString(16)}00::1`));
    expect(count(outcomes, 'refused')).toBe(4 * perAccountAndAddress.limit);
    expect((await fixture.signIn(rosa.email, password, '203.0.113.4')).outcome).toBe('signed-in');
  });

  it("doesn't count successful sign-ins from an office address", async () => {
    const office = Array.from({ length: perAddress.limit + 5 }, (_, n) => `person${n}@example.com`);
    for (const email of office) await fixture.identity.accounts.add({ ...rosa, email });
    for (const email of office) expect((await fixture.signIn(email)).outcome).toBe('signed-in');
  });

  it('forgets failed attempts after the correct password', async () => {
    await fixture.add(rosa);
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await fixture.signIn(rosa.email, 'wrong')).outcome).toBe('refused');
      expect((await fixture.signIn(rosa.email)).outcome).toBe('signed-in');
    }
  });

  it("keeps a guesser's failed attempts when they sign in to their own account", async () => {
    await fixture.add(rosa, ada);
    for (let n = 0; n < 5; n++) await fixture.signIn(rosa.email, 'wrong');
    await fixture.signInToken(ada.email);
    expect((await fixture.signIn(rosa.email)).outcome).toBe('throttled');
  });

  async function attackFromManyAddresses(email: string): Promise<SignInResult[]> {
    const results: SignInResult[] = [];
    for (let n = 0; n < 40; n++) {
      for (let guess = 0; guess < 5; guess++)
        results.push(await fixture.signIn(email, 'guess', `198.51.100.${n}`));
    }
    return results;
  }

  it('limits guesses from many addresses to 100 per hour', async () => {
    await fixture.add(rosa);
    const attacked = fixture.now;
    expect(count(await attackFromManyAddresses(rosa.email), 'refused')).toBe(perAccount.limit);
    const retryAt = attacked + perAccount.windowMs;
    expect(await fixture.signIn(rosa.email, 'guess', '203.0.113.5')).toEqual({
      outcome: 'throttled',
      retryAt,
    });
  });

  it("doesn't let outsiders lock a reader out of an address from which they recently signed in", async () => {
    await fixture.add(rosa);
    const home = '2001:db8:aaaa:1::7';
    await fixture.signInToken(rosa.email, fixture.identity, home);
    fixture.now += 29 * day;
    await attackFromManyAddresses(rosa.email);
    expect((await fixture.signIn(rosa.email, password, '203.0.113.5')).outcome).toBe('throttled');
    expect((await fixture.signIn(rosa.email, 'typing error', home)).outcome).toBe('refused');
    expect((await fixture.signIn(rosa.email, password, '2001:db8:aaaa:1::8')).outcome).toBe('signed-in');
  });

  it('applies the other limits there', async () => {
    await fixture.add(rosa);
    await fixture.signInToken(rosa.email);
    for (let n = 0; n < 5; n++) await fixture.signIn(rosa.email, 'wrong');
    expect((await fixture.signIn(rosa.email)).outcome).toBe('throttled');
  });
});
