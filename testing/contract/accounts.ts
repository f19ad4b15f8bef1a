import { describe, expect, it } from 'vitest';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { admin, note, reader, type Stores, secondAdmin } from './stores.ts';

/** Describes how a store keeps accounts, and that at least one administrator remains. */
export function describeAccounts(stores: Stores): void {
  describe('accounts', () => {
    it('returns an added account by id, by email, by subject and in the list', async () => {
      await stores.add(reader, admin);
      expect(await stores.other.findAccountById(reader.id)).toEqual(reader);
      expect(await stores.other.findAccountById('id-nobody')).toBeUndefined();
      expect(await stores.other.findAccountByEmail(reader.email)).toEqual(reader);
      expect(await stores.other.findAccountBySubject('local', reader.id)).toEqual(reader);
      expect(await stores.other.listAccounts()).toEqual([admin, reader]);
      expect(await stores.other.countAccounts()).toBe(2);
      expect(await stores.other.findAccountByEmail('nobody@example.com')).toBeUndefined();
      expect(await stores.other.findAccountBySubject('elsewhere', reader.id)).toBeUndefined();
    });

    it('gives an email and a subject to one account only', async () => {
      await stores.add(reader);
      expect(
        await stores.other.addAccount({ ...createAccountNamed('x'), email: reader.email }),
      ).toBeUndefined();
      expect(
        await stores.other.addAccount({ ...createAccountNamed('x'), subject: reader.subject }),
      ).toBeUndefined();
      expect(await stores.one.listAccounts()).toEqual([reader]);
    });

    it('adds a first account only if there is none, also when two processes try at once', async () => {
      const results = await Promise.all([
        stores.one.addFirstAccount(admin),
        stores.other.addFirstAccount(secondAdmin),
        stores.one.addFirstAccount(reader),
      ]);
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await stores.one.countAccounts()).toBe(1);
    });

    it('changes name and email, keeps the sessions, and records a changed email', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      const changeNote = note('profile-changed', start, { detail: `was ${reader.email}` });
      const newProfile = { email: reader.email, name: 'Rosa Núñez' };
      expect(await stores.one.setProfile(reader.id, newProfile, changeNote)).toBe('done');
      expect(await stores.one.listAuditSince(0)).toEqual([]);
      const movedProfile = { ...newProfile, email: 'rosa@example.org' };
      expect(await stores.other.setProfile(reader.id, movedProfile, changeNote)).toBe('done');
      expect((await stores.found('t1'))?.account).toMatchObject(movedProfile);
      expect(await stores.one.listAuditSince(0)).toMatchObject([
        { event: 'profile-changed', email: movedProfile.email },
      ]);
      expect(await stores.one.setProfile('id-nobody', movedProfile, changeNote)).toBe('unknown-account');
    });

    it('leaves an email with the account that has it, also when two accounts request it at once', async () => {
      await stores.add(reader, admin, secondAdmin);
      const takenProfile = { email: admin.email, name: 'New name' };
      expect(await stores.one.setProfile(reader.id, takenProfile, note('profile-changed', start))).toBe(
        'email-taken',
      );
      expect(await stores.other.findAccountByEmail(reader.email)).toEqual({ ...reader, name: 'New name' });
      expect(await stores.other.findAccountByEmail(admin.email)).toEqual(admin);
      expect(await stores.one.listAuditSince(0)).toEqual([]);
      const free = { email: 'free@example.com', name: 'Free' };
      const results = await Promise.all(
        [reader, admin, secondAdmin].map(({ id }, position) =>
          (position % 2 ? stores.one : stores.other).setProfile(id, free),
        ),
      );
      expect(results.toSorted()).toEqual(['done', 'email-taken', 'email-taken']);
      const added = await Promise.all([
        stores.one.addAccount(createAccountNamed('eve')),
        stores.other.setProfile(reader.id, { email: 'eve@example.com', name: 'Eve' }),
      ]);
      expect([undefined, 'email-taken']).toContain(
        added.find((one) => one === undefined || one === 'email-taken'),
      );
      expect(new Set((await stores.one.listAccounts()).map(({ email }) => email)).size).toBe(
        await stores.one.countAccounts(),
      );
    });

    it("reports that the account to change doesn't exist", async () => {
      expect(await stores.one.setDisabled('id-nobody', true, 'local')).toBe('unknown-account');
      expect(await stores.one.setRole('id-nobody', 'administrator', 'local')).toBe('unknown-account');
      expect(await stores.one.setPasswordHash('id-nobody', 'h')).toBe('unknown-account');
      expect(await stores.one.removeAccount('id-nobody', 'local')).toBe('unknown-account');
    });
  });

  describe('the last administrator', () => {
    it("can't be disabled, demoted or removed", async () => {
      await stores.add(admin, reader, { ...secondAdmin, disabled: true });
      expect(await stores.one.setDisabled(admin.id, true, 'local')).toBe('last-administrator');
      expect(await stores.one.setRole(admin.id, 'reader', 'local')).toBe('last-administrator');
      expect(await stores.one.removeAccount(admin.id, 'local')).toBe('last-administrator');
      expect(await stores.one.findAccountByEmail(admin.email)).toEqual(admin);
    });

    it('can get a new password, and can be removed once there is another', async () => {
      await stores.add(admin, secondAdmin);
      expect(await stores.one.setPasswordHash(admin.id, 'new')).toBe('done');
      expect(await stores.one.setRole(admin.id, 'reader', 'local')).toBe('done');
      expect(await stores.one.setDisabled(secondAdmin.id, true, 'local')).toBe('last-administrator');
    });

    it('is the last one of the issuer whose accounts can sign in', async () => {
      const elsewhere = createAccountNamed('eve', {
        role: 'administrator',
        issuer: 'https://id.example',
        passwordHash: null,
      });
      await stores.add(admin, elsewhere);
      expect(await stores.one.setDisabled(admin.id, true, 'local')).toBe('last-administrator');
      expect(await stores.one.setRole(elsewhere.id, 'reader', elsewhere.issuer)).toBe('last-administrator');
      // A leftover from another identity mode, which can't sign in, can be removed.
      expect(await stores.other.removeAccount(admin.id, elsewhere.issuer)).toBe('done');
      expect(await stores.other.removeAccount(elsewhere.id, elsewhere.issuer)).toBe('last-administrator');
    });

    it('remains when all administrators are removed at once', async () => {
      const admins = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        createAccountNamed(name, { role: 'administrator' }),
      );
      await stores.add(...admins);
      const results = await Promise.all(
        admins.map(({ id }, index) => {
          const handle = index % 2 === 0 ? stores.one : stores.other;
          if (index % 3 === 0) return handle.setRole(id, 'reader', 'local');
          return index % 3 === 1 ? handle.setDisabled(id, true, 'local') : handle.removeAccount(id, 'local');
        }),
      );
      expect(results.filter((result) => result === 'last-administrator')).toHaveLength(1);
      const remainingAccounts = (await stores.one.listAccounts()).filter(
        ({ role, disabled }) => role === 'administrator' && !disabled,
      );
      expect(remainingAccounts).toHaveLength(1);
    });
  });
}
