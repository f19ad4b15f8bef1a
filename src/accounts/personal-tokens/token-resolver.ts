import type { Account } from '../account.ts';
import type { Context } from '../context.ts';
import type { PersonalToken } from '../store/token-store.ts';

interface ResolvedToken {
  token: PersonalToken;
  account: Account;
}

/** Maximum number of cached tokens. The ones read longest ago are removed first. */
const CACHED_MAX = 10_000;

/**
 * Finds tokens with their accounts, in a cache for less than a second, otherwise in the store. Unlike sessions, tokens
 * aren't accepted while the store is unavailable: programs can retry, and a revoked token must never work.
 */
export interface TokenResolver {
  /** Finds a valid token by its hash, and records its use. */
  find(tokenHash: string): Promise<ResolvedToken | undefined>;
  /** Removes a revoked token, and the access tokens of a revoked grant, from the cache. */
  forget(tokenHash: string): void;
  /** Removes all access tokens of agents from the cache. */
  forgetAgents(): void;
  /** Removes all tokens of an account from the cache. */
  forgetAccount(accountId: string): void;
}

export function createTokenResolver({
  store,
  clock,
  limits,
  logger,
}: Pick<Context, 'store' | 'clock' | 'limits' | 'logger'>): TokenResolver {
  const cachedTokens = new Map<string, ResolvedToken & { readAt: number }>();
  let revocations = 0;

  async function load(tokenHash: string): Promise<ResolvedToken | undefined> {
    const now = clock();
    const revocationsBefore = revocations;
    const loadedToken = await store.findToken(tokenHash, now);
    cachedTokens.delete(tokenHash);
    // Don't cache the token if any token was revoked while the store was being read.
    if (loadedToken === undefined || revocations !== revocationsBefore) return loadedToken;
    for (const oldest of cachedTokens.keys()) {
      if (cachedTokens.size < CACHED_MAX) break;
      cachedTokens.delete(oldest);
    }
    cachedTokens.set(tokenHash, { ...loadedToken, readAt: now });
    return loadedToken;
  }

  function isFresh({ readAt }: { readAt: number }): boolean {
    const age = clock() - readAt;
    return age >= 0 && age < limits.tokens.cacheMs;
  }

  async function touch({ token }: ResolvedToken): Promise<void> {
    const now = clock();
    if (token.lastUsedAt !== null && now - token.lastUsedAt < limits.touchEveryMs) return;
    token.lastUsedAt = now;
    try {
      await store.touchToken(token.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, "The use of a token couldn't be recorded.");
    }
  }

  return {
    find: async (tokenHash) => {
      const cachedToken = cachedTokens.get(tokenHash);
      const resolvedToken =
        cachedToken !== undefined && isFresh(cachedToken) ? cachedToken : await load(tokenHash);
      if (resolvedToken === undefined) return undefined;
      const { createdAt, expiresAt } = resolvedToken.token;
      // The limit also applies to tokens created when it was higher.
      const end = Math.min(expiresAt, createdAt + limits.tokens.longestMs);
      if (clock() >= end) return undefined;
      await touch(resolvedToken);
      return resolvedToken;
    },
    forget: (tokenHash) => {
      revocations++;
      // An agent's access token is cached by its own hash, so compare the hash of the grant.
      for (const [by, { token }] of cachedTokens) if (token.tokenHash === tokenHash) cachedTokens.delete(by);
    },
    forgetAgents: () => {
      revocations++;
      for (const [by, { token }] of cachedTokens) if (token.client !== null) cachedTokens.delete(by);
    },
    forgetAccount: (accountId) => {
      revocations++;
      for (const [tokenHash, { account }] of cachedTokens)
        if (account.id === accountId) cachedTokens.delete(tokenHash);
    },
  };
}
