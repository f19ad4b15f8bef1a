import type { IdentityLimits } from '../limits.ts';
import type { SignedIn } from '../store/session-store.ts';

export const MAX_REMEMBERED = 20_000;

interface Entry extends SignedIn {
  readAt: number;
  /** Of the refill after which it was read; older ones the next refill replaces. */
  generation: number;
}

/**
 * Sessions as the store had them. Less than `sessionCacheMs` ago: good as an answer. Longer ago: only while the store
 * is gone, for at most `sessionGraceMs`. What ends in this process, or in one that the store tells of, leaves at once.
 */
export function createSessionCache({ sessionCacheMs, sessionGraceMs, session }: IdentityLimits) {
  const entries = new Map<string, Entry>();
  let endings = 0;
  let generation = 0;
  /** Sessions and accounts that have ended since the refill under way began. */
  let endedInRefill: Set<string> | undefined;
  /** While endings are told, all that is known is as good as read now; afterwards, as good as read then. */
  let current = false;
  let currentUntil = Number.NEGATIVE_INFINITY;

  const isFresh = ({ readAt }: Entry, now: number, forMs: number) => now >= readAt && now - readAt < forMs;
  const isAlive = ({ session: { createdAt, lastSeenAt } }: Entry, now: number) =>
    now - lastSeenAt < session.idleMs && now - createdAt < session.absoluteMs;

  function keep(found: SignedIn, readAt: number): void {
    entries.delete(found.session.tokenHash);
    // A Map keeps the order of insertion: the first is the one read longest ago.
    for (const oldest of entries.keys()) {
      if (entries.size < MAX_REMEMBERED) break;
      entries.delete(oldest);
    }
    entries.set(found.session.tokenHash, { ...found, readAt, generation });
  }

  return {
    /** `forMs`: for how long it may be answered, where that is less. */
    get: (tokenHash: string, now: number, forMs = sessionCacheMs): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      return entry !== undefined && isFresh(entry, now, forMs) && isAlive(entry, now) ? entry : undefined;
    },
    /** What may be answered while the store is gone, which it has been since `goneSince`. */
    remembered: (tokenHash: string, now: number, goneSince: number): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      if (entry === undefined || !isAlive(entry, now)) return undefined;
      const knownUntil = Math.max(entry.readAt, Math.min(goneSince, current ? now : currentUntil));
      return now - knownUntil < sessionGraceMs ? entry : undefined;
    },
    /** Reads through: what ended while the store was being asked is not kept. */
    load: async (tokenHash: string, now: number, read: () => Promise<SignedIn | undefined>) => {
      const endingsBefore = endings;
      const found = await read();
      entries.delete(tokenHash);
      if (found !== undefined && endings === endingsBefore) keep(found, now);
      return found;
    },
    /** Takes every session that lives in place of those known so far. From then on all endings must be told. */
    refill: async (now: number, read: () => Promise<SignedIn[]>): Promise<void> => {
      const mine = ++generation;
      const ended = new Set<string>();
      endedInRefill = ended;
      let found: SignedIn[];
      try {
        found = await read();
      } finally {
        if (endedInRefill === ended) endedInRefill = undefined;
      }
      // A later one has begun, or nothing is told any more: what was read may be out of date.
      if (mine !== generation) return;
      for (const [tokenHash, entry] of entries) if (entry.generation < mine) entries.delete(tokenHash);
      for (const one of found.reverse()) {
        const { tokenHash } = one.session;
        const hasEnded = ended.has(tokenHash) || ended.has(one.account.id);
        if (!hasEnded && !entries.has(tokenHash)) keep(one, now);
      }
      current = true;
    },
    /** Endings are not told any more, or some have not been: nothing counts as read just now. */
    markStale: (now: number): void => {
      generation++;
      endings++;
      if (current) currentUntil = now;
      current = false;
      for (const entry of entries.values()) entry.readAt = Math.min(entry.readAt, now - sessionCacheMs);
    },
    touched: (tokenHash: string, now: number): void => {
      const entry = entries.get(tokenHash);
      if (entry) entry.session = { ...entry.session, lastSeenAt: now };
    },
    forget: (tokenHash: string): void => {
      endings++;
      endedInRefill?.add(tokenHash);
      entries.delete(tokenHash);
    },
    forgetAccount: (accountId: string): void => {
      endings++;
      endedInRefill?.add(accountId);
      for (const [tokenHash, entry] of entries) if (entry.account.id === accountId) entries.delete(tokenHash);
    },
    removeStale: (now: number): void => {
      const keptMs = Math.max(sessionCacheMs, sessionGraceMs);
      for (const [tokenHash, entry] of entries) {
        const useless = !current && (now < entry.readAt || now - entry.readAt >= keptMs);
        if (useless || !isAlive(entry, now)) entries.delete(tokenHash);
      }
    },
  };
}
