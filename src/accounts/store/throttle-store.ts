import { type Database, numberOf, run, runAll } from '../../storage/database.ts';

interface ThrottleKey {
  key: string;
  limit: number;
  windowMs: number;
}

export function throttleStore(database: Database) {
  const { names, query, transaction, elements, lockTexts, rowNumber, forUpdate, greatest } = database;
  const { accounts, attempts, known_addresses: knownAddresses } = names;
  const wanted = `SELECT value ->> 'key' AS key, CAST(value ->> 'limit' AS bigint) AS most,
      CAST(value ->> 'windowMs' AS bigint) AS window_ms FROM ${elements('$1')}`;

  return {
    /**
     * Counts one attempt against every key, atomically and before anything is hashed. `retryAt` is set when any
     * window was full already; then nothing is counted. Windows slide: no span of `windowMs` holds more than `limit`.
     */
    countAttempt: (keys: readonly ThrottleKey[], now: number): Promise<{ retryAt?: number }> =>
      transaction(function* () {
        // Two who count at once would exceed the limit.
        yield* runAll(lockTexts(keys.map(({ key }) => key)));
        // The attempt that must leave its window before another one fits, of every window that is full.
        const full = yield* run(
          `SELECT max(at + window_ms) AS retry_at FROM (
             SELECT counted.at, window_ms, most,
               row_number() OVER (PARTITION BY wanted.key ORDER BY counted.at DESC) AS number
             FROM (${wanted}) AS wanted JOIN ${attempts} AS counted ON counted.key = wanted.key
             WHERE counted.at > $2 - window_ms) AS windows
           WHERE number = most`,
          [JSON.stringify(keys), now],
        );
        const retryAt = numberOf(full, 'retry_at');
        if (retryAt !== undefined) return { retryAt };
        yield* run(expired(database, 'attempts'), [now]);
        yield* run(
          `INSERT INTO ${attempts} (key, at, expires_at)
           SELECT key, CAST($2 AS bigint), CAST($2 AS bigint) + window_ms FROM (${wanted}) AS wanted`,
          [JSON.stringify(keys), now],
        );
        return {};
      }),
    clearAttempts: (keys: readonly string[]): Promise<void> =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        for (const key of keys) yield* run(`DELETE FROM ${attempts} WHERE key = $1`, [key]);
      }),
    /** Takes back the one attempt that was counted at that time against each key. */
    takeBackAttempt: (keys: readonly string[], countedAt: number): Promise<void> =>
      transaction(function* () {
        yield* runAll(lockTexts(keys));
        for (const key of keys) {
          const first = `SELECT min(${rowNumber}) FROM ${attempts} WHERE key = $1 AND at = $2`;
          yield* run(`DELETE FROM ${attempts} WHERE ${rowNumber} = (${first})`, [key, countedAt]);
        }
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

/** Several processes clear away at once: none waits for another. `$1`: now. */
export function expired(
  { names, rowNumber, skipLocked }: Pick<Database, 'names' | 'rowNumber' | 'skipLocked'>,
  table: 'attempts' | 'setup_links' | 'invites' | 'known_addresses',
): string {
  const key = {
    attempts: rowNumber,
    setup_links: 'token_hash',
    invites: 'token_hash',
    known_addresses: 'account_id, address',
  }[table];
  const old = `SELECT ${key} FROM ${names[table]} WHERE expires_at <= $1 ${skipLocked}`;
  return `DELETE FROM ${names[table]} WHERE (${key}) IN (${old})`;
}
