import { createHash } from 'node:crypto';
import type { Requester } from '../shared/fair-queue.ts';
import type { AttemptLimit, IdentityLimits } from './limits.ts';
import { networksOf } from './networks.ts';
import type { Store } from './store/store.ts';
import { LEASE_MS } from './store/throttle-store.ts';

interface Refused {
  allowed: false;
  retryAt: number;
}

/** A counted attempt that may go on, and is settled by its outcome. */
interface Allowed {
  allowed: true;
  /** Its place in the hashing queue. */
  turn: Requester;
  /** Nothing was tried, because the queue was full: it counts for its networks, and for no account. */
  turnedAway(): Promise<void>;
  /**
   * It was another password. Until this is written down the attempt counts for some seconds only, because a process
   * that dies cannot take it back; so nobody is told of a failure before.
   */
  failed(): Promise<void>;
  /** It was the right password: neither this attempt nor the typing errors before it count any longer. */
  succeeded(): Promise<void>;
}

/** How long a refusal is repeated from memory: who asks on and on costs the store one question in this time. */
const REPEATED_MS = 1_000;
const REPEATED_MAX = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Three sliding windows. The one per account stops guessing from many addresses, and would let an outsider lock a
 * reader out; so it does not hold for an address from which the account signed in lately. There the other two hold,
 * which only somebody at the same address can fill. Each counts for every network around the address that one customer
 * may hold. decisions/sign-in-throttle.md
 */
export function createThrottle(store: Store, limits: IdentityLimits) {
  /** Windows that the store said are full. */
  const refusals = new Map<string, { retryAt: number; until: number }>();

  async function countIn(
    windows: readonly CountedWindow[],
    now: number,
    leaseMs?: number,
  ): Promise<number | undefined> {
    const { full } = await store.countAttempt(windows, now, leaseMs);
    if (full === undefined) return undefined;
    const [oldest] = refusals.keys();
    if (refusals.size >= REPEATED_MAX && oldest !== undefined) refusals.delete(oldest);
    // Not for as long as it is full: those who are signing in now take their attempts back.
    refusals.set(full.key, { retryAt: full.retryAt, until: Math.min(full.retryAt, now + REPEATED_MS) });
    return full.retryAt;
  }

  function refusedBefore(windows: readonly CountedWindow[], now: number): number | undefined {
    for (const { key } of windows) {
      const refusal = refusals.get(key);
      if (refusal !== undefined && now < refusal.until) return refusal.retryAt;
      refusals.delete(key);
    }
    return undefined;
  }

  function takeBack(windows: readonly CountedWindow[], countedAt: number): Promise<void> {
    for (const { key } of windows) refusals.delete(key);
    return store.takeBackAttempt(keysOf(windows), countedAt);
  }

  /** Counts an attempt and takes it back if it turns out to be a good one. */
  async function countRevocably(
    windows: readonly CountedWindow[],
    now: number,
  ): Promise<Refused | { allowed: true; takeBack(): Promise<void> }> {
    const retryAt = refusedBefore(windows, now) ?? (await countIn(windows, now));
    if (retryAt !== undefined) return { allowed: false, retryAt };
    return { allowed: true, takeBack: () => takeBack(windows, now) };
  }

  function settle(windows: readonly CountedWindow[], countedAt: number): Promise<void> {
    // They said for how long it is under way.
    for (const { key } of windows) refusals.delete(key);
    return store.settleAttempt(windows, countedAt);
  }

  /** The account signed in from this address, with a browser that calls itself so. */
  async function remember(accountId: string, address: string, now: number, device?: string): Promise<void> {
    const known = [fingerprint('known', networksOf(address)[0])];
    if (device !== undefined) known.push(fingerprint('device', device));
    for (const one of known) await store.rememberAddress(accountId, one, now + limits.knownAddressMs);
  }

  return {
    remember,
    /** Whether the account signed in lately from this network, and with such a browser. */
    knows: async (
      email: string,
      address: string,
      device: string | undefined,
      now: number,
    ): Promise<boolean> => {
      if (!(await store.knowsAddress(email, fingerprint('known', networksOf(address)[0]), now))) return false;
      return device === undefined || store.knowsAddress(email, fingerprint('device', device), now);
    },
    /** For a sign-in by a provider: only the address counts. `failed`: see `Allowed`. */
    countProviderSignIn: async (
      address: string,
      now: number,
    ): Promise<Refused | { allowed: true; takeBack(): Promise<void>; failed(): Promise<void> }> => {
      const windows = windowsOf('address', networksOf(address), limits.attempts.perAddress);
      const retryAt = refusedBefore(windows, now) ?? (await countIn(windows, now, LEASE_MS));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        takeBack: () => takeBack(windows, now),
        failed: () => settle(windows, now),
      };
    },
    /** For a sign-in that is no guess at a password: only the address counts. */
    countFrom: async (address: string, now: number): Promise<Refused | { allowed: true }> => {
      const windows = windowsOf('address', networksOf(address), limits.attempts.perAddress);
      const retryAt = refusedBefore(windows, now) ?? (await countIn(windows, now));
      return retryAt === undefined ? { allowed: true } : { allowed: false, retryAt };
    },
    /** For requests of agents that give or revoke tokens. Each has a window: broken requests for tokens stop no revocation. */
    countTokenRequest: (act: 'give' | 'revoke', address: string, now: number) =>
      countRevocably(windowsOf('agent-tokens', networksOf(address), limits.attempts.agentTokens, act), now),
    /** What `countFrom` counted at that time is no attempt any more. */
    takeBackFrom: (address: string, countedAt: number): Promise<void> =>
      takeBack(windowsOf('address', networksOf(address), limits.attempts.perAddress), countedAt),
    /**
     * For a second factor, in windows that the right password does not clear: who has that one could go on guessing.
     */
    countFactor: async (
      { id, email }: { id: string; email: string },
      address: string,
      now: number,
    ): Promise<Refused | { allowed: true; succeeded(): Promise<void> }> => {
      const networks = networksOf(address);
      const { perAccountAndAddress, perFactor } = limits.attempts;
      const pairs = windowsOf('factor-and-address', networks, perAccountAndAddress, id);
      const known = await store.knowsAddress(email, fingerprint('known', networks[0]), now);
      const windows = known ? pairs : [...pairs, { key: fingerprint('factor', id), ...perFactor }];
      const retryAt = refusedBefore(windows, now) ?? (await countIn(windows, now));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        succeeded: async () => {
          for (const { key } of windows) refusals.delete(key);
          await store.clearAttempts(keysOf(pairs));
          await takeBack(windows, now);
        },
      };
    },
    /** For mails that somebody asks for: those of one network are few. */
    countAsking: async (address: string, now: number): Promise<Refused | { allowed: true }> => {
      const windows = windowsOf('asking', networksOf(address), limits.attempts.asking);
      const retryAt = refusedBefore(windows, now) ?? (await countIn(windows, now));
      return retryAt === undefined ? { allowed: true } : { allowed: false, retryAt };
    },
    /** For agents whom nobody has allowed anything yet: what one network leaves in the store is little. */
    countAgent: async (address: string, now: number): Promise<boolean> => {
      const windows = windowsOf('agent', networksOf(address), limits.attempts.agents);
      return (refusedBefore(windows, now) ?? (await countIn(windows, now))) === undefined;
    },
    /** True for the first who comes with this text within the time, over all processes. */
    firstUse: async (text: string, forMs: number, now: number): Promise<boolean> => {
      const key = fingerprint('once', text);
      return (await store.countAttempt([{ key, limit: 1, windowMs: forMs }], now)).full === undefined;
    },
    /** Counts before anything is hashed, so that parallel guesses cannot slip past. */
    count: async (email: string, address: string, now: number): Promise<Refused | Allowed> => {
      const networks = networksOf(address);
      const { perAccountAndAddress, perAddress, perAccount } = limits.attempts;
      const pairs = windowsOf('account-and-address', networks, perAccountAndAddress, email);
      const ofNetworks = windowsOf('address', networks, perAddress);
      const refused = refusedBefore([...pairs, ...ofNetworks], now);
      if (refused !== undefined) return { allowed: false, retryAt: refused };
      const known = await store.knowsAddress(email, fingerprint('known', networks[0]), now);
      const ofAccount = known ? [] : [{ key: fingerprint('account', email), ...perAccount }];
      const retryAt =
        refusedBefore(ofAccount, now) ??
        (await countIn([...pairs, ...ofNetworks, ...ofAccount], now, LEASE_MS));
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return {
        allowed: true,
        turn: { key: networks.at(-1) ?? networks[0], isKnown: known, endsAt: performance.now() + LEASE_MS },
        turnedAway: async () => {
          await takeBack([...pairs, ...ofAccount], now);
          await settle(ofNetworks, now);
        },
        failed: () => settle([...pairs, ...ofNetworks, ...ofAccount], now),
        succeeded: async () => {
          for (const { key } of pairs) refusals.delete(key);
          await store.clearAttempts(keysOf(pairs));
          // Else the colleagues behind one office address would use up its window by signing in.
          await takeBack([...ofNetworks, ...ofAccount], now);
        },
      };
    },
  };
}

interface CountedWindow extends AttemptLimit {
  key: string;
}

/** A network twice removed holds many more addresses, but not as many people: each takes twice of the one inside it. */
function windowsOf(
  kind: string,
  networks: readonly string[],
  { limit, windowMs }: AttemptLimit,
  ...of: readonly string[]
): CountedWindow[] {
  return networks.map((network, at) => ({
    key: fingerprint(kind, ...of, network),
    limit: limit * 2 ** at,
    windowMs,
  }));
}

function keysOf(windows: readonly CountedWindow[]): string[] {
  return windows.map(({ key }) => key);
}

/** Keys are kept as hashes: what somebody types as an e-mail may be anything, a password included. */
function fingerprint(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
