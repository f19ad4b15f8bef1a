import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvent, AuditNote } from './audit.ts';
import type { Account, Store } from './store.ts';
import { accountNamed, sessionOf, start } from './testing/store-fixtures.ts';

/** One empty place to keep accounts. `open` may be called several times: each handle stands for a process. */
export interface StorePlace {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;
const limits = { idleMs: 12 * hour, absoluteMs: 14 * 24 * hour };

const note = (event: AuditEvent, at: number, more: Partial<AuditNote> = {}): AuditNote => ({
  at,
  event,
  ...more,
});

/** What every store promises; run once for each kind of store. */
export function describeStore(name: string, prepare: () => Promise<StorePlace>): void {
  describe(`${name}: what every store promises`, () => {
    let place: StorePlace;
    let store: Store;
    let other: Store;
    const reader = accountNamed('rosa');
    const admin = accountNamed('ada', { role: 'administrator' });
    const secondAdmin = accountNamed('ben', { role: 'administrator' });

    beforeEach(async () => {
      place = await prepare();
      store = await place.open();
      other = await place.open();
    });
    afterEach(async () => {
      await Promise.all([store.close(), other.close()]);
      await place.remove();
    });

    async function add(...accounts: Account[]): Promise<void> {
      for (const account of accounts) expect(await store.addAccount(account)).toEqual(account);
    }
    const found = (tokenHash: string, now = start) => store.findSession(tokenHash, now, limits);

    describe('accounts', () => {
      it('gives back what was added, by e-mail, by subject and in the list', async () => {
        await add(reader, admin);
        expect(await other.accountByEmail(reader.email)).toEqual(reader);
        expect(await other.accountBySubject('local', reader.id)).toEqual(reader);
        expect(await other.listAccounts()).toEqual([admin, reader]);
        expect(await other.countAccounts()).toBe(2);
        expect(await other.accountByEmail('nobody@example.com')).toBeUndefined();
        expect(await other.accountBySubject('elsewhere', reader.id)).toBeUndefined();
      });

      it('keeps an e-mail and a subject for one account', async () => {
        await add(reader);
        expect(await other.addAccount({ ...accountNamed('x'), email: reader.email })).toBeUndefined();
        expect(await other.addAccount({ ...accountNamed('x'), subject: reader.subject })).toBeUndefined();
        expect(await store.listAccounts()).toEqual([reader]);
      });

      it('adds a first account only while there is none, also when two try at once', async () => {
        const results = await Promise.all([
          store.addFirstAccount(admin),
          other.addFirstAccount(secondAdmin),
          store.addFirstAccount(reader),
        ]);
        expect(results.filter(Boolean)).toHaveLength(1);
        expect(await store.countAccounts()).toBe(1);
      });

      it('says so when the account to change does not exist', async () => {
        expect(await store.setDisabled('id-nobody', true)).toBe('unknown-account');
        expect(await store.setRole('id-nobody', 'administrator')).toBe('unknown-account');
        expect(await store.setPasswordHash('id-nobody', 'h')).toBe('unknown-account');
        expect(await store.removeAccount('id-nobody')).toBe('unknown-account');
      });
    });

    describe('the last administrator', () => {
      it('cannot be disabled, demoted or removed', async () => {
        await add(admin, reader, { ...secondAdmin, disabled: true });
        expect(await store.setDisabled(admin.id, true)).toBe('last-administrator');
        expect(await store.setRole(admin.id, 'reader')).toBe('last-administrator');
        expect(await store.removeAccount(admin.id)).toBe('last-administrator');
        expect(await store.accountByEmail(admin.email)).toEqual(admin);
      });

      it('may get a new password, and goes once there is another', async () => {
        await add(admin, secondAdmin);
        expect(await store.setPasswordHash(admin.id, 'new')).toBe('done');
        expect(await store.setRole(admin.id, 'reader')).toBe('done');
        expect(await store.setDisabled(secondAdmin.id, true)).toBe('last-administrator');
      });

      it('stays when all of them are taken away at once', async () => {
        const admins = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
          accountNamed(name, { role: 'administrator' }),
        );
        await add(...admins);
        const results = await Promise.all(
          admins.map(({ id }, index) => {
            const handle = index % 2 === 0 ? store : other;
            if (index % 3 === 0) return handle.setRole(id, 'reader');
            return index % 3 === 1 ? handle.setDisabled(id, true) : handle.removeAccount(id);
          }),
        );
        expect(results.filter((result) => result === 'last-administrator')).toHaveLength(1);
        const left = (await store.listAccounts()).filter(
          ({ role, disabled }) => role === 'administrator' && !disabled,
        );
        expect(left).toHaveLength(1);
      });
    });

    describe('set-up links', () => {
      it('are good in every process until they expire', async () => {
        await store.addSetupLink('l1', start + hour);
        expect(await other.hasSetupLink('l1', start + hour - 1)).toBe(true);
        expect(await other.hasSetupLink('l1', start + hour)).toBe(false);
        expect(await other.hasSetupLink('l2', start)).toBe(false);
        await other.removeExpired(start + hour, limits);
        expect(await store.hasSetupLink('l1', start)).toBe(false);
      });

      it('end with the first account, and with no attempt to add another first one', async () => {
        await store.addSetupLink('l1', start + hour);
        expect(await other.addFirstAccount(admin)).toBe(true);
        expect(await store.hasSetupLink('l1', start)).toBe(false);
        await store.addSetupLink('l2', start + hour);
        expect(await other.addFirstAccount(secondAdmin)).toBe(false);
        expect(await store.hasSetupLink('l2', start)).toBe(true);
      });
    });

    describe('one-time links of new accounts', () => {
      const invited = accountNamed('nora', { passwordHash: null });

      it('set the first password, once, whoever comes at the same time', async () => {
        await add(invited);
        expect(await store.addInvite('l1', invited.id, start + hour)).toBe(true);
        expect(await other.accountByInvite('l1', start)).toEqual(invited);
        const accepted = await Promise.all(
          [store, other, store].map((handle, n) => handle.acceptInvite('l1', `hash-${n}`, start)),
        );
        const account = accepted.find((one) => one !== undefined);
        expect(accepted.filter((one) => one !== undefined)).toHaveLength(1);
        expect(await store.accountByEmail(invited.email)).toEqual(account);
        expect(await other.accountByInvite('l1', start)).toBeUndefined();
        expect(await other.acceptInvite('l1', 'another', start)).toBeUndefined();
      });

      it('end by time, by a newer link, by a password and with the account', async () => {
        await add(invited, reader);
        await store.addInvite('l1', invited.id, start + hour);
        expect(await store.accountByInvite('l1', start + hour)).toBeUndefined();
        await other.addInvite('l2', invited.id, start + hour);
        expect(await store.accountByInvite('l1', start)).toBeUndefined();
        await store.setDisabled(invited.id, true);
        expect(await store.acceptInvite('l2', 'hash', start)).toBeUndefined();
        await store.setDisabled(invited.id, false);
        expect(await store.accountByInvite('l2', start)).toEqual(invited);
        await store.setPasswordHash(invited.id, 'hash');
        expect(await store.acceptInvite('l2', 'another', start)).toBeUndefined();
        expect(await store.addInvite('l3', reader.id, start + hour)).toBe(false);
        expect(await store.addInvite('l3', 'id-nobody', start + hour)).toBe(false);
        await store.removeAccount(invited.id);
        expect(await store.accountByInvite('l2', start)).toBeUndefined();
      });

      it('leave an administrator who never used one out of those who can sign in', async () => {
        await add(admin, { ...invited, role: 'administrator' });
        expect(await store.setDisabled(admin.id, true)).toBe('last-administrator');
        await store.addInvite('l1', invited.id, start + hour);
        await store.acceptInvite('l1', 'hash', start);
        expect(await store.setDisabled(admin.id, true)).toBe('done');
      });
    });

    describe('sessions', () => {
      it('of an account are listed while they live, and end one by one', async () => {
        await add(reader, admin);
        await store.addSession(sessionOf(reader, 't1'));
        await store.addSession(sessionOf(reader, 't2', start + minute));
        await store.addSession(sessionOf(admin, 't3'));
        const listed = async (now = start + minute) =>
          (await other.sessionsOf(reader.id, now, limits)).map(({ tokenHash }) => tokenHash);
        expect(await listed()).toEqual(['t2', 't1']);
        expect(await listed(start + limits.idleMs)).toEqual(['t2']);
        expect(await other.removeSessionOf(reader.id, 't3', note('sessions-ended', start))).toBe(false);
        expect(await other.removeSessionOf(reader.id, 't1', note('sessions-ended', start))).toBe(true);
        expect(await listed()).toEqual(['t2']);
        expect(await store.removeSessionsOf(reader.id, 't2', note('sessions-ended', start))).toBe(0);
        expect(await store.removeSessionsOf(reader.id, undefined, note('sessions-ended', start))).toBe(1);
        expect(await store.auditSince(0)).toHaveLength(2);
      });

      it('are found with their account, and note the sign-in', async () => {
        await add(reader);
        expect(await store.addSession(sessionOf(reader, 't1', start + 5))).toBe(true);
        expect(await other.findSession('t1', start + 6, limits)).toEqual({
          session: sessionOf(reader, 't1', start + 5),
          account: { ...reader, lastSignInAt: start + 5 },
        });
        expect(await found('t2')).toBeUndefined();
      });

      it('are refused to an account that is gone, disabled, or has another password by now', async () => {
        await add(reader, { ...secondAdmin, disabled: true });
        expect(await store.addSession(sessionOf(secondAdmin, 't1'))).toBe(false);
        expect(await store.addSession(sessionOf(accountNamed('gone'), 't2'))).toBe(false);
        expect(await store.addSession(sessionOf(reader, 't3'), 'an older hash')).toBe(false);
        expect(await store.addSession(sessionOf(reader, 't4'), 'hash-rosa')).toBe(true);
        for (const token of ['t1', 't2', 't3']) expect(await found(token)).toBeUndefined();
        expect((await store.accountByEmail(secondAdmin.email))?.lastSignInAt).toBeNull();
      });

      it('end after the idle time unless they are touched', async () => {
        await add(reader);
        await store.addSession(sessionOf(reader, 't1'));
        expect(await found('t1', start + limits.idleMs - 1)).toBeDefined();
        expect(await found('t1', start + limits.idleMs)).toBeUndefined();
        await store.touchSession('t1', start + hour);
        expect((await found('t1', start + limits.idleMs))?.session.lastSeenAt).toBe(start + hour);
        await store.touchSession('t1', start);
        expect(await found('t1', start + limits.idleMs + hour - 1)).toBeDefined();
        expect(await found('t1', start + limits.idleMs + hour)).toBeUndefined();
      });

      it('end after the absolute time, however often they are touched', async () => {
        await add(reader);
        await store.addSession(sessionOf(reader, 't1'));
        await store.touchSession('t1', start + limits.absoluteMs - 1);
        expect(await found('t1', start + limits.absoluteMs - 1)).toBeDefined();
        expect(await found('t1', start + limits.absoluteMs)).toBeUndefined();
      });

      const endings: [string, (id: string) => Promise<unknown>][] = [
        ['disabling', (id) => other.setDisabled(id, true)],
        ['a role change', (id) => other.setRole(id, 'administrator')],
        ['a new password', (id) => other.setPasswordHash(id, 'new')],
        ['removal', (id) => other.removeAccount(id)],
      ];
      it.each(endings)('all end with %s of their account, and only theirs', async (_, end) => {
        await add(reader, admin);
        for (const token of ['t1', 't2']) await store.addSession(sessionOf(reader, token));
        await store.addSession(sessionOf(admin, 't3'));
        expect(await end(reader.id)).toBe('done');
        expect(await found('t1')).toBeUndefined();
        expect(await found('t2')).toBeUndefined();
        expect(await found('t3')).toBeDefined();
      });

      it('do not come back when the account is enabled again', async () => {
        await add(reader);
        await store.addSession(sessionOf(reader, 't1'));
        await store.setDisabled(reader.id, true);
        expect(await store.setDisabled(reader.id, false)).toBe('done');
        expect(await found('t1')).toBeUndefined();
        expect(await store.addSession(sessionOf(reader, 't2'))).toBe(true);
      });

      it('stay when the same password is hashed anew, which never undoes a change', async () => {
        await add(reader);
        await store.addSession(sessionOf(reader, 't1'));
        expect(await store.replacePasswordHash(reader.id, 'hash-rosa', 'stronger')).toBe(true);
        expect(await found('t1')).toBeDefined();
        expect(await other.replacePasswordHash(reader.id, 'hash-rosa', 'late')).toBe(false);
        expect((await store.accountByEmail(reader.email))?.passwordHash).toBe('stronger');
      });

      it('are removed one by one, all but one, or all', async () => {
        await add(reader);
        for (const token of ['t1', 't2', 't3', 't4']) await store.addSession(sessionOf(reader, token));
        await other.removeSession('t1');
        expect(await found('t1')).toBeUndefined();
        expect(await other.removeSessionsOf(reader.id, 't3')).toBe(2);
        expect(await found('t3')).toBeDefined();
        expect(await other.removeSessionsOf(reader.id)).toBe(1);
        expect(await found('t3')).toBeUndefined();
        await other.removeSession('t3');
      });

      it('are listed while they live, those used last first', async () => {
        await add(reader, admin, { ...secondAdmin, email: 'late@example.com' });
        for (const token of ['t1', 't2', 't3']) await store.addSession(sessionOf(reader, token));
        await store.addSession(sessionOf(admin, 't4', start + 1));
        await store.touchSession('t2', start + hour);
        await store.removeSession('t3');
        const recent = async (now: number, max: number) =>
          (await other.recentSessions(now, limits, max)).map(({ session }) => session.tokenHash);
        expect(await recent(start + hour, 10)).toEqual(['t2', 't4', 't1']);
        expect(await recent(start + hour, 2)).toEqual(['t2', 't4']);
        expect(await recent(start + limits.idleMs, 10)).toEqual(['t2', 't4']);
        expect(await other.countSessions(start + hour, limits)).toBe(3);
        expect(await other.countSessions(start + limits.idleMs, limits)).toBe(2);
        expect((await other.recentSessions(start, limits, 1))[0]).toEqual(await found('t2'));
        await store.setDisabled(reader.id, true);
        expect(await recent(start + hour, 10)).toEqual(['t4']);
      });

      it('are cleared away once expired', async () => {
        await add(reader);
        await store.addSession(sessionOf(reader, 'idle'));
        await store.addSession(sessionOf(reader, 'used'));
        await store.touchSession('used', start + hour);
        expect(await store.removeExpired(start + limits.idleMs, limits)).toBe(1);
        expect(await found('used', start + limits.idleMs)).toBeDefined();
        expect(await store.removeExpired(start + limits.absoluteMs, limits)).toBe(1);
      });
    });

    describe('attempts', () => {
      const window = 15 * minute;
      const key = (name: string, limit: number, windowMs = window) => ({ key: name, limit, windowMs });

      it('fit up to the limit, and again when the oldest has left the window', async () => {
        for (let n = 0; n < 3; n++) expect(await store.countAttempt([key('k', 3)], start + n)).toEqual({});
        expect(await other.countAttempt([key('k', 3)], start + 10)).toEqual({ retryAt: start + window });
        expect(await store.countAttempt([key('k', 3)], start + window - 1)).toEqual({
          retryAt: start + window,
        });
        expect(await store.countAttempt([key('k', 3)], start + window)).toEqual({});
        expect(await store.countAttempt([key('k', 3)], start + window)).toEqual({
          retryAt: start + window + 1,
        });
      });

      it('count against all keys or against none', async () => {
        await store.countAttempt([key('full', 1)], start);
        const keys = [key('a', 2), key('full', 1), key('b', 2)];
        expect(await store.countAttempt(keys, start)).toEqual({ retryAt: start + window });
        for (const name of ['a', 'b']) {
          for (let n = 0; n < 2; n++) expect(await store.countAttempt([key(name, 2)], start)).toEqual({});
        }
      });

      it('name the latest time when several windows are full', async () => {
        await store.countAttempt([key('long', 1, hour), key('short', 1)], start);
        const both = [key('short', 1), key('long', 1, hour)];
        expect(await store.countAttempt(both, start + 1)).toEqual({ retryAt: start + hour });
      });

      it('never exceed the limit when many come at once', async () => {
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, n) => (n % 2 ? store : other).countAttempt([key('k', 5)], start)),
        );
        expect(results.filter(({ retryAt }) => retryAt === undefined)).toHaveLength(5);
      });

      it('can be cleared, or one of them taken back', async () => {
        for (let n = 0; n < 2; n++) await store.countAttempt([key('k', 2), key('l', 2)], start + n);
        await store.takeBackAttempt(['k', 'l'], start);
        expect(await store.countAttempt([key('k', 2)], start + 2)).toEqual({});
        expect(await store.countAttempt([key('k', 2)], start + 2)).toEqual({ retryAt: start + 1 + window });
        await store.clearAttempts(['k']);
        expect(await store.countAttempt([key('k', 1)], start + 2)).toEqual({});
        expect(await store.countAttempt([key('l', 1)], start + 2)).toEqual({ retryAt: start + 1 + window });
      });
    });

    describe('known addresses', () => {
      it('are known for their account until they expire', async () => {
        await add(reader, admin);
        await store.rememberAddress(reader.id, 'home', start + hour);
        expect(await other.knowsAddress(reader.email, 'home', start + hour - 1)).toBe(true);
        expect(await store.knowsAddress(reader.email, 'home', start + hour)).toBe(false);
        expect(await store.knowsAddress(reader.email, 'office', start)).toBe(false);
        expect(await store.knowsAddress(admin.email, 'home', start)).toBe(false);
      });

      it('are remembered for longer at the next sign-in, and forgotten with the account', async () => {
        await add(reader);
        await store.rememberAddress(reader.id, 'home', start + hour);
        await store.rememberAddress(reader.id, 'home', start + 2 * hour);
        await store.rememberAddress('id-nobody', 'home', start + hour);
        await store.removeExpired(start + hour, limits);
        expect(await store.knowsAddress(reader.email, 'home', start + hour)).toBe(true);
        await store.removeAccount(reader.id);
        await add(reader);
        expect(await store.knowsAddress(reader.email, 'home', start)).toBe(false);
      });
    });

    describe('the audit log', () => {
      const entry = { accountId: reader.id, email: reader.email, by: null, from: null, detail: null };

      it('holds what was done, by whom, to which account and from where, oldest first', async () => {
        await store.addFirstAccount(admin, note('account-added', start, { by: 'set-up link' }));
        await store.addAccount(
          reader,
          note('account-added', start + 1, { by: admin.email, detail: 'reader' }),
        );
        const session = sessionOf(reader, 't1');
        await store.addSession(session, 'hash-rosa', note('signed-in', start + 2, { from: '192.0.2.1' }));
        await store.setRole(reader.id, 'administrator', note('role-changed', start + 3));
        await store.setPasswordHash(reader.id, 'new', note('password-changed', start + 4));
        await store.setDisabled(reader.id, true, note('account-disabled', start + 5));
        await store.note(note('sign-in-refused', start + 7, { detail: 'unknown' }));
        await store.note(note('sign-in-refused', start + 6), reader.id);
        expect(await other.auditSince(start + 1)).toEqual([
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
        expect(await other.auditSince(start)).toHaveLength(8);
      });

      it('holds nothing that did not happen', async () => {
        await add(admin, { ...reader, disabled: true });
        const wrong = note('account-disabled', start);
        await store.addAccount(reader, wrong);
        await store.addFirstAccount(secondAdmin, wrong);
        await store.setDisabled(admin.id, true, wrong);
        await store.removeAccount('id-nobody', wrong);
        await store.addSession(sessionOf(reader, 't1'), undefined, wrong);
        expect(await store.auditSince(0)).toEqual([]);
      });

      it('outlives the account, for as long as it is kept', async () => {
        await add(reader);
        await store.removeAccount(reader.id, note('account-removed', start, { by: admin.email }));
        expect(await other.auditSince(0)).toEqual([
          { ...entry, at: start, event: 'account-removed', by: admin.email },
        ]);
        await other.removeAuditBefore(start);
        expect(await store.auditSince(0)).toHaveLength(1);
        await other.removeAuditBefore(start + 1);
        expect(await store.auditSince(0)).toEqual([]);
      });
    });

    it('keeps everything for the next process', async () => {
      await add(reader);
      await store.addSession(sessionOf(reader, 't1'));
      await Promise.all([store.close(), other.close()]);
      store = await place.open();
      expect(await found('t1')).toBeDefined();
      await store.ping();
      await store.close();
      await store.close();
    });
  });
}
