import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { IdentityLimits } from './limits.ts';
import type { Store } from './store/store.ts';

/** A counted attempt that may go on, and is settled by its outcome. */
interface Allowed {
  allowed: true;
  /** Nothing was tried after all: it does not count. */
  takeBack(): Promise<void>;
  /** It was the right password: neither this attempt nor the typing errors before it count any longer. */
  succeeded(accountId: string): Promise<void>;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Three sliding windows. The one per account stops guessing from many addresses, and would let an outsider lock a
 * reader out; so it does not hold for an address from which the account signed in lately. There the other two hold,
 * which only somebody at the same address can fill. decisions/sign-in-throttle.md
 */
export function createThrottle(store: Store, limits: IdentityLimits) {
  /** The account signed in from this address. */
  function remember(accountId: string, address: string, now: number): Promise<void> {
    const known = fingerprint('known', networkOf(address));
    return store.rememberAddress(accountId, known, now + limits.knownAddressMs);
  }

  return {
    remember,
    /** For a sign-in that is no guess at a password: only the address counts. */
    countFrom: async (
      address: string,
      now: number,
    ): Promise<{ allowed: false; retryAt: number } | Pick<Allowed, 'allowed' | 'takeBack'>> => {
      const key = fingerprint('address', networkOf(address));
      const { retryAt } = await store.countAttempt([{ key, ...limits.attempts.perAddress }], now);
      if (retryAt !== undefined) return { allowed: false, retryAt };
      return { allowed: true, takeBack: () => store.takeBackAttempt([key], now) };
    },
    /** True for the first who comes with this text within the time, over all processes. */
    firstUse: async (text: string, forMs: number, now: number): Promise<boolean> => {
      const key = fingerprint('once', text);
      return (await store.countAttempt([{ key, limit: 1, windowMs: forMs }], now)).retryAt === undefined;
    },
    /** Counts before anything is hashed, so that parallel guesses cannot slip past. */
    count: async (
      email: string,
      address: string,
      now: number,
    ): Promise<{ allowed: false; retryAt: number } | Allowed> => {
      const network = networkOf(address);
      const { perAccountAndAddress, perAddress, perAccount } = limits.attempts;
      const pair = fingerprint('account-and-address', email, network);
      const common = [{ key: fingerprint('address', network), ...perAddress }];
      if (!(await store.knowsAddress(email, fingerprint('known', network), now))) {
        common.push({ key: fingerprint('account', email), ...perAccount });
      }
      const { retryAt } = await store.countAttempt([{ key: pair, ...perAccountAndAddress }, ...common], now);
      if (retryAt !== undefined) return { allowed: false, retryAt };
      const commonKeys = common.map(({ key }) => key);
      return {
        allowed: true,
        takeBack: () => store.takeBackAttempt([pair, ...commonKeys], now),
        succeeded: async (accountId) => {
          await store.clearAttempts([pair]);
          // Else the colleagues behind one office address would use up its window by signing in.
          await store.takeBackAttempt(commonKeys, now);
          await remember(accountId, address, now);
        },
      };
    },
  };
}

/** Keys are kept as hashes: what somebody types as an e-mail may be anything, a password included. */
function fingerprint(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/**
 * The network that one customer holds: an IPv4 address, or the /64 of an IPv6 address, inside of which anybody can
 * have as many addresses as they like (RFC 6177). Text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const groups = ipv6Groups(plain);
  // ::ffff:a.b.c.d is how a socket for both families shows an IPv4 client.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Eight numbers, whatever the spelling was. `address` must be valid. */
function ipv6Groups(address: string): number[] {
  // The URL parser writes the trailing IPv4 form in hexadecimal, and knows every other rule too.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = numbers(head);
  const after = numbers(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
