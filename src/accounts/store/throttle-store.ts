import {
  collectParameters,
  type Database,
  readNumber,
  run,
  runAll,
  type Work,
} from '../../storage/database.ts';

/**
 * Something that attempts are counted against, such as an email or a network, and how many it allows in a span of time.
 */
export interface ThrottleKey {
  key: string;
  limit: number;
  windowMs: number;
}

/**
 * How long an attempt in progress counts unless it is settled: far longer than verifying a password takes, and short
 * enough that a user doesn't have to wait after a process died. Every window is longer.
 */
export const LEASE_MS = 15_000;

/** Counted attempts, which limit how often something may be tried, and the addresses that accounts signed in from. */
export interface ThrottleStore {
  /**
   * Counts one attempt against every key, atomically and before anything is hashed. If a window is already full, counts
   * nothing and returns in `full` the window that stays full the longest. Windows slide: no span of `windowMs` contains
   * more than `limit` attempts. With `leaseMs`, the attempt is in progress and counts only for this time unless it is
   * settled, because the process may die before it knows the outcome.
   */
  countAttempt(
    keys: readonly ThrottleKey[],
    now: number,
    leaseMs?: number,
  ): Promise<{ full?: { key: string; retryAt: number } }>;
  /** Removes all attempts that were counted against these keys. */
  clearAttempts(keys: readonly string[]): Promise<void>;
  /** Removes the attempt that was counted at `countedAt` from each key, as if it had never happened. */
  takeBackAttempt(keys: readonly string[], countedAt: number): Promise<void>;
  /**
   * Records that the attempt counted at `countedAt` has failed. It counts for its whole window, even if its lease has
   * expired.
   */
  settleAttempt(keys: readonly ThrottleKey[], countedAt: number): Promise<void>;
  /**
   * Remembers that the account signed in from an address; `address` is a stable text that the caller derives from it.
   */
  rememberAddress(accountId: string, address: string, expiresAt: number): Promise<void>;
  /** Returns whether the account with this email has signed in from the address and the record hasn't expired. */
  knowsAddress(email: string, address: string, now: number): Promise<boolean>;
}

export function createThrottleStore(database: Database): ThrottleStore {
  const { names, query, transaction, lockTexts, rowNumber, forUpdate, greatest } = database;
  const { accounts, attempts, known_addresses: knownAddresses } = names;

  /**
   * Removes, for each key, one attempt that was counted at that time. Prefers attempts in progress: of several that
   * started in the same millisecond, the failed ones must stay.
   */
  function* removeOne(keys: readonly string[], countedAt: number, only?: 'under way'): Work<void> {
    const values = collectParameters();
    const keyList = keys.map((key) => values(key)).join(', ');
    const underWay = only === undefined ? '' : `AND expires_at - at <= ${values(LEASE_MS)}`;
    const rankedAttempts = `SELECT ${rowNumber} AS number, row_number() OVER (PARTITION BY key ORDER BY expires_at) AS rank
      FROM ${attempts} WHERE key IN (${keyList}) AND at = ${values(countedAt)} ${underWay}`;
    const first = `SELECT number FROM (${rankedAttempts}) AS ranked WHERE rank = 1`;
    yield* run(`DELETE FROM ${attempts} WHERE ${rowNumber} IN (${first})`, values.values);
  }

  return {
    countAttempt: (keys, now, leaseMs = Number.POSITIVE_INFINITY) =>
      transaction(function* () {
        // Without the lock, two concurrent attempts could exceed the limit.
        yield* runAll(lockTexts(keys.map(({ key }) => key)));
        // For each full window, the time when it has room for another attempt.
        const values = collectParameters();
        const fullWindows = keys.map(
          ({ key, limit, windowMs }, index) =>
            `SELECT ${index} AS position, retry_at FROM (SELECT expires_at AS retry_at FROM ${attempts}
               WHERE key = ${values(key)} AND at > ${values(now - windowMs)} AND expires_at > ${values(now)}
               ORDER BY expires_at DESC LIMIT 1 OFFSET ${values(limit - 1)}) AS window_${index}`,
        );
        const latest = `${fullWindows.join(' UNION ALL ')} ORDER BY retry_at DESC LIMIT 1`;
        const result = yield* run(latest, values.values);
        const [position, retryAt] = [readNumber(result, 'position'), readNumber(result, 'retry_at')];
        const key = position === undefined ? undefined : keys[position]?.key;
        if (key !== undefined && retryAt !== undefined) return { full: { key, retryAt } };
        yield* run(deleteExpired(database, 'attempts'), [now]);
        const addedParameters = collectParameters();
        const rows = keys.map(
          ({ key, windowMs }) =>
            `(${addedParameters(key)}, ${addedParameters(now)}, ${addedParameters(now + Math.min(leaseMs, windowMs))})`,
        );
        yield* run(
          `INSERT INTO ${attempts} (key, at, expires_at) VALUES ${rows.join(', ')}`,
          addedParameters.values,
        );
        return {};
      }),
    clearAttempts: (keys) =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        const values = collectParameters();
        const keyList = keys.map((key) => values(key)).join(', ');
        yield* run(`DELETE FROM ${attempts} WHERE key IN (${keyList})`, values.values);
      }),
    takeBackAttempt: (keys, countedAt) =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        yield* removeOne(keys, countedAt);
      }),
    settleAttempt: (keys, countedAt) =>
      transaction(function* () {
        const names = keys.map(({ key }) => key);
        yield* runAll(lockTexts(names));
        yield* removeOne(names, countedAt, 'under way');
        const addedParameters = collectParameters();
        const rows = keys.map(
          ({ key, windowMs }) =>
            `(${addedParameters(key)}, ${addedParameters(countedAt)}, ${addedParameters(countedAt + windowMs)})`,
        );
        yield* run(
          `INSERT INTO ${attempts} (key, at, expires_at) VALUES ${rows.join(', ')}`,
          addedParameters.values,
        );
      }),

    rememberAddress: async (accountId, address, expiresAt) => {
      // Locks the account, so that it isn't removed before the insert.
      await query(
        `INSERT INTO ${knownAddresses} AS known (account_id, address, expires_at)
         SELECT id, $2, $3 FROM ${accounts} WHERE id = $1 ${forUpdate}
         ON CONFLICT (account_id, address)
           DO UPDATE SET expires_at = ${greatest}(known.expires_at, excluded.expires_at)`,
        [accountId, address, expiresAt],
      );
    },
    knowsAddress: async (email, address, now) => {
      const result = await query(
        `SELECT 1 FROM ${knownAddresses} k JOIN ${accounts} a ON a.id = k.account_id
         WHERE a.email = $1 AND k.address = $2 AND k.expires_at > $3`,
        [email, address, now],
      );
      return result.rows.length > 0;
    },
  };
}

/** All tables whose rows expire, with the columns that identify a row; `undefined`: the row number. */
const expiringBy = {
  attempts: undefined,
  known_addresses: 'account_id, address',
  setup_links: 'token_hash',
  invites: 'token_hash',
  reset_links: 'token_hash',
  personal_tokens: 'token_hash',
  deploy_tokens: 'token_hash',
  agent_records: 'id',
  email_changes: 'token_hash',
  pending_sign_ins: 'token_hash',
  challenges: 'key',
} as const;
type Expiring = keyof typeof expiringBy;
// `Object.keys` loses the type of the keys.
export const expiringTables = Object.keys(expiringBy) as Expiring[];

/**
 * SQL that removes rows that expired before `$1`. Skips locked rows, so processes that clean up don't wait for each
 * other.
 */
export function deleteExpired(
  { names, rowNumber, skipLocked }: Pick<Database, 'names' | 'rowNumber' | 'skipLocked'>,
  table: Expiring,
): string {
  const key = expiringBy[table] ?? rowNumber;
  const selectOld = `SELECT ${key} FROM ${names[table]} WHERE expires_at <= $1 ${skipLocked}`;
  return `DELETE FROM ${names[table]} WHERE (${key}) IN (${selectOld})`;
}
