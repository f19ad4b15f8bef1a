import { describe, expect, it } from 'vitest';
import { createImportStore } from '../../src/features/people-import/import-store.ts';
import { createAccountNamed, start } from '../store-fixtures.ts';
import { hour, note, reader, type Stores } from './stores.ts';

const createInvited = (name: string) => ({
  account: createAccountNamed(name, { passwordHash: null }),
  tokenHash: `token-${name}`,
});
const createMailed = (name: string) => ({
  ...createInvited(name),
  mail: { id: `mail-${name}`, window: { key: `mail to ${name}`, limit: 2, windowMs: hour } },
});
const added = note('account-added', start, { by: 'ana' });

/** Many people at once, out of a file. */
export function describeImport(stores: Stores): void {
  describe('many people at once', () => {
    it('are added with their links, but for those who are there, by whichever process', async () => {
      await stores.add(reader);
      const people = [
        createInvited('eve'),
        { ...createInvited('x'), account: { ...createAccountNamed('x'), email: reader.email } },
      ];
      const [one, other] = await Promise.all([
        createImportStore(stores.one.database).addInvited(people, start + hour, added),
        createImportStore(stores.other.database).addInvited(
          [{ ...createInvited('y'), account: { ...createAccountNamed('y'), email: 'eve@example.com' } }],
          start + hour,
          added,
        ),
      ]);
      expect(one.added.size + other.added.size).toBe(1);
      expect(one.mailed).toEqual(new Set());
      const eve = await stores.other.findAccountByEmail('eve@example.com');
      expect(await stores.one.findAccountByEmail(reader.email)).toEqual(reader);
      expect(eve).toMatchObject({
        passwordHash: null,
        role: 'reader',
        disabled: false,
        issuer: 'local',
        createdAt: start,
      });
      expect(eve?.subject).toBe(eve?.id);
      const token = one.added.size === 1 ? 'token-eve' : 'token-y';
      expect(await stores.other.findAccountByInvite(token, start)).toEqual(eve);
      expect(await stores.other.findAccountByInvite('token-x', start)).toBeUndefined();
      expect(await stores.one.listAuditSince(0)).toMatchObject([
        { event: 'account-added', by: 'ana', email: 'eve@example.com', accountId: eve?.id, detail: 'reader' },
      ]);
      const foundAccounts = await createImportStore(stores.other.database).findAccountsByEmails([
        reader.email,
        'eve@example.com',
        'nobody@example.com',
      ]);
      expect(foundAccounts.map(({ id }) => id).toSorted()).toEqual([eve?.id, reader.id].toSorted());
    });

    it('get a mail, and a link of their own where their address has had enough of mails', async () => {
      for (const _ of [1, 2])
        await stores.one.countAttempt([{ key: 'mail to bo', limit: 2, windowMs: hour }], start - 1);
      const result = await createImportStore(stores.one.database).addInvited(
        [createMailed('eve'), createMailed('bo')],
        start + hour,
        added,
      );
      expect(result).toEqual({ added: new Set(['id-eve', 'id-bo']), mailed: new Set(['id-eve']) });
      expect(await stores.other.claimMail(start, start + hour)).toMatchObject({
        id: 'mail-eve',
        kind: 'invitation',
        accountId: 'id-eve',
        email: 'eve@example.com',
        attempts: 1,
      });
      expect(await stores.other.claimMail(start, start + hour)).toBeUndefined();
      expect(await stores.other.findAccountByInvite('token-eve', start)).toBeUndefined();
      expect((await stores.other.findAccountByInvite('token-bo', start))?.id).toBe('id-bo');
    });
  });
}
