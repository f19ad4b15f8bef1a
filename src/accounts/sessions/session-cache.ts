import type { IdentityLimits } from '../limits.ts';
import type { SignedIn } from '../store/session-store.ts';

export const MAX_REMEMBERED = 20_000;

interface Entry extends SignedIn {
  readAt: number;
  /** Time until which the entry was proven to be valid, by a proof from before the cache was marked as stale. */
  provenUntil: number;
  /** The entry must be read again before it is used, unless the store is unavailable. */
  isStale: boolean;
  /** Number of refills when the entry was read. The next refill removes older entries. */
  generation: number;
  /** Changes whenever the cache is marked as stale. Later proofs say nothing about entries of an earlier epoch. */
  epoch: number;
}

/** The last proof may be this much older than the store's last answer. A proof is due every second. */
const PROOF_MAX_AGE_MS = 2_000;

/**
 * Caches sessions as the store returned them. An entry is valid for `sessionCacheMs` after it was read. Afterwards it
 * is used only while the store is unavailable, for at most `sessionGraceMs`, and only if this process received the
 * changes of other processes until then (see `getRemembered`). Sessions that end in this process, or in another one
 * that reports it, are removed immediately.
 */
export function createSessionCache({
  sessionCacheMs,
  untoldSessionCacheMs,
  sessionGraceMs,
  session,
}: IdentityLimits) {
  const entries = new Map<string, Entry>();
  let endings = 0;
  let generation = 0;
  let epoch = 0;
  /** Sessions and accounts that have ended since the current refill started. */
  let endedInRefill: Set<string> | undefined;
  /** Time until which every entry of this epoch is proven to be valid. */
  let provenUntil = Number.NEGATIVE_INFINITY;

  const isFresh = ({ readAt, isStale }: Entry, now: number, forMs: number) =>
    !isStale && now >= readAt && now - readAt < forMs;
  const isAlive = ({ session: { createdAt, lastSeenAt } }: Entry, now: number) =>
    now - lastSeenAt < session.idleMs && now - createdAt < session.absoluteMs;
  const getProvenUntil = (entry: Entry) =>
    entry.epoch === epoch ? Math.max(entry.provenUntil, provenUntil) : entry.provenUntil;

  function add(signedIn: SignedIn, readAt: number): void {
    entries.delete(signedIn.session.tokenHash);
    // A Map keeps the order of insertion, so the first entry is the one read longest ago.
    for (const oldest of entries.keys()) {
      if (entries.size < MAX_REMEMBERED) break;
      entries.delete(oldest);
    }
    entries.set(signedIn.session.tokenHash, {
      ...signedIn,
      readAt,
      provenUntil: Number.NEGATIVE_INFINITY,
      isStale: false,
      generation,
      epoch,
    });
  }

  return {
    /** Returns a session that was read within the last `forMs`. */
    get: (tokenHash: string, now: number, forMs = sessionCacheMs): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      return entry !== undefined && isFresh(entry, now, forMs) && isAlive(entry, now) ? entry : undefined;
    },
    /**
     * Returns a session while the store is unavailable since `goneSince`, if it was certainly valid then: either a
     * proof shortly before showed that all changes had been received, or the session had just been read. DESIGN.md: "No
     * process trusts its memory longer than its last proof that it hears of endings."
     */
    getRemembered: (tokenHash: string, now: number, goneSince: number): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      if (entry === undefined || !isAlive(entry, now)) return undefined;
      const proven = getProvenUntil(entry);
      const isProven = proven >= goneSince - PROOF_MAX_AGE_MS;
      const wasJustRead = entry.readAt > goneSince - untoldSessionCacheMs;
      if (!isProven && !wasJustRead) return undefined;
      const knownUntil = Math.max(entry.readAt, Math.min(goneSince, proven));
      // If either time is in the future, the clock has been set back, and the age of the entry is unknown.
      if (entry.readAt > now || proven > now) return undefined;
      return now - knownUntil < sessionGraceMs ? entry : undefined;
    },
    /** Reads a session and caches it, unless any session ended while it was being read. */
    load: async (tokenHash: string, now: number, read: () => Promise<SignedIn | undefined>) => {
      const endingsBefore = endings;
      const signedIn = await read();
      entries.delete(tokenHash);
      if (signedIn !== undefined && endings === endingsBefore) add(signedIn, now);
      return signedIn;
    },
    /** Replaces the cache with all live sessions. From then on, all endings must be reported to the cache. */
    refill: async (now: number, read: () => Promise<SignedIn[]>): Promise<void> => {
      const ownGeneration = ++generation;
      const endedTokens = new Set<string>();
      endedInRefill = endedTokens;
      let liveSessions: SignedIn[];
      try {
        liveSessions = await read();
      } finally {
        if (endedInRefill === endedTokens) endedInRefill = undefined;
      }
      // A later refill has started, or messages no longer arrive, so the result may be out of date.
      if (ownGeneration !== generation) return;
      for (const [tokenHash, entry] of entries)
        if (entry.generation < ownGeneration) entries.delete(tokenHash);
      for (const liveSession of liveSessions.reverse()) {
        const { tokenHash } = liveSession.session;
        const hasEnded = endedTokens.has(tokenHash) || endedTokens.has(liveSession.account.id);
        if (!hasEnded && !entries.has(tokenHash)) add(liveSession, now);
      }
    },
    /** Records that every ending until this time has been received. */
    prove: (until: number): void => {
      provenUntil = until;
    },
    /** Call when endings are no longer received, or some may have been missed: all entries must be read again. */
    markStale: (): void => {
      for (const entry of entries.values()) {
        entry.provenUntil = getProvenUntil(entry);
        entry.isStale = true;
      }
      epoch++;
      generation++;
      endings++;
      provenUntil = Number.NEGATIVE_INFINITY;
    },
    markTouched: (tokenHash: string, now: number): void => {
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
        const age = now - Math.max(entry.readAt, getProvenUntil(entry));
        if (age < 0 || age >= keptMs || !isAlive(entry, now)) entries.delete(tokenHash);
      }
    },
  };
}
