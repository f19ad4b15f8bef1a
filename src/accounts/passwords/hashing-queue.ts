import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairQueue, type QueueLimits, type Requester, siteRequester } from '../../shared/fair-queue.ts';
import { canBePassword, normalisePassword } from './password-rules.ts';

export interface Hasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** The hash was made with other parameters than those of now. */
  isOutdated(hash: string): boolean;
  /** A hash that costs as much to verify as any other, and that no password has. */
  readonly dummy: string;
}

// The second of the choices of RFC 9106, section 4, with one lane: the server's cores are for its readers.
const standard = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** argon2id, version 1.3, in threads of the pool. `memoryCost`: in KiB. */
export function argon2Hasher(parameters: typeof standard = standard): Hasher {
  const { memoryCost, timeCost, parallelism } = parameters;
  const salt = Buffer.alloc(16, 'salt').toString('base64').replace(/=+$/, '');
  const digest = Buffer.alloc(32).toString('base64').replace(/=+$/, '');
  return {
    hash: (password) => hash(normalisePassword(password), parameters),
    verify: (hashed, password) => verify(hashed, normalisePassword(password)),
    isOutdated: (hashed) => {
      const made = parseOptions(hashed);
      const isOfNow = made.memoryCost === memoryCost && made.timeCost === timeCost;
      return !isOfNow || made.parallelism !== parallelism;
    },
    dummy: `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`,
  };
}

export type HashingQueue = ReturnType<typeof hashingQueue>;

/**
 * The hasher behind a bounded queue: `busy` when there is no place in it. Each of those at work takes its memory
 * (64 MiB) and one of the four threads of Node's pool.
 */
export function hashingQueue(hasher: Hasher, limits: QueueLimits) {
  const queued = createFairQueue(limits);
  return {
    hash: (password: string, turn: Requester = siteRequester) => queued(turn, () => hasher.hash(password)),
    /** Without a hash the work is the same, and the answer `mismatch`. After the end of its turn nothing is tried: `busy`. */
    verify: (hash: string | null | undefined, password: string, turn: Requester = siteRequester) =>
      queued(turn, async () => {
        if (turn.endsAt !== undefined && performance.now() >= turn.endsAt) return 'busy';
        const possible = canBePassword(password);
        const matches = await hasher.verify(hash ?? hasher.dummy, possible ? password : '');
        return matches && possible && hash ? 'match' : 'mismatch';
      }),
    isOutdated: (hash: string) => hasher.isOutdated(hash),
  };
}
