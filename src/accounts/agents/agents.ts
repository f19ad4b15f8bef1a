import { randomBytes } from 'node:crypto';
import { formatIsoDay } from '../../shared/duration.ts';
import { isRecord, readJson } from '../../shared/json.ts';
import type { AuditNote } from '../audit.ts';
import type { Context } from '../context.ts';
import { mayRead } from '../personal-tokens/personal-tokens.ts';
import type { TokenResolver } from '../personal-tokens/token-resolver.ts';
import { derivePublicId, hashToken } from '../sessions/tokens.ts';
import type { AgentQuery } from '../store/agent-store.ts';
import type { PersonalToken } from '../store/token-store.ts';
import type { Throttle } from '../throttle.ts';

/** Identifies a record of the authorization server. */
interface RecordKey {
  kind: string;
  /** May be a secret. The store contains only its hash. */
  id: string;
}

/**
 * Agents: programs that a reader has allowed to read with the reader's rights, by OAuth. A grant is stored as a
 * personal token that no one holds. It is listed, limited and revoked like other tokens, and the agent's codes and
 * tokens end with it.
 */
export function createAgents(
  { store, clock, limits, issuer }: Pick<Context, 'store' | 'clock' | 'limits' | 'issuer'>,
  resolver: TokenResolver,
  throttle: Pick<Throttle, 'countAgent' | 'countTokenRequest'>,
) {
  const { tokens, agents } = limits;
  const deriveKey = ({ kind, id }: RecordKey) => hashToken(`${kind} ${id}`);
  /** The gate looks up an access token by the hash of its text. Other records also hash their kind. */
  const recordId = (record: RecordKey) =>
    record.kind === 'AccessToken' ? hashToken(record.id) : deriveKey(record);
  const grantHash = (grantId: string) => deriveKey({ kind: 'Grant', id: grantId });
  const note = (event: AuditNote['event'], grantId: string, why: string, from?: string): AuditNote => ({
    at: clock(),
    event,
    from,
    detail: `${derivePublicId(grantHash(grantId))}, ${why}`,
  });

  return {
    /** Lifetime of a new grant. 0: agents are switched off. */
    grantMs: Math.min(agents.grantMs, tokens.longestMs),
    clientMs: agents.clientMs,
    now: clock,

    /** Returns `false` if this network has sent too many requests. */
    mayAsk: (address: string): Promise<boolean> => throttle.countAgent(address, clock()),
    /** Counts a request for tokens. The caller takes it back if the request succeeds. */
    countTokenRequest: (act: 'give' | 'revoke', address: string) =>
      throttle.countTokenRequest(act, address, clock()),
    /** Whether agents may still read on behalf of this account. */
    mayReadFor: async (accountId: string): Promise<boolean> => {
      const account = await store.accountById(accountId);
      return account !== undefined && mayRead(account, { clock, limits, issuer });
    },
    /**
     * Stores the grant of a reader who has approved a client. `name` is shown in lists. The returned id is for the
     * authorization server only.
     */
    allow: async (
      { accountId }: { accountId: string },
      { client, name, from }: { client: string; name: string; from: string },
    ): Promise<{ grantId: string } | undefined> => {
      const grantId = randomBytes(32).toString('base64url');
      const createdAt = clock();
      const expiresAt = createdAt + Math.min(agents.grantMs, tokens.longestMs);
      const token: PersonalToken = {
        tokenHash: grantHash(grantId),
        accountId,
        name,
        createdAt,
        expiresAt,
        lastUsedAt: null,
        client,
      };
      const until = formatIsoDay(expiresAt);
      const allowed = note('agent-allowed', grantId, `until ${until}`, from);
      const added = await store.addToken(token, tokens.max, allowed);
      if (added !== 'added') return undefined;
      await store.keepAgentRecord(deriveKey({ kind: 'Client', id: client }), expiresAt);
      return { grantId };
    },
    /** Valid grants of all readers. */
    page: async (query: AgentQuery) => {
      const now = clock();
      const { grants, total } = await store.readAgentPage(query, {
        now,
        madeSince: now - tokens.longestMs,
      });
      const rows = grants.map(({ tokenHash, ...grant }) => ({
        id: derivePublicId(tokenHash),
        ...grant,
        expiresAt: Math.min(grant.expiresAt, grant.createdAt + tokens.longestMs),
      }));
      return { rows, total };
    },
    /** Ends all grants of all readers. Returns their number. */
    endAll: async (by: { by: string; from: string }): Promise<number> => {
      const ended = await store.endAllAgents({
        at: clock(),
        event: 'agent-ended',
        ...by,
        detail: 'all agents of all readers',
      });
      resolver.forgetAgents();
      return ended;
    },
    /** Ends a grant with its codes and tokens. */
    end: async (grantId: string, why: string): Promise<void> => {
      resolver.forget(grantHash(grantId));
      await store.endAgent(grantHash(grantId), note('agent-ended', grantId, why));
      resolver.forget(grantHash(grantId));
    },

    records: {
      /** Stores a record for `forMs`. Returns `false` if its grant `grantId` has ended. */
      put: (
        record: RecordKey,
        payload: object,
        { grantId, forMs }: { grantId?: string | undefined; forMs: number },
      ) =>
        store.putAgentRecord({
          id: recordId(record),
          kind: record.kind,
          tokenHash: grantId === undefined ? undefined : grantHash(grantId),
          payload: JSON.stringify(payload),
          expiresAt: clock() + forMs,
        }),
      find: async (record: RecordKey): Promise<{ payload: object; isConsumed: boolean } | undefined> => {
        const storedRecord = await store.findAgentRecord(record.kind, recordId(record), clock());
        if (storedRecord === undefined) return undefined;
        const payload = readJson(storedRecord.payload);
        return { payload: isRecord(payload) ? payload : {}, isConsumed: storedRecord.isConsumed };
      },
      /** Uses a single-use record. Returns `again` if it was used before; then its grant has been ended. */
      consume: async (record: RecordKey, grantId: string): Promise<'first' | 'again'> => {
        const why = record.kind === 'RefreshToken' ? 'a refresh token came twice' : 'a code came twice';
        const consumed = await store.consumeAgentRecord(
          recordId(record),
          clock(),
          note('agent-ended', grantId, why),
        );
        if (consumed === 'again') resolver.forget(grantHash(grantId));
        return consumed;
      },
      remove: (record: RecordKey): Promise<void> => store.removeAgentRecord(recordId(record)),
    },
  };
}

/** Readers' grants to agents, and the records of the authorization server. */
export type Agents = ReturnType<typeof createAgents>;
