import { describe, expect, it } from 'vitest';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { admin, hour, minute, note, reader, type Stores, secondAdmin, sessionLimits } from './stores.ts';

/** Sessions: found, listed, ended. */
export function describeSessions(stores: Stores): void {
  describe('sessions', () => {
    it('of an account are listed while they live, and end one by one', async () => {
      await stores.add(reader, admin);
      await stores.one.addSession(createSession(reader, 't1'));
      await stores.one.addSession(createSession(reader, 't2', start + minute));
      await stores.one.addSession(createSession(admin, 't3'));
      const listHashes = async (now = start + minute) =>
        (await stores.other.listSessions(reader.id, now, sessionLimits)).map(({ tokenHash }) => tokenHash);
      expect(await listHashes()).toEqual(['t2', 't1']);
      expect(await listHashes(start + sessionLimits.idleMs)).toEqual(['t2']);
      expect(await stores.other.removeAccountSession(reader.id, 't3', note('sessions-ended', start))).toBe(
        false,
      );
      expect(await stores.other.removeAccountSession(reader.id, 't1', note('sessions-ended', start))).toBe(
        true,
      );
      expect(await listHashes()).toEqual(['t2']);
      expect(await stores.one.removeAccountSessions(reader.id, 't2', note('sessions-ended', start))).toBe(0);
      expect(
        await stores.one.removeAccountSessions(reader.id, undefined, note('sessions-ended', start)),
      ).toBe(1);
      expect(await stores.one.listAuditSince(0)).toHaveLength(2);
    });

    it('are found with their account, and note the sign-in', async () => {
      await stores.add(reader);
      expect(await stores.one.addSession(createSession(reader, 't1', start + 5))).toBe(true);
      expect(await stores.other.findSession('t1', start + 6, sessionLimits)).toEqual({
        session: createSession(reader, 't1', start + 5),
        account: { ...reader, lastSignInAt: start + 5 },
      });
      expect(await stores.found('t2')).toBeUndefined();
    });

    it('of one account are at most 50: those used last stay', async () => {
      await stores.add(reader, admin);
      await stores.one.addSession(createSession(admin, 'other', start));
      for (let at = 0; at < 55; at++)
        await stores.one.addSession(createSession(reader, `t${at}`, start + at));
      expect(await stores.found('other')).toBeDefined();
      expect(await stores.found('t4')).toBeUndefined();
      expect(await stores.found('t5')).toBeDefined();
      expect(await stores.other.listSessions(reader.id, start + 60, sessionLimits)).toHaveLength(50);
    });

    it('are refused to an account that is gone, disabled, or has another password by now', async () => {
      await stores.add(reader, { ...secondAdmin, disabled: true });
      expect(await stores.one.addSession(createSession(secondAdmin, 't1'))).toBe(false);
      expect(await stores.one.addSession(createSession(createAccountNamed('gone'), 't2'))).toBe(false);
      expect(await stores.one.addSession(createSession(reader, 't3'), 'an older hash')).toBe(false);
      expect(await stores.one.addSession(createSession(reader, 't4'), 'hash-rosa')).toBe(true);
      for (const token of ['t1', 't2', 't3']) expect(await stores.found(token)).toBeUndefined();
      expect((await stores.one.findAccountByEmail(secondAdmin.email))?.lastSignInAt).toBeNull();
    });

    it('end after the idle time unless they are touched', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      expect(await stores.found('t1', start + sessionLimits.idleMs - 1)).toBeDefined();
      expect(await stores.found('t1', start + sessionLimits.idleMs)).toBeUndefined();
      await stores.one.touchSession('t1', start + hour);
      expect((await stores.found('t1', start + sessionLimits.idleMs))?.session.lastSeenAt).toBe(start + hour);
      await stores.one.touchSession('t1', start);
      expect(await stores.found('t1', start + sessionLimits.idleMs + hour - 1)).toBeDefined();
      expect(await stores.found('t1', start + sessionLimits.idleMs + hour)).toBeUndefined();
    });

    it('end after the absolute time, however often they are touched', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      await stores.one.touchSession('t1', start + sessionLimits.absoluteMs - 1);
      expect(await stores.found('t1', start + sessionLimits.absoluteMs - 1)).toBeDefined();
      expect(await stores.found('t1', start + sessionLimits.absoluteMs)).toBeUndefined();
    });

    const endings: [string, (id: string) => Promise<unknown>][] = [
      ['disabling', (id) => stores.other.setDisabled(id, true, 'local')],
      ['a role change', (id) => stores.other.setRole(id, 'administrator', 'local')],
      ['a change of groups', (id) => stores.other.setGroups(id, ['staff'])],
      ['a new password', (id) => stores.other.setPasswordHash(id, 'new')],
      ['removal', (id) => stores.other.removeAccount(id, 'local')],
    ];
    it.each(endings)('all end with %s of their account, and only theirs', async (_, end) => {
      await stores.add(reader, admin);
      for (const token of ['t1', 't2']) await stores.one.addSession(createSession(reader, token));
      await stores.one.addSession(createSession(admin, 't3'));
      expect(await end(reader.id)).toBe('done');
      expect(await stores.found('t1')).toBeUndefined();
      expect(await stores.found('t2')).toBeUndefined();
      expect(await stores.found('t3')).toBeDefined();
    });

    it("don't come back when the account is enabled again", async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      await stores.one.setDisabled(reader.id, true, 'local');
      expect(await stores.one.setDisabled(reader.id, false, 'local')).toBe('done');
      expect(await stores.found('t1')).toBeUndefined();
      expect(await stores.one.addSession(createSession(reader, 't2'))).toBe(true);
    });

    it('stay when the same password is hashed again, which never undoes a change', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 't1'));
      expect(await stores.one.replacePasswordHash(reader.id, 'hash-rosa', 'stronger')).toBe(true);
      expect(await stores.found('t1')).toBeDefined();
      expect(await stores.other.replacePasswordHash(reader.id, 'hash-rosa', 'late')).toBe(false);
      expect((await stores.one.findAccountByEmail(reader.email))?.passwordHash).toBe('stronger');
    });

    it('are removed one by one, all but one, or all', async () => {
      await stores.add(reader);
      for (const token of ['t1', 't2', 't3', 't4']) await stores.one.addSession(createSession(reader, token));
      await stores.other.removeSession('t1');
      expect(await stores.found('t1')).toBeUndefined();
      expect(await stores.other.removeAccountSessions(reader.id, 't3')).toBe(2);
      expect(await stores.found('t3')).toBeDefined();
      expect(await stores.other.removeAccountSessions(reader.id)).toBe(1);
      expect(await stores.found('t3')).toBeUndefined();
      await stores.other.removeSession('t3');
    });

    it('are listed while they live, those used last first', async () => {
      await stores.add(reader, admin, { ...secondAdmin, email: 'late@example.com' });
      for (const token of ['t1', 't2', 't3']) await stores.one.addSession(createSession(reader, token));
      await stores.one.addSession(createSession(admin, 't4', start + 1));
      await stores.one.touchSession('t2', start + hour);
      await stores.one.removeSession('t3');
      const listRecentTokens = async (now: number, max: number) =>
        (await stores.other.listRecentSessions(now, sessionLimits, max)).map(
          ({ session }) => session.tokenHash,
        );
      expect(await listRecentTokens(start + hour, 10)).toEqual(['t2', 't4', 't1']);
      expect(await listRecentTokens(start + hour, 2)).toEqual(['t2', 't4']);
      expect(await listRecentTokens(start + sessionLimits.idleMs, 10)).toEqual(['t2', 't4']);
      expect(await stores.other.countSessions(start + hour, sessionLimits)).toBe(3);
      expect(await stores.other.countSessions(start + sessionLimits.idleMs, sessionLimits)).toBe(2);
      expect((await stores.other.listRecentSessions(start, sessionLimits, 1))[0]).toEqual(
        await stores.found('t2'),
      );
      await stores.one.setDisabled(reader.id, true, 'local');
      expect(await listRecentTokens(start + hour, 10)).toEqual(['t4']);
    });

    it('are cleared away once expired', async () => {
      await stores.add(reader);
      await stores.one.addSession(createSession(reader, 'idle'));
      await stores.one.addSession(createSession(reader, 'used'));
      await stores.one.touchSession('used', start + hour);
      expect(await stores.one.removeExpired(start + sessionLimits.idleMs, sessionLimits)).toBe(1);
      expect(await stores.found('used', start + sessionLimits.idleMs)).toBeDefined();
      expect(await stores.one.removeExpired(start + sessionLimits.absoluteMs, sessionLimits)).toBe(1);
    });
  });
}
