import type { Store } from './store/store.ts';
import { hashToken, looksLikeToken, newToken } from './tokens.ts';

/**
 * The one-time tokens of links that create the first administrator. Their hashes are in the store, so that a link is
 * good in every process, whichever printed it; the first account ends all of them.
 */
export interface SetupLinks {
  create(now: number): Promise<string>;
  isValid(token: string, now: number): Promise<boolean>;
  /** Takes the token for one use; the next taker gets `undefined` until the use is given up. */
  claim(token: string, now: number): Promise<{ giveUp(): void } | undefined>;
}

export function createSetupLinks(store: Store, lifetimeMs: number): SetupLinks {
  // Of this process: uses in two of them both hash a password, and the store lets one win.
  const inUse = new Set<string>();

  async function isValid(token: string, now: number): Promise<boolean> {
    // Hashes are compared: what time the comparison takes says nothing about the token.
    return looksLikeToken(token) && !inUse.has(hashToken(token)) && store.hasSetupLink(hashToken(token), now);
  }

  return {
    create: async (now) => {
      const token = newToken();
      await store.addSetupLink(hashToken(token), now + lifetimeMs);
      return token;
    },
    isValid,
    claim: async (token, now) => {
      const hash = hashToken(token);
      if (!(await isValid(token, now)) || inUse.has(hash)) return undefined;
      inUse.add(hash);
      return { giveUp: () => void inUse.delete(hash) };
    },
  };
}
