import { runInBackground } from '../../shared/in-background.ts';
import { StoreError } from '../../storage/store-error.ts';
import type { Context } from '../context.ts';
import type { SessionEvent } from '../store/session-events.ts';
import type { SignedIn } from '../store/session-store.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSessionCache, MAX_REMEMBERED } from './session-cache.ts';

/** Finds sessions in the cache or in the store, and for a limited time without the store. */
export interface SessionResolver {
  /**
   * Finds a live session by the hash of its token. Unless `isUse` is false, records the use, which extends the session.
   * Returns the session without a promise if it is cached, as for nearly every request: a promise would cost several
   * times as much as the look-up. Rejects with a `StoreError` if the store is unavailable and the session isn't cached.
   */
  find(tokenHash: string, isUse?: boolean): SignedIn | undefined | Promise<SignedIn | undefined>;
  /** Whether the store is unavailable, so that results come from the cache only. */
  isCutOff(): boolean;
  /** Whether messages about endings arrive, and how long ago that was last proven, in milliseconds. */
  describeHearing(): { state: Hearing; provenMsAgo?: number };
  /** Removes an ended session from the cache. */
  forget(tokenHash: string): void;
  /** Removes all sessions of an account from the cache. */
  forgetAccount(accountId: string): void;
  /** Removes old entries. Call it regularly. */
  tidy(): void;
  close(): void;
}

/**
 * Whether this process receives messages about sessions that end in other processes. `heard`: it does. `alone`: SQLite
 * has no messages, so it reads each session again after half a second. `unheard`: messages don't arrive
 * although the database answers, so it does the same; the usual reason is PgBouncer in transaction mode. `gone`: the
 * database doesn't answer.
 */
export type Hearing = 'heard' | 'unheard' | 'gone' | 'alone';

/** A proof is due every second. Without one for this long, sessions are read again as if there were no messages. */
const PROOF_DUE_MS = 1_500;

export function createSessionResolver({
  store,
  clock,
  limits,
  logger,
}: Pick<Context, 'store' | 'clock' | 'limits' | 'logger'>): SessionResolver {
  let hearing: Hearing = 'alone';
  let provenAt = Number.NEGATIVE_INFINITY;
  const cache = createSessionCache(limits);
  const breaker = createCircuitBreaker(
    () => store.ping(),
    (openSince) => {
      logger.warn({ seconds: (clock() - openSince) / 1_000 }, 'The store answers again.');
      if (hearing === 'heard') runInBackground(refill());
    },
  );

  store.subscribe((event) => {
    onEvent(event).catch((error: unknown) =>
      logger.warn({ err: error }, "A session event couldn't be processed."),
    );
  });

  async function onEvent(event: SessionEvent): Promise<void> {
    switch (event.kind) {
      case 'connected':
        if (hearing === 'unheard') logger.warn({}, 'Messages from the database arrive again.');
        hearing = 'heard';
        cache.markStale();
        return refill();
      case 'disconnected':
        hearing = 'gone';
        cache.markStale();
        // The listener notices first, so that no request waits for an answer that doesn't come.
        breaker.open(clock() - event.sinceMs);
        return;
      case 'unheard':
        if (hearing !== 'unheard')
          logger.warn(
            { code: 'endings-unheard' },
            "The database accepts LISTEN, but messages don't arrive, as behind PgBouncer in transaction mode. Sessions are read again every half second, and readers can't stay signed in while the database is down. Set DATABASE_LISTEN_URL to a URL that reaches PostgreSQL directly.",
          );
        hearing = 'unheard';
        cache.markStale();
        return;
      case 'current':
        provenAt = clock() - event.ageMs;
        cache.prove(provenAt);
        return;
      case 'changed':
        cache.markStale();
        return;
      case 'ended':
        cache.forget(event.tokenHash);
        return;
      case 'all-ended':
        cache.forgetAccount(event.accountId);
        return;
      case 'started':
        // The session is cached before its user sends a request here, because the store may be unavailable by then.
        if (limits.sessionGraceMs > 0) await load(event.tokenHash);
        return;
    }
  }

  async function refill(): Promise<void> {
    if (limits.sessionGraceMs === 0) return;
    const startedAt = clock();
    try {
      await cache.refill(startedAt, () => store.listRecentSessions(clock(), limits.session, MAX_REMEMBERED));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      reportUnavailable(error, startedAt);
    }
  }

  const load = (tokenHash: string) => {
    const now = clock();
    return cache.load(tokenHash, now, () => store.findSession(tokenHash, now, limits.session));
  };

  /** `askedAt`: start of the failed request. The store may have been unavailable since then. */
  function reportUnavailable(error: StoreError, askedAt: number): void {
    if (breaker.openSince === undefined)
      logger.error({ err: error, code: error.code }, 'The store is unavailable.');
    breaker.open(askedAt);
  }

  const findRemembered = (tokenHash: string) =>
    breaker.openSince === undefined ? undefined : cache.getRemembered(tokenHash, clock(), breaker.openSince);

  async function read(tokenHash: string, askedAt: number): Promise<SignedIn | undefined> {
    try {
      return await load(tokenHash);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      reportUnavailable(error, askedAt);
      const session = findRemembered(tokenHash);
      if (session === undefined) throw error;
      return session;
    }
  }

  /** Whether the stored time of the last use is old enough to be updated. */
  const isTouchDue = ({ session }: SignedIn) =>
    clock() - session.lastSeenAt >= limits.touchEveryMs && breaker.openSince === undefined;

  async function touch({ session }: SignedIn): Promise<void> {
    const now = clock();
    cache.markTouched(session.tokenHash, now);
    try {
      await store.touchSession(session.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, "The last use of a session couldn't be recorded.");
    }
  }

  async function findSlowly(
    tokenHash: string,
    askedAt: number,
    isUse: boolean,
    fromMemory: SignedIn | undefined,
  ): Promise<SignedIn | undefined> {
    const session = fromMemory ?? (await read(tokenHash, askedAt));
    if (session !== undefined && isUse && isTouchDue(session)) await touch(session);
    return session;
  }

  return {
    find: (tokenHash, isUse = true) => {
      const askedAt = clock();
      const receivesMessages = hearing === 'heard' && askedAt - provenAt < PROOF_DUE_MS;
      const forMs = receivesMessages ? limits.sessionCacheMs : limits.untoldSessionCacheMs;
      const session = cache.get(tokenHash, askedAt, forMs) ?? findRemembered(tokenHash);
      if (session !== undefined && !(isUse && isTouchDue(session))) return session;
      return findSlowly(tokenHash, askedAt, isUse, session);
    },
    isCutOff: () => breaker.openSince !== undefined,
    describeHearing: () => {
      const provenMsAgo = clock() - provenAt;
      return hearing === 'alone' || !Number.isFinite(provenMsAgo)
        ? { state: hearing }
        : { state: hearing, provenMsAgo };
    },
    forget: cache.forget,
    forgetAccount: cache.forgetAccount,
    tidy: () => {
      cache.removeStale(clock());
      if (hearing === 'heard' && breaker.openSince === undefined) runInBackground(refill());
    },
    close: breaker.dispose,
  };
}
