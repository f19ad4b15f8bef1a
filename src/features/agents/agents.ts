import { randomBytes } from 'node:crypto';
import type { AuditNote } from '../../accounts/audit.ts';
import type { AccountParts } from '../../accounts/context.ts';
import { mayReadByToken } from '../../accounts/personal-tokens/personal-tokens.ts';
import { derivePublicId, hashToken } from '../../accounts/sessions/tokens.ts';
import type { PersonalToken } from '../../accounts/store/token-store.ts';
import type { RevocableAttempt } from '../../accounts/throttle.ts';
import { DAY_MS, formatIsoDay, HOUR_MS } from '../../shared/duration.ts';
import { isRecord, readJson } from '../../shared/json.ts';
import { type AgentGrant, type AgentQuery, createAgentStore } from './agent-store.ts';

/** Lifetime of a grant, if personal tokens may live so long. */
const GRANT_MS = 30 * DAY_MS;
/** Requests of agents before a reader has allowed them anything. */
const questionLimit = { kind: 'agent', limit: { limit: 100, windowMs: HOUR_MS } };
/**
 * Failed requests for tokens and for revocations, separately: failed ones must not block revocation. The window is
 * short: one broken agent must not block the other agents of an office.
 */
const tokenRequests = { kind: 'agent-tokens', limit: { limit: 60, windowMs: 60_000 } };

/** Identifies a record of the authorization server. */
interface RecordKey {
  kind: string;
  /** May be a secret. The store contains only its hash. */
  id: string;
}

/** A reader's grant to an agent, as administrators see it. */
interface ListedGrant extends Omit<AgentGrant, 'tokenHash'> {
  /** Public id for lists. It gives no access. */
  id: string;
}

/**
 * Agents: programs that a reader has allowed to read with the reader's rights, by OAuth. A grant is stored as a
 * personal token that no one holds. It is listed, limited and revoked like other tokens, and the agent's codes and
 * tokens end with it.
 */
export interface Agents {
  /** Lifetime of a new grant in milliseconds. 0: agents are switched off. */
  grantMs: number;
  /** Lifetime in milliseconds of a client that has no grant. */
  clientMs: number;
  now(): number;
  /** Returns `false` if this network has sent too many requests. */
  mayAsk(address: string): Promise<boolean>;
  /** Counts a request for tokens. The caller takes it back if the request succeeds. */
  countTokenRequest(act: 'give' | 'revoke', address: string): Promise<RevocableAttempt>;
  /** Whether agents may still read on behalf of this account. */
  mayReadFor(accountId: string): Promise<boolean>;
  /**
   * Stores the grant of a reader who has approved a client. `name` is shown in lists. The returned id is for the
   * authorization server only. Returns `undefined` if the account is gone or disabled.
   */
  allow(
    reader: { accountId: string },
    approval: { client: string; name: string; from: string },
  ): Promise<{ grantId: string } | undefined>;
  /** Returns one page of the valid grants of all readers, and the total number of matches. */
  readPage(query: AgentQuery): Promise<{ rows: ListedGrant[]; total: number }>;
  /** Ends all grants of all readers. Returns their number. */
  endAll(by: { by: string; from: string }): Promise<number>;
  /** Ends a grant with its codes and tokens. `why` is recorded in the audit log. */
  end(grantId: string, why: string): Promise<void>;
  records: AgentRecords;
}

/** The records of the authorization server: clients, interactions with readers, codes and tokens. */
interface AgentRecords {
  /** Stores a record for `forMs`. Returns `false` if its grant `grantId` has ended. */
  put(
    record: RecordKey,
    payload: object,
    options: { grantId?: string | undefined; forMs: number },
  ): Promise<boolean>;
  /** Finds a record, unless it has expired or its grant has ended. */
  find(record: RecordKey): Promise<{ payload: object; isConsumed: boolean } | undefined>;
  /** Uses a single-use record. Returns `again` if it was used before; then its grant has been ended. */
  consume(record: RecordKey, grantId: string): Promise<'first' | 'again'>;
  /** Removes a record, if it exists. Its grant stays. */
  remove(record: RecordKey): Promise<void>;
}

/**
 * Agents: programs that a reader has allowed to read with the reader's rights, by OAuth. A grant is stored as a
 * personal token that no one holds. It is listed, limited and revoked like other tokens, and the agent's codes and
 * tokens end with it.
 */
export function createAgents(
  { store, clock, limits, issuer, throttle, tokenResolver: resolver }: AccountParts,
  { isOn }: { isOn: boolean },
): Agents {
  const { tokens } = limits;
  const agentStore = createAgentStore(store.database);
  const grantMs = isOn ? Math.min(GRANT_MS, tokens.longestMs) : 0;
  const deriveKey = ({ kind, id }: RecordKey) => hashToken(`${kind} ${id}`);
  /** The gate looks up an access token by the hash of its text. Other records also hash their kind. */
  const deriveRecordId = (record: RecordKey) =>
    record.kind === 'AccessToken' ? hashToken(record.id) : deriveKey(record);
  const grantHash = (grantId: string) => deriveKey({ kind: 'Grant', id: grantId });
  const noteAllowed = (name: string, grantId: string, expiresAt: number, from: string): AuditNote => ({
    at: clock(),
    event: 'agent-allowed',
    from,
    detail: `${name} (${derivePublicId(grantHash(grantId))}), until ${formatIsoDay(expiresAt)}`,
  });
  const noteEnded = (grantId: string, why: string) => {
    const at = clock();
    return (name: string): AuditNote => ({
      at,
      event: 'agent-ended',
      detail: `${name} (${derivePublicId(grantHash(grantId))}), ${why}`,
    });
  };

  return {
    grantMs,
    clientMs: DAY_MS,
    now: clock,

    mayAsk: async (address) => (await throttle.countRequest(questionLimit, address, clock())).allowed,
    countTokenRequest: (act, address) =>
      throttle.countRequest({ ...tokenRequests, subject: act }, address, clock()),
    mayReadFor: async (accountId) => {
      const account = await store.findAccountById(accountId);
      return account !== undefined && mayReadByToken(account, { clock, limits, issuer });
    },
    allow: async ({ accountId }, { client, name, from }) => {
      const grantId = randomBytes(32).toString('base64url');
      const createdAt = clock();
      const expiresAt = createdAt + grantMs;
      const token: PersonalToken = {
        tokenHash: grantHash(grantId),
        accountId,
        name,
        createdAt,
        expiresAt,
        lastUsedAt: null,
        client,
      };
      const auditNote = noteAllowed(name, grantId, expiresAt, from);
      const added = await store.addToken(token, tokens.max, auditNote);
      if (added !== 'added') return undefined;
      await agentStore.keepAgentRecord(deriveKey({ kind: 'Client', id: client }), expiresAt);
      return { grantId };
    },
    readPage: async (query) => {
      const now = clock();
      const { grants, total } = await agentStore.readAgentPage(query, {
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
    endAll: async (by) => {
      const endedCount = await agentStore.endAllAgents({
        at: clock(),
        event: 'agent-ended',
        ...by,
        detail: 'all agents of all readers',
      });
      resolver.forgetAgents();
      return endedCount;
    },
    end: async (grantId, why) => {
      resolver.forget(grantHash(grantId));
      await agentStore.endAgent(grantHash(grantId), noteEnded(grantId, why));
      resolver.forget(grantHash(grantId));
    },

    records: {
      put: (record, payload, { grantId, forMs }) =>
        agentStore.putAgentRecord({
          id: deriveRecordId(record),
          kind: record.kind,
          tokenHash: grantId === undefined ? undefined : grantHash(grantId),
          payload: JSON.stringify(payload),
          expiresAt: clock() + forMs,
        }),
      find: async (record) => {
        const storedRecord = await agentStore.findAgentRecord(record.kind, deriveRecordId(record), clock());
        if (storedRecord === undefined) return undefined;
        const payload = readJson(storedRecord.payload);
        return { payload: isRecord(payload) ? payload : {}, isConsumed: storedRecord.isConsumed };
      },
      consume: async (record, grantId) => {
        const why = record.kind === 'RefreshToken' ? 'a refresh token came twice' : 'a code came twice';
        const consumeResult = await agentStore.consumeAgentRecord(
          deriveRecordId(record),
          clock(),
          noteEnded(grantId, why),
        );
        if (consumeResult === 'again') resolver.forget(grantHash(grantId));
        return consumeResult;
      },
      remove: (record) => agentStore.removeAgentRecord(deriveRecordId(record)),
    },
  };
}
