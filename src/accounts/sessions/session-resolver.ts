import { inBackground } from '../../shared/in-background.ts';
import { StoreError } from '../../storage/store-error.ts';
import type { Context } from '../context.ts';
import type { SessionEvent } from '../store/session-events.ts';
import type { SignedIn } from '../store/session-store.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSessionCache, MAX_REMEMBERED } from './session-cache.ts';

export type SessionResolver = ReturnType<typeof createSessionResolver>;

/** Whose session it is: from memory, from the store, and for a while without it. */
export function createSessionResolver({
  store,
  clock,
  limits,
  logger,
}: Pick<Context, 'store' | 'clock' | 'limits' | 'logger'>) {
  /** To a store that tells of sessions. */
  let connected = false;
  const cache = createSessionCache(limits);
  const breaker = createCircuitBreaker(
    () => store.ping(),
    (openSince) => {
      logger.warn({ seconds: (clock() - openSince) / 1_000 }, 'The store answers again.');
      if (connected) inBackground(refill());
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
        connected = true;
        cache.markStale(clock());
        return refill();
      case 'disconnected':
        connected = false;
        cache.markStale(clock());
        // The first to notice: nobody has to wait for an answer that does not come.
        breaker.open(clock());
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
    try {
      await cache.refill(clock(), () => store.recentSessions(clock(), limits.session, MAX_REMEMBERED));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      goneBecause(error);
    }
  }

  const load = (tokenHash: string) => {
    const now = clock();
    return cache.load(tokenHash, now, () => store.findSession(tokenHash, now, limits.session));
  };

  function goneBecause(error: StoreError): void {
    if (breaker.openSince === undefined) logger.error({ err: error, code: error.code }, 'The store is gone.');
    breaker.open(clock());
  }

  const remembered = (tokenHash: string) =>
    breaker.openSince === undefined ? undefined : cache.remembered(tokenHash, clock(), breaker.openSince);

  async function find(tokenHash: string): Promise<SignedIn | undefined> {
    const forMs = connected ? limits.sessionCacheMs : limits.untoldSessionCacheMs;
    const known = cache.get(tokenHash, clock(), forMs) ?? remembered(tokenHash);
    if (known !== undefined) return known;
    try {
      return await load(tokenHash);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      goneBecause(error);
      const found = remembered(tokenHash);
      if (found === undefined) throw error;
      return found;
    }
  }

  async function touch({ session }: SignedIn): Promise<void> {
    const now = clock();
    if (now - session.lastSeenAt < limits.touchEveryMs || breaker.openSince !== undefined) return;
    cache.touched(session.tokenHash, now);
    try {
      await store.touchSession(session.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, 'A session could not be touched.');
    }
  }

  return {
    find: async (tokenHash: string, isUse = true): Promise<SignedIn | undefined> => {
      const found = await find(tokenHash);
      if (found !== undefined && isUse) await touch(found);
      return found;
    },
    /** The store is gone: what is answered is what it said last. */
    isCutOff: (): boolean => breaker.openSince !== undefined,
    forget: cache.forget,
    forgetAccount: cache.forgetAccount,
    /** To be done now and then. */
    tidy: (): void => {
      cache.removeStale(clock());
      if (connected && breaker.openSince === undefined) inBackground(refill());
    },
    close: breaker.dispose,
  };
}
