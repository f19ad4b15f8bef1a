import { describe, expect, it } from 'vitest';
import { createSession, start } from '../store-fixtures.ts';
import { admin, note, reader, type Stores, secondAdmin } from './stores.ts';

/** Describes what the audit log records, and for how long. */
export function describeAudit(stores: Stores): void {
  describe('the audit log', () => {
    const entry = { accountId: reader.id, email: reader.email, by: null, from: null, detail: null };

    it('lists what was done, by whom, to which account and from where, oldest first', async () => {
      await stores.one.addFirstAccount(admin, note('account-added', start, { by: 'set-up link' }));
      await stores.one.addAccount(
        reader,
        note('account-added', start + 1, { by: admin.email, detail: 'reader' }),
      );
      const session = createSession(reader, 't1');
      await stores.one.addSession(session, 'hash-rosa', note('signed-in', start + 2, { from: '192.0.2.1' }));
      await stores.one.setRole(reader.id, 'administrator', 'local', note('role-changed', start + 3));
      await stores.one.setPasswordHash(reader.id, 'new', note('password-changed', start + 4));
      await stores.one.setDisabled(reader.id, true, 'local', note('account-disabled', start + 5));
      await stores.one.note(note('sign-in-refused', start + 7, { detail: 'unknown' }));
      await stores.one.note(note('sign-in-refused', start + 6), reader.id);
      expect(await stores.other.listAuditSince(start + 1)).toEqual([
        { ...entry, at: start + 1, event: 'account-added', by: admin.email, detail: 'reader' },
        { ...entry, at: start + 2, event: 'signed-in', from: '192.0.2.1' },
        { ...entry, at: start + 3, event: 'role-changed' },
        { ...entry, at: start + 4, event: 'password-changed' },
        { ...entry, at: start + 5, event: 'account-disabled' },
        { ...entry, at: start + 6, event: 'sign-in-refused' },
        {
          ...entry,
          at: start + 7,
          event: 'sign-in-refused',
          accountId: null,
          email: null,
          detail: 'unknown',
        },
      ]);
      expect(await stores.other.listAuditSince(start)).toHaveLength(8);
    });

    it('lists an action that concerned many accounts as one row', async () => {
      await stores.add(admin, secondAdmin, reader);
      const by = admin.email;
      for (const { id } of [secondAdmin, reader])
        await stores.one.note(note('role-changed', start, { by, detail: 'reader' }), id);
      // Changes at another time, by another actor, and by the accounts themselves.
      await stores.one.note(note('role-changed', start + 1, { by, detail: 'reader' }), reader.id);
      await stores.one.note(note('role-changed', start, { by: 'server', detail: 'reader' }), reader.id);
      for (const { id } of [secondAdmin, reader]) await stores.one.note(note('signed-in', start + 2), id);
      for (const [id, detail] of [
        [secondAdmin.id, 'one'],
        [reader.id, 'all'],
      ] as const)
        await stores.one.note(note('sessions-ended', start + 3, { by, detail }), id);
      const list = async (more: object = {}) => {
        const query = { search: '', descending: false, offset: 0, limit: 10, ...more };
        const { actions, total } = await stores.other.readAuditActions(query);
        return {
          total,
          rows: actions.map(({ event, by, email, detail, entries }) => [event, by, email, detail, entries]),
        };
      };
      const many = ['role-changed', by, null, 'reader', 2];
      expect(await list()).toEqual({
        total: 6,
        rows: [
          many,
          ['role-changed', 'server', reader.email, 'reader', 1],
          ['role-changed', by, reader.email, 'reader', 1],
          ['signed-in', null, secondAdmin.email, null, 1],
          ['signed-in', null, reader.email, null, 1],
          ['sessions-ended', by, null, null, 2],
        ],
      });
      expect(await list({ limit: 1 })).toEqual({ total: 6, rows: [many] });
      expect((await list({ by: 'server' })).total).toBe(1);
      // A search for one of the accounts finds that account.
      expect((await list({ search: secondAdmin.email, event: 'role-changed' })).rows).toEqual([
        ['role-changed', by, secondAdmin.email, 'reader', 1],
      ]);
      expect((await stores.one.listAuditSince(start)).length).toBe(8);
    });

    it('lists each sign-out once', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      const signedOut = note('signed-out', start, { from: '192.0.2.1' });
      await Promise.all([stores.one, stores.other].map((handle) => handle.removeSession('t1', signedOut)));
      await stores.other.removeSession('t2', signedOut);
      expect(await stores.one.listAuditSince(0)).toEqual([
        { ...entry, at: start, event: 'signed-out', from: '192.0.2.1' },
      ]);
    });

    it("lists nothing that didn't happen", async () => {
      await stores.add(admin, { ...reader, disabled: true });
      const refusalNote = note('account-disabled', start);
      await stores.one.addAccount(reader, refusalNote);
      await stores.one.addFirstAccount(secondAdmin, refusalNote);
      await stores.one.setDisabled(admin.id, true, 'local', refusalNote);
      await stores.one.removeAccount('id-nobody', 'local', refusalNote);
      await stores.one.addSession(createSession(reader, 't1'), undefined, refusalNote);
      expect(await stores.one.listAuditSince(0)).toEqual([]);
    });

    it('outlives the account until the retention period ends', async () => {
      await stores.add(reader);
      await stores.one.removeAccount(reader.id, 'local', note('account-removed', start, { by: admin.email }));
      expect(await stores.other.listAuditSince(0)).toEqual([
        { ...entry, at: start, event: 'account-removed', by: admin.email },
      ]);
      await stores.other.removeAuditBefore(start);
      expect(await stores.one.listAuditSince(0)).toHaveLength(1);
      await stores.other.removeAuditBefore(start + 1);
      expect(await stores.one.listAuditSince(0)).toEqual([]);
    });
  });
}
