import { describe, expect, it } from 'vitest';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { admin, hour, reader, type Stores, secondAdmin, sessionLimits } from './stores.ts';

/** Describes one-time links: for the first administrator, for new accounts and for forgotten passwords. */
export function describeLinks(stores: Stores): void {
  describe('set-up links', () => {
    it('are valid in every process until they expire', async () => {
      await stores.one.addSetupLink('l1', start + hour);
      expect(await stores.other.hasSetupLink('l1', start + hour - 1)).toBe(true);
      expect(await stores.other.hasSetupLink('l1', start + hour)).toBe(false);
      expect(await stores.other.hasSetupLink('l2', start)).toBe(false);
      await stores.other.removeExpired(start + hour, sessionLimits);
      expect(await stores.one.hasSetupLink('l1', start)).toBe(false);
    });

    it('end when the first account is added, but not with a failed attempt to add one', async () => {
      await stores.one.addSetupLink('l1', start + hour);
      expect(await stores.other.addFirstAccount(admin)).toBe(true);
      expect(await stores.one.hasSetupLink('l1', start)).toBe(false);
      await stores.one.addSetupLink('l2', start + hour);
      expect(await stores.other.addFirstAccount(secondAdmin)).toBe(false);
      expect(await stores.one.hasSetupLink('l2', start)).toBe(true);
    });
  });

  describe('one-time links of new accounts', () => {
    const invitedAccount = createAccountNamed('nora', { passwordHash: null });

    it('set the first password once, also when two requests use one at the same time', async () => {
      await stores.add(invitedAccount);
      expect(await stores.one.addInvite('l1', invitedAccount.id, start + hour)).toBe(true);
      expect(await stores.other.findAccountByInvite('l1', start)).toEqual(invitedAccount);
      const acceptances = await Promise.all(
        [stores.one, stores.other, stores.one].map((handle, n) =>
          handle.acceptInvite('l1', `hash-${n}`, start),
        ),
      );
      const account = acceptances.find((acceptance) => acceptance !== undefined);
      expect(acceptances.filter((acceptance) => acceptance !== undefined)).toHaveLength(1);
      expect(await stores.one.findAccountByEmail(invitedAccount.email)).toEqual(account);
      expect(await stores.other.findAccountByInvite('l1', start)).toBeUndefined();
      expect(await stores.other.acceptInvite('l1', 'another', start)).toBeUndefined();
    });

    it('end when they expire, with a newer link, with a password and with the account', async () => {
      await stores.add(invitedAccount, reader);
      await stores.one.addInvite('l1', invitedAccount.id, start + hour);
      expect(await stores.one.findAccountByInvite('l1', start + hour)).toBeUndefined();
      await stores.other.addInvite('l2', invitedAccount.id, start + hour);
      expect(await stores.one.findAccountByInvite('l1', start)).toBeUndefined();
      await stores.one.setDisabled(invitedAccount.id, true, 'local');
      expect(await stores.one.acceptInvite('l2', 'hash', start)).toBeUndefined();
      await stores.one.setDisabled(invitedAccount.id, false, 'local');
      expect(await stores.one.findAccountByInvite('l2', start)).toEqual(invitedAccount);
      await stores.one.setPasswordHash(invitedAccount.id, 'hash');
      expect(await stores.one.acceptInvite('l2', 'another', start)).toBeUndefined();
      expect(await stores.one.addInvite('l3', reader.id, start + hour)).toBe(false);
      expect(await stores.one.addInvite('l3', 'id-nobody', start + hour)).toBe(false);
      const elsewhere = createAccountNamed('eve', { issuer: 'https://id.example', passwordHash: null });
      await stores.add(elsewhere);
      expect(await stores.one.addInvite('l3', elsewhere.id, start + hour)).toBe(false);
      await stores.one.removeAccount(invitedAccount.id, 'local');
      expect(await stores.one.findAccountByInvite('l2', start)).toBeUndefined();
    });

    it("don't count an administrator who never used one among those who can sign in", async () => {
      await stores.add(admin, { ...invitedAccount, role: 'administrator' });
      expect(await stores.one.setDisabled(admin.id, true, 'local')).toBe('last-administrator');
      await stores.one.addInvite('l1', invitedAccount.id, start + hour);
      await stores.one.acceptInvite('l1', 'hash', start);
      expect(await stores.one.setDisabled(admin.id, true, 'local')).toBe('done');
    });
  });

  describe('one-time links for forgotten passwords', () => {
    it('set another password once, also when two requests use one at the same time, and end every session', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 's1'));
      expect(await stores.one.addResetLink('l1', reader.id, start + hour)).toBe(true);
      expect(await stores.one.addResetLink('l2', reader.id, start + hour)).toBe(true);
      expect(await stores.other.findAccountByResetLink('l1', start)).toMatchObject({ id: reader.id });
      const spent = await Promise.all(
        [stores.one, stores.other, stores.one].map((handle, n) =>
          handle.spendResetLink(n === 1 ? 'l2' : 'l1', `hash-${n}`, start),
        ),
      );
      const [account] = spent.filter((one) => one !== undefined);
      expect(spent.filter((one) => one !== undefined)).toHaveLength(1);
      expect((await stores.one.findAccountByEmail(reader.email))?.passwordHash).toBe(account?.passwordHash);
      for (const link of ['l1', 'l2']) {
        expect(await stores.other.findAccountByResetLink(link, start)).toBeUndefined();
        expect(await stores.other.spendResetLink(link, 'another', start)).toBeUndefined();
      }
      expect(await stores.found('s1')).toBeUndefined();
    });

    it('end when they expire and with every change of the account', async () => {
      await stores.add(reader, admin);
      const isLinkLive = async () => (await stores.other.findAccountByResetLink('l', start)) !== undefined;
      for (const change of [
        () => stores.one.setPasswordHash(reader.id, 'hash'),
        () => stores.one.setRole(reader.id, 'reader', 'local'),
        () => stores.one.setDisabled(reader.id, true, 'local'),
      ]) {
        await stores.one.addResetLink('l', reader.id, start + hour);
        expect(await isLinkLive()).toBe(true);
        await change();
        expect(await isLinkLive()).toBe(false);
      }
      await stores.one.setDisabled(reader.id, false, 'local');
      expect(await isLinkLive()).toBe(false);
      await stores.one.addResetLink('l', reader.id, start + hour);
      expect(await stores.one.findAccountByResetLink('l', start + hour)).toBeUndefined();
      await stores.one.removeExpired(start + hour, sessionLimits);
      expect(await isLinkLive()).toBe(false);
    });

    it('are only for accounts that have a password on this site and can sign in', async () => {
      const elsewhere = createAccountNamed('eve', { issuer: 'https://id.example', passwordHash: null });
      const invitedAccount = createAccountNamed('nora', { passwordHash: null });
      const disabledAccount = createAccountNamed('olga', { disabled: true });
      await stores.add(elsewhere, invitedAccount, disabledAccount);
      for (const id of [elsewhere.id, invitedAccount.id, disabledAccount.id, 'id-nobody'])
        expect(await stores.one.addResetLink('l', id, start + hour)).toBe(false);
    });
  });
}
