import { describe, expect, it } from 'vitest';
import type { PersonalToken } from '../../src/accounts/store/token-store.ts';
import { accountNamed, start } from '../store-fixtures.ts';
import { hour, limits, note, reader, type Stores } from './stores.ts';

const ben = accountNamed('ben');
const tokenOf = (tokenHash: string, given: Partial<PersonalToken> = {}): PersonalToken => ({
  tokenHash,
  accountId: reader.id,
  name: 'Editor',
  createdAt: start,
  expiresAt: start + hour,
  lastUsedAt: null,
  ...given,
});

/** What readers' own programs read with. */
export function describeTokens(stores: Stores): void {
  describe('personal tokens', () => {
    it('are good in every process, with their account, until they expire', async () => {
      await stores.add(reader);
      expect(await stores.one.addToken(tokenOf('t1'), 2)).toBe('added');
      expect(await stores.other.findToken('t1', start + hour - 1)).toEqual({
        token: tokenOf('t1'),
        account: reader,
      });
      expect(await stores.other.findToken('t1', start + hour)).toBeUndefined();
      expect(await stores.other.findToken('t2', start)).toBeUndefined();
      await stores.other.removeExpired(start + hour, limits);
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
    });

    it('are as many as an account may have, whoever makes them at once; expired ones do not count', async () => {
      await stores.add(reader, ben);
      await stores.one.addToken(tokenOf('old', { createdAt: start - hour, expiresAt: start }), 2);
      const made = await Promise.all(
        ['t1', 't2', 't3'].map((hash, n) => (n === 1 ? stores.other : stores.one).addToken(tokenOf(hash), 2)),
      );
      expect(made.toSorted()).toEqual(['added', 'added', 'full']);
      expect(await stores.other.addToken(tokenOf('b1', { accountId: ben.id }), 2)).toBe('added');
      expect(await stores.one.tokensOf(reader.id, start)).toHaveLength(2);
      expect(await stores.one.addToken(tokenOf('n1', { accountId: 'id-nobody' }), 2)).toBe('gone');
    });

    it('say when they were used last', async () => {
      await stores.add(reader);
      await stores.one.addToken(tokenOf('t1'), 2);
      await stores.one.touchToken('t1', start + 2);
      await stores.other.touchToken('t1', start + 1);
      expect((await stores.one.tokensOf(reader.id, start))[0]?.lastUsedAt).toBe(start + 2);
    });

    it('end one by one or together, of their own account only, and it is written down', async () => {
      await stores.add(reader, ben);
      for (const hash of ['t1', 't2', 't3']) await stores.one.addToken(tokenOf(hash), 9);
      expect(await stores.other.removeTokenOf(ben.id, 't1')).toBe(false);
      expect(await stores.other.removeTokenOf(reader.id, 't1', note('tokens-ended', start))).toBe(true);
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      expect(await stores.other.removeTokensOf(reader.id, note('tokens-ended', start + 1))).toBe(2);
      expect(await stores.one.removeTokensOf(reader.id, note('tokens-ended', start + 2))).toBe(0);
      const written = await stores.one.auditSince(start);
      expect(written.map(({ event, at, email }) => [event, at - start, email])).toEqual([
        ['tokens-ended', 0, reader.email],
        ['tokens-ended', 1, reader.email],
      ]);
    });

    it.each([
      ['disabling it', (s: Stores) => s.other.setDisabled(reader.id, true, 'local')],
      ['another role', (s: Stores) => s.other.setRole(reader.id, 'administrator', 'local')],
      ['a new password', (s: Stores) => s.other.setPasswordHash(reader.id, 'another')],
      ['removing it', (s: Stores) => s.other.removeAccount(reader.id, 'local')],
    ])('end with a change of their account: %s', async (_, change) => {
      await stores.add(reader, ben);
      await stores.one.addToken(tokenOf('t1'), 2);
      await stores.one.addToken(tokenOf('b1', { accountId: ben.id }), 2);
      expect(await change(stores)).toBe('done');
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      // Nor does enabling the account bring them back.
      await stores.one.setDisabled(reader.id, false, 'local');
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      expect(await stores.one.findToken('b1', start)).toBeDefined();
    });
  });
}
