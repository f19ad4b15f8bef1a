import { inBackground } from '../../shared/in-background.ts';
import { StoreError } from '../../storage/store-error.ts';
import type { Context } from '../context.ts';
import type { SessionEvent } from '../store/session-events.ts';
import type { SignedIn } from '../store/session-store.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSessionCache, MAX_REMEMBERED } from './session-cache.ts';

export type SessionResolver = ReturnType<typeof createSessionResolver>;

/**
 * Whether this process hears of sessions that end in others. `alone`: it has no way to hear, and reads each session
 * again after half a second (SQLite). `unheard`: messages don't arrive although the database answers, so it does the
 * same; PgBouncer in transaction mode is the usual reason. `gone`: the database doesn't answer.
 */
export type Hearing = 'heard' | 'unheard' | 'gone' | 'alone';

/** A proof is due every second. Without one for this long, a session is read again as if nobody told us of endings. */
const PROOF_DUE_MS = 1_500;

/** Whose session it is: from memory, from the store, and for a while without it. */
export function createSessionResolver({
  store,
  clock,
  limits,
  logger,
}: Pick<Context, 'store' | 'clock' | 'limits' | 'logger'>) {
  let hearing: Hearing = 'alone';
  let provenAt = Number.NEGATIVE_INFINITY;
  const cache = createSessionCache(limits);
  const breaker = createCircuitBreaker(
    () => store.ping(),
    (openSince) => {
      logger.warn({ seconds: (clock() - openSince) / 1_000 }, 'The store answers again.');
      if (hearing === 'heard') inBackground(refill());
    },
  );

  store.subscribe((event) => {
    onEvent(event).catch((error: unknown) =>
      logger.warn({ err: error }, 'An event of a session could not be followed.'),
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
        // The first to notice: nobody has to wait for an answer that does not come.
        breaker.open(clock() - event.sinceMs);
        return;
      case 'unheard':
        if (hearing !== 'unheard')
          logger.warn(
            { code: 'endings-unheard' },
            'The database accepts LISTEN, but messages do not arrive, as behind PgBouncer in transaction mode. Every session is read again after half a second, and readers cannot read on while the database is gone. Set DATABASE_LISTEN_URL to an address that reaches PostgreSQL directly.',
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
        // Known before its reader comes here: the store may be gone by then.
        if (limits.sessionGraceMs > 0) await load(event.tokenHash);
        return;
    }
  }

  async function refill(): Promise<void> {
    if (limits.sessionGraceMs === 0) return;
    const startedAt = clock();
    try {
      await cache.refill(startedAt, () => store.recentSessions(clock(), limits.session, MAX_REMEMBERED));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      goneBecause(error, startedAt);
    }
  }

  const load = (tokenHash: string) => {
    const now = clock();
    return cache.load(tokenHash, now, () => store.findSession(tokenHash, now, limits.session));
  };

  /** `askedAt`: it may have been gone since, however long it took to notice. */
  function goneBecause(error: StoreError, askedAt: number): void {
    if (breaker.openSince === undefined) logger.error({ err: error, code: error.code }, 'The store is gone.');
    breaker.open(askedAt);
  }

  const remembered = (tokenHash: string) =>
    breaker.openSince === undefined ? undefined : cache.remembered(tokenHash, clock(), breaker.openSince);

  async function read(tokenHash: string, askedAt: number): Promise<SignedIn | undefined> {
    try {
      return await load(tokenHash);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      goneBecause(error, askedAt);
      const session = remembered(tokenHash);
      if (session === undefined) throw error;
      return session;
    }
  }

  /** Whether its reader came so long ago that the store should hear of it. */
  const isTouchDue = ({ session }: SignedIn) =>
    clock() - session.lastSeenAt >= limits.touchEveryMs && breaker.openSince === undefined;

  async function touch({ session }: SignedIn): Promise<void> {
    const now = clock();
    cache.touched(session.tokenHash, now);
    try {
      await store.touchSession(session.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, 'A session could not be touched.');
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
    /**
     * Answers without a promise where memory has the answer, which is the case for nearly every request: promises would
     * cost several times what the answer costs.
     */
    find: (tokenHash: string, isUse = true): SignedIn | undefined | Promise<SignedIn | undefined> => {
      const askedAt = clock();
      const isTold = hearing === 'heard' && askedAt - provenAt < PROOF_DUE_MS;
      const forMs = isTold ? limits.sessionCacheMs : limits.untoldSessionCacheMs;
      const session = cache.get(tokenHash, askedAt, forMs) ?? remembered(tokenHash);
      if (session !== undefined && !(isUse && isTouchDue(session))) return session;
      return findSlowly(tokenHash, askedAt, isUse, session);
    },
    /** The store is gone: what is answered is what it said last. */
    isCutOff: (): boolean => breaker.openSince !== undefined,
    /** Whether endings in other processes are heard here, and how long ago that was proved, in milliseconds. */
    hearing: (): { state: Hearing; provenMsAgo?: number } => {
      const provenMsAgo = clock() - provenAt;
      return hearing === 'alone' || !Number.isFinite(provenMsAgo)
        ? { state: hearing }
        : { state: hearing, provenMsAgo };
    },
    forget: cache.forget,
    forgetAccount: cache.forgetAccount,
    /** To be done now and then. */
    tidy: (): void => {
      cache.removeStale(clock());
      if (hearing === 'heard' && breaker.openSince === undefined) inBackground(refill());
    },
    close: breaker.dispose,
  };
}
