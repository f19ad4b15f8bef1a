import { randomBytes } from 'node:crypto';
import { dayOf } from '../../shared/duration.ts';
import { isRecord, readJson } from '../../shared/json.ts';
import type { AuditNote } from '../audit.ts';
import type { Context } from '../context.ts';
import { mayRead } from '../personal-tokens/personal-tokens.ts';
import type { TokenResolver } from '../personal-tokens/token-resolver.ts';
import { hashToken, idOf } from '../sessions/tokens.ts';
import type { AgentQuery } from '../store/agent-store.ts';
import type { PersonalToken } from '../store/token-store.ts';
import type { Throttle } from '../throttle.ts';

/** Something that the authorization server keeps, by what names it. */
interface Kept {
  kind: string;
  /** Secret, or as good as: the store knows it by its hash. */
  id: string;
}

/**
 * Programs that a reader lets in by the authorization server. What is allowed is a personal token that nobody holds:
 * it is listed, counted and ended with the others, and whatever the agent is given for it ends with it.
 */
export function createAgents(
  { store, clock, limits, issuer }: Pick<Context, 'store' | 'clock' | 'limits' | 'issuer'>,
  resolver: TokenResolver,
  throttle: Pick<Throttle, 'countAgent' | 'countTokenRequest'>,
) {
  const { tokens, agents } = limits;
  const keyOf = ({ kind, id }: Kept) => hashToken(`${kind} ${id}`);
  /** Of an access token, what the gate looks for. */
  const recordId = (kept: Kept) => (kept.kind === 'AccessToken' ? hashToken(kept.id) : keyOf(kept));
  const grantHash = (grantId: string) => keyOf({ kind: 'Grant', id: grantId });
  const note = (event: AuditNote['event'], grantId: string, why: string, from?: string): AuditNote => ({
    at: clock(),
    event,
    from,
    detail: `${idOf(grantHash(grantId))}, ${why}`,
  });

  return {
    /** How long what is allowed now is good; 0: agents are let in nowhere. */
    grantMs: Math.min(agents.grantMs, tokens.longestMs),
    clientMs: agents.clientMs,
    now: clock,

    /** `false`: this network has asked too often. */
    mayAsk: (address: string): Promise<boolean> => throttle.countAgent(address, clock()),
    /** Counts a request for tokens, which is taken back when tokens were given for it. */
    countTokenRequest: (act: 'give' | 'revoke', address: string) =>
      throttle.countTokenRequest(act, address, clock()),
    /** Whether this account still reads by what agents are given. */
    knows: async (accountId: string): Promise<boolean> => {
      const account = await store.accountById(accountId);
      return account !== undefined && mayRead(account, { clock, limits, issuer });
    },
    /** A reader has said yes. `name`: as it is listed; the id is for the authorization server alone. */
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
      const until = dayOf(expiresAt);
      const made = note('agent-allowed', grantId, `until ${until}`, from);
      const added = await store.addToken(token, tokens.max, made);
      if (added !== 'added') return undefined;
      await store.keepAgentRecord(keyOf({ kind: 'Client', id: client }), expiresAt);
      return { grantId };
    },
    /** What all readers have allowed and is good now. */
    page: async (query: AgentQuery) => {
      const now = clock();
      const { grants, total } = await store.pageOfAgents(query, {
        now,
        madeSince: now - tokens.longestMs,
      });
      const rows = grants.map(({ tokenHash, ...grant }) => ({
        id: idOf(tokenHash),
        ...grant,
        expiresAt: Math.min(grant.expiresAt, grant.createdAt + tokens.longestMs),
      }));
      return { rows, total };
    },
    /** All that all readers have allowed; how many grants there were. */
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
    /** With all that was given for it. */
    end: async (grantId: string, why: string): Promise<void> => {
      resolver.forget(grantHash(grantId));
      await store.endAgent(grantHash(grantId), note('agent-ended', grantId, why));
      resolver.forget(grantHash(grantId));
    },

    records: {
      /** `false`: what it is for has ended. `grantId`: what it is for. */
      put: (
        kept: Kept,
        payload: object,
        { grantId, forMs }: { grantId?: string | undefined; forMs: number },
      ) =>
        store.putAgentRecord({
          id: recordId(kept),
          kind: kept.kind,
          tokenHash: grantId === undefined ? undefined : grantHash(grantId),
          payload: JSON.stringify(payload),
          expiresAt: clock() + forMs,
        }),
      find: async (kept: Kept): Promise<{ payload: object; isConsumed: boolean } | undefined> => {
        const found = await store.findAgentRecord(kept.kind, recordId(kept), clock());
        if (found === undefined) return undefined;
        const payload = readJson(found.payload);
        return { payload: isRecord(payload) ? payload : {}, isConsumed: found.isConsumed };
      },
      /** `again`: it had been used, and what it was for has ended. */
      consume: async (kept: Kept, grantId: string): Promise<'first' | 'again'> => {
        const why = kept.kind === 'RefreshToken' ? 'a refresh token came twice' : 'a code came twice';
        const consumed = await store.consumeAgentRecord(
          recordId(kept),
          clock(),
          note('agent-ended', grantId, why),
        );
        if (consumed === 'again') resolver.forget(grantHash(grantId));
        return consumed;
      },
      remove: (kept: Kept): Promise<void> => store.removeAgentRecord(recordId(kept)),
    },
  };
}
