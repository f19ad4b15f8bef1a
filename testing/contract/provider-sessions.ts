import { describe, expect, it } from 'vitest';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import { hour, minute, note, type Stores } from './stores.ts';

const issuer = 'https://id.example/';
const ana = createAccountNamed('ana', { issuer, subject: 'ana', passwordHash: null });
const ben = createAccountNamed('ben', { issuer, subject: 'ben', passwordHash: null });
const stranger = createAccountNamed('stranger', { issuer: 'https://other.example/', subject: 'ana' });

/** Describes sessions of an identity provider: processes check them with the provider, and the provider can end them. */
export function describeProviderSessions(stores: Stores): void {
  describe('sessions of a provider', () => {
    it('record when they were checked, and are checked by one process at a time', async () => {
      await stores.add(ana);
      await stores.one.addSession(createSession(ana, 't1'), undefined, undefined, { renewal: 'first' });
      await stores.one.addSession(createSession(ana, 't2'), undefined, undefined, { sid: 's2' });
      await stores.one.addSession(createSession(ana, 't3'));
      expect((await stores.found('t1'))?.provider).toEqual({ checkedAt: start, isRenewable: true });
      expect((await stores.found('t2'))?.provider).toEqual({ checkedAt: start, isRenewable: false });
      expect(await stores.found('t3')).not.toHaveProperty('provider');
      const now = start + hour;
      const claim = (at: number, tokenHash = 't1') =>
        stores.other.claimCheck(tokenHash, start, at, at + minute);
      expect(await claim(now)).toBe('first');
      expect(await stores.one.claimCheck('t1', start, now + 1, now + minute)).toBeUndefined();
      // The process that claimed the check has died.
      expect(await claim(now + minute)).toBe('first');
      expect(await stores.one.confirmCheck('t1', now + minute, 'second')).toBe(true);
      expect(await stores.one.confirmCheck('gone', now + minute, 'second')).toBe(false);
      expect((await stores.found('t1', now))?.provider).toEqual({
        checkedAt: now + minute,
        isRenewable: true,
      });
      // A process that has the session as it was before the check can't claim another check.
      expect(await claim(now + minute)).toBeUndefined();
      expect(await claim(now, 't2')).toBeUndefined();
      expect(await claim(now, 't3')).toBeUndefined();
    });

    it("end by the provider's session id, or all at once by its subject, and the audit log records it", async () => {
      await stores.add(ana, ben, stranger);
      const begin = (account: typeof ana, tokenHash: string, sid?: string) =>
        stores.one.addSession(createSession(account, tokenHash), undefined, undefined, { sid });
      await begin(ana, 't1', 's1');
      await begin(ana, 't2', 's2');
      await begin(ana, 'unnamed');
      await begin(ben, 't3', 's3');
      await begin(stranger, 't4', 's1');
      const end = (ending: { sid?: string; subject?: string }) =>
        stores.other.endProviderSessions(issuer, ending, note('sessions-ended', start + 1));
      const listSessionsLeft = async () => {
        const all = ['t1', 't2', 'unnamed', 't3', 't4'];
        const sessions = await Promise.all(all.map((one) => stores.found(one)));
        return all.filter((_, index) => sessions[index] !== undefined);
      };
      expect(await end({ sid: 's1' })).toEqual([{ tokenHash: 't1', accountId: ana.id }]);
      expect(await listSessionsLeft()).toEqual(['t2', 'unnamed', 't3', 't4']);
      // A subject can't end another person's session.
      expect(await end({ sid: 's3', subject: 'ana' })).toEqual([{ tokenHash: 'unnamed', accountId: ana.id }]);
      expect(await end({ subject: 'ana' })).toEqual([{ tokenHash: 't2', accountId: ana.id }]);
      expect(await listSessionsLeft()).toEqual(['t3', 't4']);
      expect(await end({ subject: 'nobody' })).toEqual([]);
      const auditEntries = (await stores.one.listAuditSince(0)).filter(
        ({ event }) => event === 'sessions-ended',
      );
      expect(auditEntries.map(({ accountId }) => accountId)).toEqual([ana.id, ana.id, ana.id]);
    });
  });
}
