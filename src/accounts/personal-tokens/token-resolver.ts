import type { Context } from '../context.ts';
import type { tokenStore } from '../store/token-store.ts';

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof tokenStore>['findToken']>>>;

/** Of the most that are held at a time the ones read longest ago go. */
const HELD_MAX = 10_000;

export type TokenResolver = ReturnType<typeof createTokenResolver>;

/**
 * Whose token it is: from memory for less than a second, else from the store. Unlike a session it is worth nothing
 * while the store is gone: programs ask again, and none of them may outlive its end.
 */
export function createTokenResolver({
  store,
  clock,
  limits,
  logger,
}: Pick<Context, 'store' | 'clock' | 'limits' | 'logger'>) {
  const held = new Map<string, Found & { readAt: number }>();
  let endings = 0;

  async function load(tokenHash: string): Promise<Found | undefined> {
    const now = clock();
    const endingsBefore = endings;
    const found = await store.findToken(tokenHash, now);
    held.delete(tokenHash);
    // What ended while the store was being asked is not kept.
    if (found === undefined || endings !== endingsBefore) return found;
    for (const oldest of held.keys()) {
      if (held.size < HELD_MAX) break;
      held.delete(oldest);
    }
    held.set(tokenHash, { ...found, readAt: now });
    return found;
  }

  function isFresh({ readAt }: { readAt: number }): boolean {
    const age = clock() - readAt;
    return age >= 0 && age < limits.tokens.cacheMs;
  }

  async function touch({ token }: Found): Promise<void> {
    const now = clock();
    if (token.lastUsedAt !== null && now - token.lastUsedAt < limits.touchEveryMs) return;
    token.lastUsedAt = now;
    try {
      await store.touchToken(token.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, 'The use of a token could not be written down.');
    }
  }

  return {
    find: async (tokenHash: string): Promise<Found | undefined> => {
      const known = held.get(tokenHash);
      const found = known !== undefined && isFresh(known) ? known : await load(tokenHash);
      if (found === undefined) return undefined;
      const { createdAt, expiresAt } = found.token;
      // Also one that was made when tokens were good for longer.
      const end = Math.min(expiresAt, createdAt + limits.tokens.longestMs);
      if (clock() >= end) return undefined;
      await touch(found);
      return found;
    },
    forget: (tokenHash: string): void => {
      endings++;
      // What agents are given is held by a hash of its own.
      for (const [by, { token }] of held) if (token.tokenHash === tokenHash) held.delete(by);
    },
    forgetAgents: (): void => {
      endings++;
      for (const [by, { token }] of held) if (token.client !== null) held.delete(by);
    },
    forgetAccount: (accountId: string): void => {
      endings++;
      for (const [tokenHash, { account }] of held) if (account.id === accountId) held.delete(tokenHash);
    },
  };
}
