import { formatIsoDay } from '../../shared/duration.ts';
import { type Account, type SignedInUser, toSignedInUser } from '../account.ts';
import { notesBy } from '../audit.ts';
import type { Context } from '../context.ts';
import { derivePublicId, hashToken } from '../sessions/tokens.ts';
import type { PersonalToken } from '../store/token-store.ts';
import type { TokenResolver } from './token-resolver.ts';
import { isPersonalToken, newPersonalToken } from './token-text.ts';

/** A token as its owner and administrators see it. */
export interface ListedToken extends Omit<PersonalToken, 'tokenHash' | 'accountId' | 'client'> {
  /** Public id among the tokens of the account. It gives no access. */
  id: string;
  /** Whether it is a grant to an agent, which gets tokens of its own. */
  isAgent: boolean;
}

type MakeResult =
  /** `secret`: the token itself, which can't be shown again. */
  | { outcome: 'made'; token: ListedToken; secret: string }
  /** The account has the maximum number of tokens. */
  | { outcome: 'full' }
  /** This site has no personal tokens, or not with such a long lifetime. */
  | { outcome: 'refused' };

/** Personal tokens for readers' programs. Readers create and revoke them; administrators can revoke them. */
export interface PersonalTokens {
  /** Maximum lifetime of a token in milliseconds. 0: this site has no personal tokens. */
  longestMs: number;
  /** Maximum number of valid tokens per account. */
  max: number;
  /** Lists the account's valid tokens, newest first. */
  list(accountId: string): Promise<ListedToken[]>;
  /** Creates a token that expires after `forMs`. */
  make(
    owner: Pick<SignedInUser, 'accountId'>,
    token: { name: string; forMs: number; from: string },
  ): Promise<MakeResult>;
  /** Revokes a token by its public id. Returns `false` if there is none. `by`: the actor, unless it is the owner. */
  end(accountId: string, id: string, by: { from?: string; by?: string }): Promise<boolean>;
  /** Revokes all tokens of an account and returns their number. */
  endAll(accountId: string, by: { from?: string; by?: string }): Promise<number>;
  /** Returns the user of a valid token. Tokens only read, so an administrator's token has the rights of a reader. */
  findReader(secret: string): Promise<SignedInUser | undefined>;
  /** Accepts access tokens of agents from now on. Until then, only tokens that readers created are valid. */
  acceptAgents(): void;
  /** Whether access tokens of agents are accepted. */
  acceptsAgents(): boolean;
}

/** Personal tokens for readers' programs. Readers create and revoke them; administrators can revoke them. */
export function createPersonalTokens(
  { store, clock, limits, issuer }: Pick<Context, 'store' | 'clock' | 'limits' | 'issuer'>,
  resolver: TokenResolver,
): PersonalTokens {
  const { longestMs, max } = limits.tokens;
  let areAgentsAccepted = false;
  const note = notesBy(clock);
  const toListed = ({ tokenHash, accountId: _, client, ...token }: PersonalToken): ListedToken => ({
    id: derivePublicId(tokenHash),
    ...token,
    isAgent: client !== null,
    expiresAt: Math.min(token.expiresAt, token.createdAt + longestMs),
  });
  const listValid = async (accountId: string) =>
    (await store.listTokens(accountId, clock())).filter(({ createdAt }) => clock() < createdAt + longestMs);

  return {
    longestMs,
    max,
    list: async (accountId) => (await listValid(accountId)).map(toListed),

    make: async ({ accountId }, { name, forMs, from }) => {
      if (forMs <= 0 || forMs > longestMs) return { outcome: 'refused' };
      const secret = newPersonalToken();
      const createdAt = clock();
      const token: PersonalToken = {
        tokenHash: hashToken(secret),
        accountId,
        name,
        createdAt,
        expiresAt: createdAt + forMs,
        lastUsedAt: null,
        client: null,
      };
      const until = formatIsoDay(token.expiresAt);
      const createdNote = note('token-made', {
        from,
        detail: `${derivePublicId(token.tokenHash)}, until ${until}`,
      });
      switch (await store.addToken(token, max, createdNote)) {
        case 'added':
          return { outcome: 'made', token: toListed(token), secret };
        case 'full':
          return { outcome: 'full' };
        case 'gone':
          return { outcome: 'refused' };
      }
    },

    end: async (accountId, id, by) => {
      const token = (await store.listTokens(accountId, clock())).find(
        ({ tokenHash }) => derivePublicId(tokenHash) === id,
      );
      if (token === undefined) return false;
      resolver.forget(token.tokenHash);
      const ended = note('tokens-ended', { ...by, detail: id });
      const done = await store.removeAccountToken(accountId, token.tokenHash, ended);
      resolver.forget(token.tokenHash);
      return done;
    },

    endAll: async (accountId, by) => {
      const count = await store.removeAccountTokens(
        accountId,
        note('tokens-ended', { ...by, detail: 'all' }),
      );
      resolver.forgetAccount(accountId);
      return count;
    },

    findReader: async (secret) => {
      if (longestMs === 0 || !isPersonalToken(secret)) return undefined;
      const resolved = await resolver.find(hashToken(secret));
      if (resolved === undefined || !mayReadByToken(resolved.account, { clock, limits, issuer }))
        return undefined;
      if (resolved.token.client !== null && !areAgentsAccepted) return undefined;
      return { ...toSignedInUser(resolved.account), role: 'reader' };
    },

    acceptAgents: () => {
      areAgentsAccepted = true;
    },
    acceptsAgents: () => areAgentsAccepted,
  };
}

/**
 * Whether this account may read by token. Identity providers don't know our tokens, so the account must have signed in
 * within the maximum lifetime of a session.
 */
export function mayReadByToken(
  { issuer, disabled, lastSignInAt }: Account,
  { clock, limits, issuer: currentIssuer }: Pick<Context, 'clock' | 'limits' | 'issuer'>,
): boolean {
  if (issuer !== currentIssuer || disabled) return false;
  return issuer === 'local' || clock() - (lastSignInAt ?? 0) < limits.session.absoluteMs;
}
