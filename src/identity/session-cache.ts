import type { IdentityLimits } from './limits.ts';
import type { SignedIn } from './store.ts';

const MAX_ENTRIES = 20_000;

interface Entry extends SignedIn {
  readAt: number;
}

/** Sessions as the store had them less than `sessionCacheMs` ago. What ends in this process leaves it at once. */
export interface SessionCache {
  get(tokenHash: string, now: number): SignedIn | undefined;
  /** Reads through: what ended while the store was being asked is not kept. */
  load(
    tokenHash: string,
    now: number,
    read: () => Promise<SignedIn | undefined>,
  ): Promise<SignedIn | undefined>;
  touched(tokenHash: string, now: number): void;
  forget(tokenHash: string): void;
  forgetAccount(accountId: string): void;
  removeStale(now: number): void;
}

export function createSessionCache({ sessionCacheMs, session }: IdentityLimits): SessionCache {
  const entries = new Map<string, Entry>();
  let endings = 0;

  const isFresh = (entry: Entry, now: number) => now >= entry.readAt && now - entry.readAt < sessionCacheMs;

  return {
    get: (tokenHash, now) => {
      const entry = entries.get(tokenHash);
      if (entry === undefined || !isFresh(entry, now)) return undefined;
      const { createdAt, lastSeenAt } = entry.session;
      const alive = now - lastSeenAt < session.idleMs && now - createdAt < session.absoluteMs;
      return alive ? entry : undefined;
    },
    load: async (tokenHash, now, read) => {
      const endingsBefore = endings;
      const found = await read();
      entries.delete(tokenHash);
      if (found !== undefined && endings === endingsBefore) {
        // A Map keeps the order of insertion: the first is the one read longest ago.
        for (const oldest of entries.keys()) {
          if (entries.size < MAX_ENTRIES) break;
          entries.delete(oldest);
        }
        entries.set(tokenHash, { ...found, readAt: now });
      }
      return found;
    },
    touched: (tokenHash, now) => {
      const entry = entries.get(tokenHash);
      if (entry) entry.session = { ...entry.session, lastSeenAt: now };
    },
    forget: (tokenHash) => {
      endings++;
      entries.delete(tokenHash);
    },
    forgetAccount: (accountId) => {
      endings++;
      for (const [tokenHash, entry] of entries) if (entry.account.id === accountId) entries.delete(tokenHash);
    },
    removeStale: (now) => {
      for (const [tokenHash, entry] of entries) if (!isFresh(entry, now)) entries.delete(tokenHash);
    },
  };
}
