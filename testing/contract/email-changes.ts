import { describe, expect, it } from 'vitest';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { admin, hour, note, reader, type Stores } from './stores.ts';

const createChangeNote = (before: { email: string }) =>
  note('profile-changed', start, { detail: `was ${before.email}` });

/** Describes how users change their name and email. */
export function describeEmailChanges(stores: Stores): void {
  describe('a change of name or email', () => {
    it('changes both or neither, ends links to the previous address, and keeps sessions', async () => {
      await stores.add(reader, admin);
      await stores.one.addSession(createSession(reader, 't1'));
      await stores.one.addResetLink('r1', reader.id, start + hour);
      const change = (email: string, name: string) =>
        stores.other.changeProfile(reader.id, { email, name }, createChangeNote);
      expect(await change(admin.email, 'New')).toBe('email-taken');
      expect(await change(reader.email, reader.name)).toBe('done');
      expect(await stores.one.findAccountById(reader.id)).toMatchObject({
        email: reader.email,
        name: reader.name,
      });
      expect(await stores.one.listAuditSince(0)).toEqual([]);
      expect(await change(reader.email, 'New')).toBe('done');
      expect(await stores.one.findAccountByResetLink('r1', start)).toBeDefined();
      expect(await change('new@example.com', 'New')).toBe('done');
      expect(await stores.one.findAccountByResetLink('r1', start)).toBeUndefined();
      expect((await stores.found('t1'))?.account).toMatchObject({ email: 'new@example.com', name: 'New' });
      expect(
        (await stores.one.listAccountAudit(reader.id)).map(({ email, detail }) => [email, detail]),
      ).toEqual([
        [reader.email, `was ${reader.email}`],
        ['new@example.com', `was ${reader.email}`],
      ]);
      const nobody = stores.one.changeProfile(
        'id-nobody',
        { email: 'x@example.com', name: '' },
        createChangeNote,
      );
      expect(await nobody).toBe('unknown-account');
    });

    it('is confirmed by a link that works once, also when two requests use it at the same time', async () => {
      await stores.add(reader);
      const add = (token: string, email: string) =>
        stores.one.addEmailChange(token, reader.id, email, start + hour);
      expect(await add('c1', 'first@example.com')).toBe(true);
      expect(await add('c2', 'new@example.com')).toBe(true);
      expect(await stores.other.findEmailChange('c1', start)).toBeUndefined();
      expect(await stores.other.findEmailChange('c2', start)).toEqual({
        account: reader,
        email: 'new@example.com',
      });
      expect(await stores.other.findEmailChange('c2', start + hour)).toBeUndefined();
      const spent = await Promise.all(
        [stores.one, stores.other].map((store) => store.spendEmailChange('c2', start, createChangeNote)),
      );
      expect(spent.filter((one) => one?.outcome === 'done')).toHaveLength(1);
      expect((await stores.one.findAccountByEmail('new@example.com'))?.id).toBe(reader.id);
      expect(await stores.one.findEmailChange('c2', start)).toBeUndefined();
    });

    it('is for accounts of this site that can sign in, and leaves an email with the account that has it', async () => {
      const invitedAccount = createAccountNamed('eve', { passwordHash: null });
      const elsewhere = createAccountNamed('bo', { issuer: 'https://id.example', passwordHash: null });
      await stores.add(reader, admin, invitedAccount, elsewhere);
      for (const { id } of [invitedAccount, elsewhere, createAccountNamed('nobody')])
        expect(await stores.one.addEmailChange('c1', id, 'new@example.com', start + hour)).toBe(false);
      await stores.one.addEmailChange('c1', reader.id, admin.email, start + hour);
      await stores.one.setDisabled(reader.id, true, 'local');
      expect(await stores.one.findEmailChange('c1', start)).toBeUndefined();
      await stores.one.setDisabled(reader.id, false, 'local');
      expect(await stores.one.spendEmailChange('c1', start, createChangeNote)).toMatchObject({
        outcome: 'email-taken',
      });
      expect(await stores.one.findAccountByEmail(reader.email)).toEqual(reader);
      await stores.one.addEmailChange('c2', reader.id, 'new@example.com', start + hour);
      await stores.one.removeExpired(start + hour, { idleMs: hour, absoluteMs: hour });
      expect(await stores.one.findEmailChange('c2', start)).toBeUndefined();
    });
  });
}
