import type { IdentityLimits } from '../limits.ts';
import type { SignedIn } from '../store/session-store.ts';

export const MAX_REMEMBERED = 20_000;

interface Entry extends SignedIn {
  readAt: number;
  /** Until when it was known to be right, by a proof that came before the cache was marked as stale. */
  provenUntil: number;
  /** It must be read again before it is an answer, unless the store is gone. */
  isStale: boolean;
  /** The refill after which it was read. The next refill replaces older ones. */
  generation: number;
  /** Changes whenever the cache is marked as stale: a later proof says nothing about what was read before. */
  epoch: number;
}

/** The last proof may be this much older than the store's last sign of life. One is due every second. */
const PROOF_MAX_AGE_MS = 2_000;

/**
 * Sessions as the store had them. For `sessionCacheMs` after it was read, a session is good as an answer. Afterwards it
 * is good only while the store is gone, for at most `sessionGraceMs`, and only if this process knew until the end what
 * other processes did: see `remembered`. A session that ends in this process, or in one that the store tells us of,
 * leaves at once.
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
  /** Sessions and accounts that have ended since the refill under way began. */
  let endedInRefill: Set<string> | undefined;
  /** Until when every entry of this epoch is known to be right. */
  let provenUntil = Number.NEGATIVE_INFINITY;

  const isFresh = ({ readAt, isStale }: Entry, now: number, forMs: number) =>
    !isStale && now >= readAt && now - readAt < forMs;
  const isAlive = ({ session: { createdAt, lastSeenAt } }: Entry, now: number) =>
    now - lastSeenAt < session.idleMs && now - createdAt < session.absoluteMs;
  const rightUntil = (entry: Entry) =>
    entry.epoch === epoch ? Math.max(entry.provenUntil, provenUntil) : entry.provenUntil;

  function keep(found: SignedIn, readAt: number): void {
    entries.delete(found.session.tokenHash);
    // A Map keeps the order of insertion: the first is the one read longest ago.
    for (const oldest of entries.keys()) {
      if (entries.size < MAX_REMEMBERED) break;
      entries.delete(oldest);
    }
    entries.set(found.session.tokenHash, {
      ...found,
      readAt,
      provenUntil: Number.NEGATIVE_INFINITY,
      isStale: false,
      generation,
      epoch,
    });
  }

  return {
    /** `forMs`: for how long it may be answered, where that is less. */
    get: (tokenHash: string, now: number, forMs = sessionCacheMs): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      return entry !== undefined && isFresh(entry, now, forMs) && isAlive(entry, now) ? entry : undefined;
    },
    /**
     * What may be answered while the store is gone, as it has been since `goneSince`: what memory could answer at that
     * moment. Either a proof shortly before showed that nothing had ended unheard, or the session itself had just been
     * read. DESIGN.md: "No process trusts its memory longer than its last proof that it hears of endings."
     */
    remembered: (tokenHash: string, now: number, goneSince: number): SignedIn | undefined => {
      const entry = entries.get(tokenHash);
      if (entry === undefined || !isAlive(entry, now)) return undefined;
      const proven = rightUntil(entry);
      const isProven = proven >= goneSince - PROOF_MAX_AGE_MS;
      const wasJustRead = entry.readAt > goneSince - untoldSessionCacheMs;
      if (!isProven && !wasJustRead) return undefined;
      const knownUntil = Math.max(entry.readAt, Math.min(goneSince, proven));
      // Neither was in the future when it was written: the clock has been set back, and says nothing about their age.
      if (entry.readAt > now || proven > now) return undefined;
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
    /** Takes every live session in place of those known so far. From then on all endings must be heard. */
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
    },
    /** Every ending until then is known. */
    prove: (until: number): void => {
      provenUntil = until;
    },
    /** Endings aren't heard of any more, or some may have been missed: nothing counts as read just now. */
    markStale: (): void => {
      for (const entry of entries.values()) {
        entry.provenUntil = rightUntil(entry);
        entry.isStale = true;
      }
      epoch++;
      generation++;
      endings++;
      provenUntil = Number.NEGATIVE_INFINITY;
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
        const age = now - Math.max(entry.readAt, rightUntil(entry));
        if (age < 0 || age >= keptMs || !isAlive(entry, now)) entries.delete(tokenHash);
      }
    },
  };
}
