import { describe, expect, it } from 'vitest';
import type { Passkey } from '../../src/accounts/store/passkey-store.ts';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { admin, hour, note, reader, type Stores } from './stores.ts';

const createPasskey = (id: string, changes: Partial<Passkey> = {}): Passkey => ({
  id,
  accountId: reader.id,
  name: 'Phone',
  publicKey: 'key',
  counter: 0,
  transports: 'internal hybrid',
  createdAt: start,
  lastUsedAt: null,
  ...changes,
});
const codes = { secret: 'sealed', lastStep: 7, createdAt: start };

/** Describes second factors, sign-ins that wait for one, and challenges. */
export function describeFactors(stores: Stores): void {
  describe('second factors', () => {
    it('are stored with their account; adding one ends its other sessions, not the one that adds it', async () => {
      await stores.add(reader, admin);
      await stores.one.addSession(createSession(reader, 't1'));
      await stores.one.addSession(createSession(reader, 't2'));
      await stores.one.addSession(createSession(admin, 't3'));
      expect(await stores.one.addPasskey(createPasskey('p1'), ['r1', 'r2'], 't1')).toEqual({
        outcome: 'added',
        recoveryKept: true,
      });
      expect(await Promise.all(['t1', 't2', 't3'].map((token) => stores.found(token)))).toEqual([
        expect.anything(),
        undefined,
        expect.anything(),
      ]);
      expect(
        await stores.other.setCodes(reader.id, codes, ['r3'], 't1', note('factor-added', start)),
      ).toEqual({
        outcome: 'added',
        recoveryKept: false,
      });
      expect(await stores.other.readFactors(reader.id)).toEqual({
        passkeys: [createPasskey('p1')],
        codes,
        recoveryCodes: 2,
      });
      expect(await stores.other.findPasskeyById('p1')).toEqual(createPasskey('p1'));
      expect(await stores.one.addPasskey(createPasskey('p1', { accountId: admin.id }), [], 't3')).toEqual({
        outcome: 'taken',
      });
      expect(await stores.one.readFactors(admin.id)).toEqual({
        passkeys: [],
        codes: undefined,
        recoveryCodes: 0,
      });
    });

    it('are required for a session', async () => {
      await stores.add(reader);
      expect(await stores.one.hasFactor(reader.id)).toBe(false);
      await stores.one.setCodes(reader.id, codes, [], 't0');
      expect(await stores.other.hasFactor(reader.id)).toBe(true);
      expect(await stores.other.addSession(createSession(reader, 't1'))).toBe(false);
      expect((await stores.one.findAccountById(reader.id))?.lastSignInAt).toBeNull();
      expect(
        await stores.other.addSession(
          createSession(reader, 't1'),
          undefined,
          undefined,
          undefined,
          'factor given',
        ),
      ).toBe(true);
    });

    it('work once: the step of a code and all before it, a recovery code, the count of a passkey', async () => {
      await stores.add(reader);
      await stores.one.setCodes(reader.id, codes, ['r1'], 't0');
      await stores.one.addPasskey(createPasskey('p1', { counter: 3 }), [], 't0');
      const handles = [stores.one, stores.other, stores.one];
      const countSuccesses = async (spend: (store: (typeof handles)[number]) => Promise<boolean>) =>
        (await Promise.all(handles.map(spend))).filter(Boolean).length;
      expect(await stores.one.spendCode(reader.id, 7)).toBe(false);
      expect(await countSuccesses((store) => store.spendCode(reader.id, 9))).toBe(1);
      expect(await stores.one.spendCode(reader.id, 8)).toBe(false);
      expect(await countSuccesses((store) => store.spendRecoveryCode(reader.id, 'r1'))).toBe(1);
      expect(await countSuccesses((store) => store.countPasskeyUse('p1', 4, start))).toBe(1);
      expect((await stores.one.readFactors(reader.id)).recoveryCodes).toBe(0);
      // Most passkeys don't count their uses.
      await stores.one.addPasskey(createPasskey('p2'), [], 't0');
      expect(await countSuccesses((store) => store.countPasskeyUse('p2', 0, start))).toBe(3);
    });

    it('are removed one by one, and the last one takes the recovery codes with it; a required one stays', async () => {
      await stores.add(reader);
      await stores.one.addPasskey(createPasskey('p1'), ['r1'], 't0');
      await stores.one.setCodes(reader.id, codes, [], 't0');
      const factorNeeded = { isNeeded: true, keptToken: 't0' };
      expect(await stores.other.removeCodes(reader.id, factorNeeded)).toBe('removed');
      expect(await stores.other.removeCodes(reader.id, { ...factorNeeded, isNeeded: false })).toBe('unknown');
      expect(await stores.other.removePasskey(reader.id, 'p1', factorNeeded)).toBe('needed');
      expect((await stores.one.readFactors(reader.id)).recoveryCodes).toBe(1);
      expect(await stores.other.renamePasskey(reader.id, 'p1', 'Key')).toBe(true);
      expect(await stores.other.renamePasskey(admin.id, 'p1', 'Mine')).toBe(false);
      expect(await stores.other.removePasskey(reader.id, 'p1', { ...factorNeeded, isNeeded: false })).toBe(
        'removed',
      );
      expect(await stores.one.readFactors(reader.id)).toEqual({
        passkeys: [],
        codes: undefined,
        recoveryCodes: 0,
      });
    });

    it('are reset together, which ends every session', async () => {
      await stores.add(reader);
      expect(await stores.one.resetFactors(reader.id, note('factors-reset', start))).toBe(false);
      await stores.one.setCodes(reader.id, codes, ['r1'], 't0');
      await stores.one.addSession(
        createSession(reader, 't1'),
        undefined,
        undefined,
        undefined,
        'factor given',
      );
      expect(await stores.other.resetFactors(reader.id, note('factors-reset', start))).toBe(true);
      expect(await stores.found('t1')).toBeUndefined();
      expect(await stores.one.readFactors(reader.id)).toEqual({
        passkeys: [],
        codes: undefined,
        recoveryCodes: 0,
      });
      expect(await stores.one.listAuditSince(0)).toHaveLength(1);
    });

    it('end the sessions of users without one when they become required', async () => {
      const second = createAccountNamed('eva');
      await stores.add(reader, admin, second);
      await stores.one.setCodes(second.id, codes, [], 't0');
      for (const [account, token] of [
        [reader, 't1'],
        [admin, 't2'],
        [second, 't3'],
      ] as const)
        await stores.one.addSession(
          createSession(account, token),
          undefined,
          undefined,
          undefined,
          'factor given',
        );
      expect(await stores.other.endSessionsWithoutFactor('administrator')).toBe(1);
      expect(await stores.found('t2')).toBeUndefined();
      expect(await stores.found('t1')).toBeDefined();
      expect(await stores.other.endSessionsWithoutFactor(undefined)).toBe(1);
      expect(await stores.found('t1')).toBeUndefined();
      expect(await stores.found('t3')).toBeDefined();
    });
  });

  describe('sign-ins that wait', () => {
    const pendingSignIn = { accountId: reader.id, passwordHash: 'hash-rosa', expiresAt: start + hour };

    it('are available to every process until one takes them or they expire', async () => {
      await stores.add(reader);
      await stores.one.addPendingSignIn({ ...pendingSignIn, tokenHash: 'w1' });
      expect(await stores.other.findPendingSignIn('w1', start)).toEqual({
        accountId: reader.id,
        passwordHash: 'hash-rosa',
      });
      expect(await stores.other.findPendingSignIn('w1', start + hour)).toBeUndefined();
      const takenSignIns = await Promise.all(
        [stores.one, stores.other, stores.one].map((store) => store.takePendingSignIn('w1', start)),
      );
      expect(takenSignIns.filter(Boolean)).toHaveLength(1);
      expect(await stores.one.findPendingSignIn('w1', start)).toBeUndefined();
    });

    it('end with every action that ends sessions', async () => {
      await stores.add(reader);
      await stores.one.addPendingSignIn({ ...pendingSignIn, tokenHash: 'w1' });
      await stores.other.setPasswordHash(reader.id, 'another');
      expect(await stores.one.findPendingSignIn('w1', start)).toBeUndefined();
    });
  });

  it('only the latest challenge under a key counts, and only one process can take it', async () => {
    await stores.one.setChallenge('k', 'first', start + hour);
    await stores.other.setChallenge('k', 'second', start + hour);
    expect(await stores.one.findChallenge('k', start)).toBe('second');
    expect(await stores.one.takeChallenge('k', start + hour)).toBeUndefined();
    const takenChallenges = await Promise.all(
      [stores.one, stores.other].map((store) => store.takeChallenge('k', start)),
    );
    expect(takenChallenges.toSorted()).toEqual(['second', undefined]);
  });
}
