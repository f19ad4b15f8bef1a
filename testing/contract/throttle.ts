import { describe, expect, it } from 'vitest';
import { start } from '../store-fixtures.ts';
import { admin, hour, minute, reader, type Stores, sessionLimits } from './stores.ts';

/** Describes the attempts that the throttle counts, and known addresses. */
export function describeThrottle(stores: Stores): void {
  describe('attempts', () => {
    const window = 15 * minute;
    const createKey = (name: string, limit: number, windowMs = window) => ({ key: name, limit, windowMs });

    it('are allowed up to the limit, and again when the oldest has left the window', async () => {
      for (let n = 0; n < 3; n++)
        expect(await stores.one.countAttempt([createKey('k', 3)], start + n)).toEqual({});
      expect(await stores.other.countAttempt([createKey('k', 3)], start + 10)).toEqual({
        full: { key: 'k', retryAt: start + window },
      });
      expect(await stores.one.countAttempt([createKey('k', 3)], start + window - 1)).toEqual({
        full: { key: 'k', retryAt: start + window },
      });
      expect(await stores.one.countAttempt([createKey('k', 3)], start + window)).toEqual({});
      expect(await stores.one.countAttempt([createKey('k', 3)], start + window)).toEqual({
        full: { key: 'k', retryAt: start + window + 1 },
      });
    });

    it('count against all keys or against no key', async () => {
      await stores.one.countAttempt([createKey('full', 1)], start);
      const keys = [createKey('a', 2), createKey('full', 1), createKey('b', 2)];
      expect(await stores.one.countAttempt(keys, start)).toEqual({
        full: { key: 'full', retryAt: start + window },
      });
      for (const name of ['a', 'b']) {
        for (let n = 0; n < 2; n++)
          expect(await stores.one.countAttempt([createKey(name, 2)], start)).toEqual({});
      }
    });

    it('return the latest time when several windows are full', async () => {
      await stores.one.countAttempt([createKey('long', 1, hour), createKey('short', 1)], start);
      const both = [createKey('short', 1), createKey('long', 1, hour)];
      expect(await stores.one.countAttempt(both, start + 1)).toEqual({
        full: { key: 'long', retryAt: start + hour },
      });
    });

    it('never exceed the limit when many are made at once', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? stores.one : stores.other).countAttempt([createKey('k', 5)], start),
        ),
      );
      expect(results.filter(({ full }) => full === undefined)).toHaveLength(5);
    });

    it('that are in progress count until their lease expires, and for the whole window once they have failed', async () => {
      const keys = [createKey('k', 2), createKey('l', 2)];
      const lease = 15_000;
      for (let n = 0; n < 2; n++) expect(await stores.one.countAttempt(keys, start, lease)).toEqual({});
      expect(await stores.other.countAttempt(keys, start + lease - 1, lease)).toMatchObject({
        full: { retryAt: start + lease },
      });
      await stores.other.settleAttempt(keys, start);
      // One of the two has failed. The process of the other one died.
      expect(await stores.one.countAttempt(keys, start + lease, lease)).toEqual({});
      expect(await stores.one.countAttempt(keys, start + lease, lease)).toMatchObject({
        full: { retryAt: start + 2 * lease },
      });
      await stores.one.takeBackAttempt(['k', 'l'], start + lease);
      // The failed one still counts, and so does one that failed after its lease expired.
      await stores.one.settleAttempt(keys, start + 1);
      expect(await stores.one.countAttempt(keys, start + window - 1, lease)).toMatchObject({
        full: { retryAt: start + window },
      });
      expect(await stores.one.countAttempt(keys, start + window, lease)).toEqual({});
    });

    it('that began in the same millisecond are distinguished when one of them is withdrawn', async () => {
      const keys = [createKey('k', 2)];
      for (let n = 0; n < 2; n++) await stores.one.countAttempt(keys, start, 15_000);
      await stores.one.settleAttempt(keys, start);
      await stores.one.takeBackAttempt(['k'], start);
      expect(await stores.one.countAttempt([createKey('k', 1)], start + minute)).toEqual({
        full: { key: 'k', retryAt: start + window },
      });
    });

    it('can be cleared, or withdrawn one by one', async () => {
      for (let n = 0; n < 2; n++)
        await stores.one.countAttempt([createKey('k', 2), createKey('l', 2)], start + n);
      await stores.one.takeBackAttempt(['k', 'l'], start);
      expect(await stores.one.countAttempt([createKey('k', 2)], start + 2)).toEqual({});
      expect(await stores.one.countAttempt([createKey('k', 2)], start + 2)).toEqual({
        full: { key: 'k', retryAt: start + 1 + window },
      });
      await stores.one.clearAttempts(['k']);
      expect(await stores.one.countAttempt([createKey('k', 1)], start + 2)).toEqual({});
      expect(await stores.one.countAttempt([createKey('l', 1)], start + 2)).toEqual({
        full: { key: 'l', retryAt: start + 1 + window },
      });
    });
  });

  describe('known addresses', () => {
    it('belong to their account until they expire', async () => {
      await stores.add(reader, admin);
      await stores.one.rememberAddress(reader.id, 'home', start + hour);
      expect(await stores.other.knowsAddress(reader.email, 'home', start + hour - 1)).toBe(true);
      expect(await stores.one.knowsAddress(reader.email, 'home', start + hour)).toBe(false);
      expect(await stores.one.knowsAddress(reader.email, 'office', start)).toBe(false);
      expect(await stores.one.knowsAddress(admin.email, 'home', start)).toBe(false);
    });

    it('are remembered for longer after the next sign-in, and deleted with the account', async () => {
      await stores.add(reader);
      await stores.one.rememberAddress(reader.id, 'home', start + hour);
      await stores.one.rememberAddress(reader.id, 'home', start + 2 * hour);
      await stores.one.rememberAddress('id-nobody', 'home', start + hour);
      await stores.one.removeExpired(start + hour, sessionLimits);
      expect(await stores.one.knowsAddress(reader.email, 'home', start + hour)).toBe(true);
      await stores.one.removeAccount(reader.id, 'local');
      await stores.add(reader);
      expect(await stores.one.knowsAddress(reader.email, 'home', start)).toBe(false);
    });
  });
}
