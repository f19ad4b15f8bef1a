import { type Account, type SignedInUser, toSignedInUser } from '../account.ts';
import { createNoteWriter } from '../audit.ts';
import type { Context } from '../context.ts';
import { derivePublicId, hashToken } from '../sessions/tokens.ts';
import type { PersonalToken } from '../store/token-store.ts';
import type { TokenResolver } from './token-resolver.ts';
import { isPersonalToken } from './token-text.ts';

/** A token as its owner and administrators see it. */
export interface ListedToken extends Omit<PersonalToken, 'tokenHash' | 'accountId' | 'client'> {
  /** Public id among the tokens of the account. It gives no access. */
  id: string;
  /** Whether it is a grant to an agent, which gets tokens of its own. */
  isAgent: boolean;
}

/** Tokens that readers create for their own programs, and tokens of agents that readers have allowed. */
type TokenKind = 'personal' | 'agent';

/**
 * The tokens with which programs read for readers. Features create them; readers and administrators list and revoke
 * them here.
 */
export interface PersonalTokens {
  /** Maximum lifetime of a token in milliseconds. 0: this site has no tokens. */
  longestMs: number;
  /** Maximum number of valid tokens per account. */
  max: number;
  /** Lists the account's valid tokens, newest first. */
  list(accountId: string): Promise<ListedToken[]>;
  /** Revokes a token by its public id. Returns `false` if there is none. `by`: the actor, unless it is the owner. */
  end(accountId: string, id: string, by: { from?: string; by?: string }): Promise<boolean>;
  /** Revokes all tokens of an account and returns their number. */
  endAll(accountId: string, by: { from?: string; by?: string }): Promise<number>;
  /** Returns the user of a valid token. Tokens only read, so an administrator's token has the rights of a reader. */
  findReader(secret: string): Promise<SignedInUser | undefined>;
  /**
   * Accepts tokens of this kind from now on. Features do so while they start, so that the tokens of a feature that is
   * switched off are refused.
   */
  accept(kind: TokenKind): void;
  /** Whether tokens of this kind are accepted. */
  accepts(kind: TokenKind): boolean;
}

/** The tokens with which programs read for readers. */
export function createPersonalTokens(
  { store, clock, limits, issuer }: Pick<Context, 'store' | 'clock' | 'limits' | 'issuer'>,
  resolver: TokenResolver,
): PersonalTokens {
  const { longestMs, max } = limits.tokens;
  const acceptedKinds = new Set<TokenKind>();
  const note = createNoteWriter(clock);
  const listValid = async (accountId: string) =>
    (await store.listTokens(accountId, clock())).filter(({ createdAt }) => clock() < createdAt + longestMs);

  return {
    longestMs,
    max,
    list: async (accountId) => (await listValid(accountId)).map((token) => toListedToken(token, longestMs)),

    end: async (accountId, id, by) => {
      const token = (await store.listTokens(accountId, clock())).find(
        ({ tokenHash }) => derivePublicId(tokenHash) === id,
      );
      if (token === undefined) return false;
      resolver.forget(token.tokenHash);
      const auditNote = note('tokens-ended', { ...by, detail: `${token.name} (${id})` });
      const done = await store.removeAccountToken(accountId, token.tokenHash, auditNote);
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
      const tokenOwner = await resolver.find(hashToken(secret));
      if (tokenOwner === undefined || !mayReadByToken(tokenOwner.account, { clock, limits, issuer }))
        return undefined;
      if (!acceptedKinds.has(tokenOwner.token.client === null ? 'personal' : 'agent')) return undefined;
      return { ...toSignedInUser(tokenOwner.account), role: 'reader' };
    },

    accept: (kind) => {
      acceptedKinds.add(kind);
    },
    accepts: (kind) => longestMs > 0 && acceptedKinds.has(kind),
  };
}

/** A token as lists show it, on a site where tokens live at most `longestMs`. */
export function toListedToken(
  { tokenHash, accountId: _, client, ...token }: PersonalToken,
  longestMs: number,
): ListedToken {
  return {
    id: derivePublicId(tokenHash),
    ...token,
    isAgent: client !== null,
    expiresAt: Math.min(token.expiresAt, token.createdAt + longestMs),
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
