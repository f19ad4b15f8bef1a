import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairQueue, type QueueLimits, type Requester, siteRequester } from '../../shared/fair-queue.ts';
import { canBePassword, normalisePassword } from './password-rules.ts';

/** Hashes passwords. The server uses argon2id; tests can use one with lower costs. */
export interface Hasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether the hash was created with other parameters than the current ones. */
  isOutdated(hash: string): boolean;
  /** A hash that costs as much to verify as any other, but matches no password. */
  readonly dummy: string;
}

// The second recommended option of RFC 9106, section 4, but with one lane to leave cores for readers.
const standard = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** Hashes with argon2id, version 1.3, in Node's thread pool. `memoryCost`: in KiB. */
export function createArgon2Hasher(parameters: typeof standard = standard): Hasher {
  const { memoryCost, timeCost, parallelism } = parameters;
  const salt = Buffer.alloc(16, 'salt').toString('base64').replace(/=+$/, '');
  const digest = Buffer.alloc(32).toString('base64').replace(/=+$/, '');
  return {
    hash: (password) => hash(normalisePassword(password), parameters),
    verify: (hashed, password) => verify(hashed, normalisePassword(password)),
    isOutdated: (hashed) => {
      const hashParameters = parseOptions(hashed);
      const hasSameCosts = hashParameters.memoryCost === memoryCost && hashParameters.timeCost === timeCost;
      return !hasSameCosts || hashParameters.parallelism !== parallelism;
    },
    dummy: `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`,
  };
}

/**
 * A hasher behind a bounded queue, which answers `busy` when it is full. Each running hash takes 64 MiB of memory and
 * one of the four threads of Node's pool.
 */
export interface HashingQueue {
  hash(password: string, turn?: Requester): Promise<string | 'busy'>;
  /**
   * Verifies a password. Without a hash, does the same work and returns `mismatch`. If the request waited longer than
   * `turn.endsAt`, does nothing and returns `busy`.
   */
  verify(
    hash: string | null | undefined,
    password: string,
    turn?: Requester,
  ): Promise<'match' | 'mismatch' | 'busy'>;
  /** Whether the hash was created with other parameters than the current ones. */
  isOutdated(hash: string): boolean;
}

export function createHashingQueue(hasher: Hasher, limits: QueueLimits): HashingQueue {
  const runQueued = createFairQueue(limits);
  return {
    hash: (password, turn: Requester = siteRequester) => runQueued(turn, () => hasher.hash(password)),
    verify: (hash, password, turn: Requester = siteRequester) =>
      runQueued(turn, async () => {
        if (turn.endsAt !== undefined && performance.now() >= turn.endsAt) return 'busy';
        const isPossible = canBePassword(password);
        const matches = await hasher.verify(hash ?? hasher.dummy, isPossible ? password : '');
        return matches && isPossible && hash ? 'match' : 'mismatch';
      }),
    isOutdated: (hash) => hasher.isOutdated(hash),
  };
}
