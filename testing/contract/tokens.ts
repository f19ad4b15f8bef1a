import { describe, expect, it } from 'vitest';
import type { PersonalToken } from '../../src/accounts/store/token-store.ts';
import { createAgentStore } from '../../src/features/agents/agent-store.ts';
import { createAccountNamed, start } from '../store-fixtures.ts';
import { hour, note, reader, type Stores, sessionLimits } from './stores.ts';

const ben = createAccountNamed('ben');
const createToken = (tokenHash: string, changes: Partial<PersonalToken> = {}): PersonalToken => ({
  tokenHash,
  accountId: reader.id,
  name: 'Editor',
  createdAt: start,
  expiresAt: start + hour,
  lastUsedAt: null,
  client: null,
  ...changes,
});

/** Describes the tokens of readers' own programs and agents. */
export function describeTokens(stores: Stores): void {
  describe('personal tokens', () => {
    it('are valid in every process, with their account, until they expire', async () => {
      await stores.add(reader);
      expect(await stores.one.addToken(createToken('t1'), 2)).toBe('added');
      expect(await stores.other.findToken('t1', start + hour - 1)).toEqual({
        token: createToken('t1'),
        account: reader,
      });
      expect(await stores.other.findToken('t1', start + hour)).toBeUndefined();
      expect(await stores.other.findToken('t2', start)).toBeUndefined();
      await stores.other.removeExpired(start + hour, sessionLimits);
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
    });

    it("are limited per account, also when several are created at once; expired ones don't count", async () => {
      await stores.add(reader, ben);
      await stores.one.addToken(createToken('old', { createdAt: start - hour, expiresAt: start }), 2);
      const outcomes = await Promise.all(
        ['t1', 't2', 't3'].map((hash, n) =>
          (n === 1 ? stores.other : stores.one).addToken(createToken(hash), 2),
        ),
      );
      expect(outcomes.toSorted()).toEqual(['added', 'added', 'full']);
      expect(await stores.other.addToken(createToken('b1', { accountId: ben.id }), 2)).toBe('added');
      expect(await stores.one.listTokens(reader.id, start)).toHaveLength(2);
      expect(await stores.one.addToken(createToken('n1', { accountId: 'id-nobody' }), 2)).toBe('gone');
    });

    it('record when they were last used', async () => {
      await stores.add(reader);
      await stores.one.addToken(createToken('t1'), 2);
      await stores.one.touchToken('t1', start + 2);
      await stores.other.touchToken('t1', start + 1);
      expect((await stores.one.listTokens(reader.id, start))[0]?.lastUsedAt).toBe(start + 2);
    });

    it('are revoked one by one or together, by their own account only, and the audit log records it', async () => {
      await stores.add(reader, ben);
      for (const hash of ['t1', 't2', 't3']) await stores.one.addToken(createToken(hash), 9);
      expect(await stores.other.removeAccountToken(ben.id, 't1')).toBe(false);
      expect(await stores.other.removeAccountToken(reader.id, 't1', note('tokens-ended', start))).toBe(true);
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      expect(await stores.other.removeAccountTokens(reader.id, note('tokens-ended', start + 1))).toBe(2);
      expect(await stores.one.removeAccountTokens(reader.id, note('tokens-ended', start + 2))).toBe(0);
      const auditEntries = await stores.one.listAuditSince(start);
      expect(auditEntries.map(({ event, at, email }) => [event, at - start, email])).toEqual([
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
      await stores.one.addToken(createToken('t1'), 2);
      await stores.one.addToken(createToken('b1', { accountId: ben.id }), 2);
      expect(await change(stores)).toBe('done');
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      // Enabling the account doesn't restore them.
      await stores.one.setDisabled(reader.id, false, 'local');
      expect(await stores.one.findToken('t1', start)).toBeUndefined();
      expect(await stores.one.findToken('b1', start)).toBeDefined();
    });

    it('of agents replace the oldest one, and are found by their access token until that expires', async () => {
      await stores.add(reader);
      const putRecord = (id: string, tokenHash: string, kind = 'AccessToken') =>
        createAgentStore(stores.one.database).putAgentRecord({
          id,
          kind,
          tokenHash,
          payload: '{"a":1}',
          expiresAt: start + hour / 2,
        });
      await stores.one.addToken(createToken('own'), 1);
      for (const [index, hash] of ['g1', 'g2', 'g3'].entries()) {
        const agent = createToken(hash, { client: 'app', createdAt: start + index });
        expect(await stores.one.addToken(agent, 2)).toBe('added');
        expect(await putRecord(`a-${hash}`, hash)).toBe(true);
      }
      expect((await stores.other.listTokens(reader.id, start)).map(({ tokenHash }) => tokenHash)).toEqual([
        'g3',
        'g2',
        'own',
      ]);
      expect(await putRecord('late', 'g1')).toBe(false);
      // The hash of a grant doesn't work as that of a token.
      expect(await stores.other.findToken('g3', start)).toBeUndefined();
      expect((await stores.other.findToken('a-g3', start))?.token.tokenHash).toBe('g3');
      expect(await stores.other.findToken('a-g3', start + hour / 2)).toBeUndefined();
      expect(await stores.other.findToken('a-g1', start)).toBeUndefined();
      expect(
        await createAgentStore(stores.one.database).findAgentRecord('RefreshToken', 'a-g3', start),
      ).toBeUndefined();
      await stores.one.setDisabled(reader.id, true, 'local');
      expect(await stores.other.findToken('a-g2', start)).toBeUndefined();
      expect(
        await createAgentStore(stores.other.database).findAgentRecord('AccessToken', 'a-g2', start),
      ).toBeUndefined();
    });

    it('of agents are listed with their readers, found by either, and revoked together with an audit entry for each reader', async () => {
      await stores.add(reader, ben);
      const addAgent = (hash: string, changes: Partial<PersonalToken>) =>
        stores.one.addToken(createToken(hash, { client: 'app', ...changes }), 9);
      await addAgent('g1', { name: 'Zeta agent', createdAt: start + 1, lastUsedAt: start + 9 });
      await addAgent('g2', { name: 'Álgebra', createdAt: start + 2 });
      await addAgent('b1', { name: 'alpha', createdAt: start + 3, accountId: ben.id });
      await addAgent('gone', { name: 'Expired', expiresAt: start + 4 });
      await addAgent('old', { name: 'Older than tokens may be', createdAt: start - hour });
      await stores.one.addToken(createToken('own'), 9);
      const listAgents = async (changes: object = {}) => {
        const query = {
          search: '',
          sort: 'created',
          descending: false,
          offset: 0,
          limit: 9,
          ...changes,
        } as const;
        const time = { now: start + 4, madeSince: start - hour };
        const { grants, total } = await createAgentStore(stores.other.database).readAgentPage(query, time);
        return [grants.map(({ tokenHash }) => tokenHash).join(' '), total];
      };
      expect(await listAgents()).toEqual(['g1 g2 b1', 3]);
      expect(await listAgents({ sort: 'last-used', descending: true, limit: 1 })).toEqual(['g1', 3]);
      expect(await listAgents({ offset: 2 })).toEqual(['b1', 3]);
      expect(await listAgents({ sort: 'email' })).toEqual(['b1 g1 g2', 3]);
      expect(await listAgents({ search: 'AGENT zeta' })).toEqual(['g1', 1]);
      expect(await listAgents({ search: 'ben' })).toEqual(['b1', 1]);
      expect(await listAgents({ search: 'ben zeta' })).toEqual(['', 0]);
      const ending = note('agent-ended', start + 5, { by: 'ada@example.com', detail: 'all' });
      expect(await createAgentStore(stores.other.database).endAllAgents(ending)).toBe(5);
      expect(await createAgentStore(stores.other.database).endAllAgents(ending)).toBe(0);
      expect(await listAgents()).toEqual(['', 0]);
      expect((await stores.one.listTokens(reader.id, start)).map(({ tokenHash }) => tokenHash)).toEqual([
        'own',
      ]);
      for (const account of [reader, ben])
        expect((await stores.one.listAccountAudit(account.id)).map(({ event, by }) => [event, by])).toEqual([
          ['agent-ended', 'ada@example.com'],
        ]);
    });

    it('a single-use record works once; using it again revokes its grant', async () => {
      await stores.add(reader);
      const grant = createToken('g1', { client: 'app' });
      await stores.one.addToken(grant, 2);
      const recordFields = { tokenHash: 'g1', payload: '{}', expiresAt: start + hour };
      await createAgentStore(stores.one.database).putAgentRecord({
        id: 'r1',
        kind: 'RefreshToken',
        ...recordFields,
      });
      await createAgentStore(stores.one.database).putAgentRecord({
        id: 'a1',
        kind: 'AccessToken',
        ...recordFields,
      });
      const note = (name: string) =>
        ({ at: start, event: 'agent-ended', detail: `${name}, came twice` }) as const;
      const both = [stores.one, stores.other].map((store) =>
        createAgentStore(store.database).consumeAgentRecord('r1', start, note),
      );
      expect((await Promise.all(both)).toSorted()).toEqual(['again', 'first']);
      expect(await stores.other.findToken('a1', start)).toBeUndefined();
      expect(await stores.other.listTokens(reader.id, start)).toEqual([]);
      expect(
        (await stores.one.listAccountAudit(reader.id)).map(({ event, detail }) => [event, detail]),
      ).toEqual([['agent-ended', `${grant.name}, came twice`]]);
    });
  });
}
