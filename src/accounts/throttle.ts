import { createHash } from 'node:crypto';
import type { Requester } from '../shared/fair-queue.ts';
import type { AttemptLimit, IdentityLimits } from './limits.ts';
import { listNetworks } from './networks.ts';
import type { Store } from './store/store.ts';
import { LEASE_MS } from './store/throttle-store.ts';

interface Refused {
  allowed: false;
  retryAt: number;
}

/** A counted attempt that may continue. The caller must report its outcome. */
interface Allowed {
  allowed: true;
  /** Place of the attempt in the hashing queue. */
  turn: Requester;
  /** No password was checked, because the queue was full. The attempt counts for its networks, but for no account. */
  recordQueueRejection(): Promise<void>;
  /**
   * The password was wrong. Until this is recorded, the attempt counts only for some seconds, because a process that
   * dies can't take it back. So await this before you report the failure.
   */
  recordFailure(): Promise<void>;
  /** The password was correct. This attempt and earlier wrong ones no longer count. */
  recordSuccess(): Promise<void>;
}

/** An attempt that may continue counts unless the caller takes it back. */
export type RevocableAttempt = Refused | { allowed: true; takeBack(): Promise<void> };

/** A kind of request, and the number of them from one network. */
interface CountedRequest {
  kind: string;
  /** Part of the requests of this kind that has a window of its own. */
  subject?: string;
  limit: AttemptLimit;
}

/** How long refusals are cached, so that a client that keeps trying causes one query per this time. */
const REFUSAL_CACHE_MS = 1_000;
const REFUSALS_MAX = 10_000;

/**
 * Limits sign-in attempts with three sliding windows: per account and address, per address, and per account. The window
 * per account stops guesses from many addresses, but would let an outsider lock a reader out, so it doesn't apply to
 * addresses from which the account has recently signed in. There, only someone at the same address can fill the other
 * two. Addresses count with every network around them that one customer may hold. See decisions/sign-in-throttle.md.
 */
export interface Throttle {
  /** Counts a password attempt. Call it before hashing, so that parallel guesses can't exceed the limits. */
  count(email: string, address: string, now: number): Promise<Refused | Allowed>;
  /** Counts a sign-in by an identity provider, by address only. `recordFailure`: see `Allowed`. */
  countProviderSignIn(
    address: string,
    now: number,
  ): Promise<Refused | { allowed: true; takeBack(): Promise<void>; recordFailure(): Promise<void> }>;
  /** Counts a sign-in without a password, by address only. */
  countFrom(address: string, now: number): Promise<Refused | { allowed: true }>;
  /** Takes back the attempt that `countFrom` counted at that time. */
  takeBackFrom(address: string, countedAt: number): Promise<void>;
  /**
   * Counts a guess at a second factor, in windows that a correct password doesn't clear: anyone who guesses here knows
   * the password.
   */
  countFactor(
    account: { id: string; email: string },
    address: string,
    now: number,
  ): Promise<Refused | { allowed: true; recordSuccess(): Promise<void> }>;
  /** Counts requests for mails, by network. */
  countAsking(address: string, now: number): Promise<Refused | { allowed: true }>;
  /** Counts a request of a feature, in windows that its kind and subject don't share with other requests. */
  countRequest(request: CountedRequest, address: string, now: number): Promise<RevocableAttempt>;
  /** Remembers that the account signed in from this address, with this browser. */
  remember(accountId: string, address: string, now: number, device?: string): Promise<void>;
  /** Whether the account has recently signed in from this network, and with this browser. */
  isKnownSource(email: string, address: string, device: string | undefined, now: number): Promise<boolean>;
  /** Returns true for the first use of this text within the time, across all processes. */
  claimFirstUse(text: string, forMs: number, now: number): Promise<boolean>;
}

export function createThrottle(store: Store, limits: IdentityLimits): Throttle {
  /** Full windows, by key. */
  const refusals = new Map<string, { retryAt: number; until: number }>();

  async function countIn(
    windows: readonly CountedWindow[],
    now: number,
    leaseMs?: number,
  ): Promise<number | undefined> {
    const { full } = await store.countAttempt(windows, now, leaseMs);
    if (full === undefined) return undefined;
    const [oldest] = refusals.keys();
    if (refusals.size >= REFUSALS_MAX && oldest !== undefined) refusals.delete(oldest);
    // Cached only briefly, not until the window has room: attempts in progress may succeed and be taken back.
    refusals.set(full.key, { retryAt: full.retryAt, until: Math.min(full.retryAt, now + REFUSAL_CACHE_MS) });
    return full.retryAt;
  }

  function findRefusal(windows: readonly CountedWindow[], now: number): number | undefined {
    for (const { key } of windows) {
      const refusal = refusals.get(key);
      if (refusal !== undefined && now < refusal.until) return refusal.retryAt;
      refusals.delete(key);
    }
    return undefined;
  }

  function takeBack(windows: readonly CountedWindow[], countedAt: number): Promise<void> {
    for (const { key } of windows) refusals.delete(key);
    return store.takeBackAttempt(listKeys(windows), countedAt);
  }

  /** Counts an attempt that the caller can take back if it succeeds. */
  async function countRevocably(
    windows: readonly CountedWindow[],
    now: number,
  ): Promise<Refused | { allowed: true; takeBack(): Promise<void> }> {
    const retryAt = findRefusal(windows, now) ?? (await countIn(windows, now));
    if (retryAt !== undefined) return { allowed: false, retryAt };
    return { allowed: true, takeBack: () => takeBack(windows, now) };
  }

  function settle(windows: readonly CountedWindow[], countedAt: number): Promise<void> {
    // The cached times were those of attempts in progress.
    for (const { key } of windows) refusals.delete(key);
    return store.settleAttempt(windows, countedAt);
  }

  async function remember(accountId: string, address: string, now: number, device?: string): Promise<void> {
    const knownKeys = [computeFingerprint('known', listNetworks(address)[0])];
    if (device !== undefined) knownKeys.push(computeFingerprint('device', device));
    for (const knownKey of knownKeys)
      await store.rememberAddress(accountId, knownKey, now + limits.knownAddressMs);
  }

  return {
    remember,
    isKnownSource: async (email, address, device, now) => {
      if (!(await store.knowsAddress(email, computeFingerprint('known', listNetworks(address)[0]), now)))
        return false;
      return device === undefined || store.knowsAddress(email, computeFingerprint('device', device), now);
    },
    countProviderSignIn: async (address, now) => {
      const windows = createWindows('address', listNetworks(address), limits.attempts.perAddress);
      const retryAt = findRefusal(windows, now) ?? (await countIn(windows, now, LEASE_MS));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        takeBack: () => takeBack(windows, now),
        recordFailure: () => settle(windows, now),
      };
    },
    countFrom: async (address, now) => {
      const windows = createWindows('address', listNetworks(address), limits.attempts.perAddress);
      const retryAt = findRefusal(windows, now) ?? (await countIn(windows, now));
      return retryAt === undefined ? { allowed: true } : { allowed: false, retryAt };
    },
    countRequest: ({ kind, subject, limit }, address, now) =>
      countRevocably(
        createWindows(kind, listNetworks(address), limit, ...(subject === undefined ? [] : [subject])),
        now,
      ),
    takeBackFrom: (address, countedAt) =>
      takeBack(createWindows('address', listNetworks(address), limits.attempts.perAddress), countedAt),
    countFactor: async ({ id, email }, address, now) => {
      const networks = listNetworks(address);
      const { perAccountAndAddress, perFactor } = limits.attempts;
      const pairs = createWindows('factor-and-address', networks, perAccountAndAddress, id);
      const isKnown = await store.knowsAddress(email, computeFingerprint('known', networks[0]), now);
      const windows = isKnown ? pairs : [...pairs, { key: computeFingerprint('factor', id), ...perFactor }];
      const retryAt = findRefusal(windows, now) ?? (await countIn(windows, now));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        recordSuccess: async () => {
          for (const { key } of windows) refusals.delete(key);
          await store.clearAttempts(listKeys(pairs));
          await takeBack(windows, now);
        },
      };
    },
    countAsking: async (address, now) => {
      const windows = createWindows('asking', listNetworks(address), limits.attempts.asking);
      const retryAt = findRefusal(windows, now) ?? (await countIn(windows, now));
      return retryAt === undefined ? { allowed: true } : { allowed: false, retryAt };
    },
    claimFirstUse: async (text, forMs, now) => {
      const key = computeFingerprint('once', text);
      return (await store.countAttempt([{ key, limit: 1, windowMs: forMs }], now)).full === undefined;
    },
    count: async (email, address, now) => {
      const networks = listNetworks(address);
      const { perAccountAndAddress, perAddress, perAccount } = limits.attempts;
      const pairs = createWindows('account-and-address', networks, perAccountAndAddress, email);
      const networkWindows = createWindows('address', networks, perAddress);
      const cachedRetryAt = findRefusal([...pairs, ...networkWindows], now);
      if (cachedRetryAt !== undefined) return { allowed: false, retryAt: cachedRetryAt };
      const isKnown = await store.knowsAddress(email, computeFingerprint('known', networks[0]), now);
      const accountWindows = isKnown ? [] : [{ key: computeFingerprint('account', email), ...perAccount }];
      const retryAt =
        findRefusal(accountWindows, now) ??
        (await countIn([...pairs, ...networkWindows, ...accountWindows], now, LEASE_MS));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        turn: { key: networks.at(-1) ?? networks[0], isKnown, endsAt: performance.now() + LEASE_MS },
        recordQueueRejection: async () => {
          await takeBack([...pairs, ...accountWindows], now);
          await settle(networkWindows, now);
        },
        recordFailure: () => settle([...pairs, ...networkWindows, ...accountWindows], now),
        recordSuccess: async () => {
          for (const { key } of pairs) refusals.delete(key);
          await store.clearAttempts(listKeys(pairs));
          // Otherwise colleagues behind one office address would fill its window by signing in.
          await takeBack([...networkWindows, ...accountWindows], now);
        },
      };
    },
  };
}

interface CountedWindow extends AttemptLimit {
  key: string;
}

/** Creates a window per network. Each wider network gets twice the limit: it has more users, but not in proportion. */
function createWindows(
  kind: string,
  networks: readonly string[],
  { limit, windowMs }: AttemptLimit,
  ...subject: readonly string[]
): CountedWindow[] {
  return networks.map((network, index) => ({
    key: computeFingerprint(kind, ...subject, network),
    limit: limit * 2 ** index,
    windowMs,
  }));
}

function listKeys(windows: readonly CountedWindow[]): string[] {
  return windows.map(({ key }) => key);
}

/** Hashes the parts of a key, because users sometimes type a password as email. */
function computeFingerprint(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
