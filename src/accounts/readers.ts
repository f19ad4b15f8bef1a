import { StoreError } from '../storage/store-error.ts';
import type { IdentityLogger } from './identity.ts';
import type { IdentityLimits } from './limits.ts';
import { createOutage } from './outage.ts';
import { createSessionCache, MAX_REMEMBERED, type SessionCache } from './session-cache.ts';
import type { SessionEvent, SignedIn } from './store/session-store.ts';
import type { Store } from './store/store.ts';

/** Whose session it is: from memory, from the store, and for a while without it. */
export interface Readers {
  find(tokenHash: string): Promise<SignedIn | undefined>;
  forget: SessionCache['forget'];
  forgetAccount: SessionCache['forgetAccount'];
  /** To be done now and then. */
  tidy(): void;
  close(): void;
}

export interface ReadersParts {
  store: Store;
  clock: () => number;
  limits: IdentityLimits;
  logger: IdentityLogger;
}

export function createReaders({ store, clock, limits, logger }: ReadersParts): Readers {
  /** To a store that tells of sessions. */
  let connected = false;
  const cache = createSessionCache(limits);
  const outage = createOutage(
    () => store.ping(),
    (since) => {
      logger.warn({ seconds: (clock() - since) / 1_000 }, 'The store answers again.');
      if (connected) void refill();
    },
  );

  store.subscribe((event) => {
    hear(event).catch((error: unknown) =>
      logger.warn({ err: error }, 'What was told of a session was of no use.'),
    );
  });

  async function hear(news: SessionEvent): Promise<void> {
    switch (news.kind) {
      case 'connected':
        connected = true;
        cache.deafen(clock());
        return refill();
      case 'disconnected':
        connected = false;
        cache.deafen(clock());
        // The first to notice: nobody has to wait for an answer that does not come.
        outage.begin(clock());
        return;
      case 'ended':
        cache.forget(news.tokenHash);
        return;
      case 'all-ended':
        cache.forgetAccount(news.accountId);
        return;
      case 'started':
        // Known before its reader comes here: the store may be gone by then.
        if (limits.sessionGraceMs > 0) await load(news.tokenHash);
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
    if (outage.since === undefined) logger.error({ err: error, code: error.code }, 'The store is gone.');
    outage.begin(clock());
  }

  const remembered = (tokenHash: string) =>
    outage.since === undefined ? undefined : cache.remembered(tokenHash, clock(), outage.since);

  async function find(tokenHash: string): Promise<SignedIn | undefined> {
    const known = cache.get(tokenHash, clock()) ?? remembered(tokenHash);
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
    if (now - session.lastSeenAt < limits.touchEveryMs || outage.since !== undefined) return;
    cache.touched(session.tokenHash, now);
    try {
      await store.touchSession(session.tokenHash, now);
    } catch (error) {
      logger.warn({ err: error }, 'A session could not be touched.');
    }
  }

  return {
    find: async (tokenHash) => {
      const found = await find(tokenHash);
      if (found !== undefined) await touch(found);
      return found;
    },
    forget: cache.forget,
    forgetAccount: cache.forgetAccount,
    tidy: () => {
      cache.removeStale(clock());
      if (connected && outage.since === undefined) void refill();
    },
    close: outage.close,
  };
}
