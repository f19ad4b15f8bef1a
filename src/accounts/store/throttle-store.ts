import { type Database, numberOf, parameters, run, runAll, type Work } from '../../storage/database.ts';

export interface ThrottleKey {
  key: string;
  limit: number;
  windowMs: number;
}

/**
 * How long an attempt under way counts unless it is settled: far longer than a password takes to be verified, and short
 * enough that whoever tried while a process died need not wait. Every window is longer.
 */
export const LEASE_MS = 15_000;

export function throttleStore(database: Database) {
  const { names, query, transaction, lockTexts, rowNumber, forUpdate, greatest } = database;
  const { accounts, attempts, known_addresses: knownAddresses } = names;

  /**
   * One attempt of each key that was counted at that time. One that is under way goes before one that has failed: of
   * those that began in the same millisecond, the failed ones must stay.
   */
  function* removeOne(keys: readonly string[], countedAt: number, only?: 'under way'): Work<void> {
    const values = parameters();
    const wanted = keys.map((key) => values(key)).join(', ');
    const underWay = only === undefined ? '' : `AND expires_at - at <= ${values(LEASE_MS)}`;
    const ranked = `SELECT ${rowNumber} AS number, row_number() OVER (PARTITION BY key ORDER BY expires_at) AS rank
      FROM ${attempts} WHERE key IN (${wanted}) AND at = ${values(countedAt)} ${underWay}`;
    const first = `SELECT number FROM (${ranked}) AS ranked WHERE rank = 1`;
    yield* run(`DELETE FROM ${attempts} WHERE ${rowNumber} IN (${first})`, values.given);
  }

  return {
    /**
     * Counts one attempt against every key, atomically and before anything is hashed. `full` is set when any window was
     * full already, and names the one that is full for longest; then nothing is counted. Windows slide: no span of
     * `windowMs` holds more than `limit`. With `leaseMs` the attempt is only under way, and counts for this long unless
     * it is settled: the process may die before it knows how the attempt ended.
     */
    countAttempt: (
      keys: readonly ThrottleKey[],
      now: number,
      leaseMs = Number.POSITIVE_INFINITY,
    ): Promise<{ full?: { key: string; retryAt: number } }> =>
      transaction(function* () {
        // Two who count at once would exceed the limit.
        yield* runAll(lockTexts(keys.map(({ key }) => key)));
        // Of each window that is full, when the attempt leaves it that keeps another one out.
        const values = parameters();
        const full = keys.map(
          ({ key, limit, windowMs }, at) =>
            `SELECT ${at} AS position, retry_at FROM (SELECT expires_at AS retry_at FROM ${attempts}
               WHERE key = ${values(key)} AND at > ${values(now - windowMs)} AND expires_at > ${values(now)}
               ORDER BY expires_at DESC LIMIT 1 OFFSET ${values(limit - 1)}) AS window_${at}`,
        );
        const latest = `${full.join(' UNION ALL ')} ORDER BY retry_at DESC LIMIT 1`;
        const found = yield* run(latest, values.given);
        const [position, retryAt] = [numberOf(found, 'position'), numberOf(found, 'retry_at')];
        const key = position === undefined ? undefined : keys[position]?.key;
        if (key !== undefined && retryAt !== undefined) return { full: { key, retryAt } };
        yield* run(expired(database, 'attempts'), [now]);
        const added = parameters();
        const rows = keys.map(
          ({ key, windowMs }) =>
            `(${added(key)}, ${added(now)}, ${added(now + Math.min(leaseMs, windowMs))})`,
        );
        yield* run(`INSERT INTO ${attempts} (key, at, expires_at) VALUES ${rows.join(', ')}`, added.given);
        return {};
      }),
    clearAttempts: (keys: readonly string[]): Promise<void> =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        const values = parameters();
        const cleared = keys.map((key) => values(key)).join(', ');
        yield* run(`DELETE FROM ${attempts} WHERE key IN (${cleared})`, values.given);
      }),
    /** Takes back the one attempt that was counted at that time against each key. */
    takeBackAttempt: (keys: readonly string[], countedAt: number): Promise<void> =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        yield* removeOne(keys, countedAt);
      }),
    /** The attempt that was under way since then has failed. It counts for its whole window, even if its lease is over. */
    settleAttempt: (keys: readonly ThrottleKey[], countedAt: number): Promise<void> =>
      transaction(function* () {
        const names = keys.map(({ key }) => key);
        yield* runAll(lockTexts(names));
        yield* removeOne(names, countedAt, 'under way');
        const added = parameters();
        const rows = keys.map(
          ({ key, windowMs }) => `(${added(key)}, ${added(countedAt)}, ${added(countedAt + windowMs)})`,
        );
        yield* run(`INSERT INTO ${attempts} (key, at, expires_at) VALUES ${rows.join(', ')}`, added.given);
      }),

    /** The account signed in from here; `address` is whatever stable text the caller makes of it. */
    rememberAddress: async (accountId: string, address: string, expiresAt: number): Promise<void> => {
      // Locked, so that it is not removed between being found and being referred to.
      await query(
        `INSERT INTO ${knownAddresses} AS known (account_id, address, expires_at)
         SELECT id, $2, $3 FROM ${accounts} WHERE id = $1 ${forUpdate}
         ON CONFLICT (account_id, address)
           DO UPDATE SET expires_at = ${greatest}(known.expires_at, excluded.expires_at)`,
        [accountId, address, expiresAt],
      );
    },
    knowsAddress: async (email: string, address: string, now: number): Promise<boolean> => {
      const known = await query(
        `SELECT 1 FROM ${knownAddresses} k JOIN ${accounts} a ON a.id = k.account_id
         WHERE a.email = $1 AND k.address = $2 AND k.expires_at > $3`,
        [email, address, now],
      );
      return known.rows.length > 0;
    },
  };
}

/** What identifies a row, of every table whose rows expire by themselves; `undefined`: the number of the row. */
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
// The keys are these names: `Object.keys` forgets that.
export const expiring = Object.keys(expiringBy) as Expiring[];

/** Several processes clear away at once: none waits for another. `$1`: now. */
export function expired(
  { names, rowNumber, skipLocked }: Pick<Database, 'names' | 'rowNumber' | 'skipLocked'>,
  table: Expiring,
): string {
  const key = expiringBy[table] ?? rowNumber;
  const old = `SELECT ${key} FROM ${names[table]} WHERE expires_at <= $1 ${skipLocked}`;
  return `DELETE FROM ${names[table]} WHERE (${key}) IN (${old})`;
}
