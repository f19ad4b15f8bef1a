import { dayOf } from '../../shared/duration.ts';
import { type Account, type SignedInUser, userOf } from '../account.ts';
import { notesBy } from '../audit.ts';
import type { Context } from '../context.ts';
import { hashToken, idOf } from '../sessions/tokens.ts';
import type { PersonalToken } from '../store/token-store.ts';
import type { TokenResolver } from './token-resolver.ts';
import { isPersonalToken, newPersonalToken } from './token-text.ts';

/** As its owner and administrators see it. */
export interface ListedToken extends Omit<PersonalToken, 'tokenHash' | 'accountId' | 'client'> {
  /** Names it among those of its account, and opens nothing. */
  id: string;
  /** Whether it is what a reader allows an agent, which has tokens of its own for it. */
  isAgent: boolean;
}

type MakeResult =
  /** `secret`: the token itself, told this once. */
  | { outcome: 'made'; token: ListedToken; secret: string }
  /** The account has as many as it may. */
  | { outcome: 'full' }
  /** There are none on this site, or not for so long. */
  | { outcome: 'refused' };

/** What readers' own programs read with, instead of a session: made and ended by their owner, ended by administrators. */
export function createPersonalTokens(
  { store, clock, limits, issuer }: Pick<Context, 'store' | 'clock' | 'limits' | 'issuer'>,
  resolver: TokenResolver,
) {
  const { longestMs, max } = limits.tokens;
  const note = notesBy(clock);
  const listed = ({ tokenHash, accountId: _, client, ...token }: PersonalToken): ListedToken => ({
    id: idOf(tokenHash),
    ...token,
    isAgent: client !== null,
    expiresAt: Math.min(token.expiresAt, token.createdAt + longestMs),
  });
  const good = async (accountId: string) =>
    (await store.tokensOf(accountId, clock())).filter(({ createdAt }) => clock() < createdAt + longestMs);

  return {
    /** No token is good for longer; 0: there are none on this site. */
    longestMs,
    max,
    list: async (accountId: string): Promise<ListedToken[]> => (await good(accountId)).map(listed),

    make: async (
      { accountId }: Pick<SignedInUser, 'accountId'>,
      { name, forMs, from }: { name: string; forMs: number; from: string },
    ): Promise<MakeResult> => {
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
      const until = dayOf(token.expiresAt);
      const made = note('token-made', { from, detail: `${idOf(token.tokenHash)}, until ${until}` });
      switch (await store.addToken(token, max, made)) {
        case 'added':
          return { outcome: 'made', token: listed(token), secret };
        case 'full':
          return { outcome: 'full' };
        case 'gone':
          return { outcome: 'refused' };
      }
    },

    /** One of an account, by the id of the list; `false` when there is none. `by`: whoever is not its owner. */
    end: async (accountId: string, id: string, by: { from?: string; by?: string }): Promise<boolean> => {
      const token = (await store.tokensOf(accountId, clock())).find(
        ({ tokenHash }) => idOf(tokenHash) === id,
      );
      if (token === undefined) return false;
      resolver.forget(token.tokenHash);
      const ended = note('tokens-ended', { ...by, detail: id });
      const done = await store.removeTokenOf(accountId, token.tokenHash, ended);
      resolver.forget(token.tokenHash);
      return done;
    },

    /** All of an account; how many there were. */
    endAll: async (accountId: string, by: { from?: string; by?: string }): Promise<number> => {
      const count = await store.removeTokensOf(accountId, note('tokens-ended', { ...by, detail: 'all' }));
      resolver.forgetAccount(accountId);
      return count;
    },

    /** Whose token this is. It only reads, so whoever administers is a reader by it like any other. */
    readerOf: async (secret: string): Promise<SignedInUser | undefined> => {
      if (longestMs === 0 || !isPersonalToken(secret)) return undefined;
      const found = await resolver.find(hashToken(secret));
      if (found === undefined || !mayRead(found.account, { clock, limits, issuer })) return undefined;
      if (found.token.client !== null && limits.agents.grantMs === 0) return undefined;
      return { ...userOf(found.account), role: 'reader' };
    },
  };
}

/**
 * Whether tokens of this account are good at all. A provider says nothing of tokens: whoever it knows no longer signs
 * in no longer, and stops reading as by a session.
 */
export function mayRead(
  { issuer, disabled, lastSignInAt }: Account,
  { clock, limits, issuer: ours }: Pick<Context, 'clock' | 'limits' | 'issuer'>,
): boolean {
  if (issuer !== ours || disabled) return false;
  return issuer === 'local' || clock() - (lastSignInAt ?? 0) < limits.session.absoluteMs;
}
