import { type Database, numberOf, parameters, run, runAll } from '../../storage/database.ts';

export interface ThrottleKey {
  key: string;
  limit: number;
  windowMs: number;
}

export function throttleStore(database: Database) {
  const { names, query, transaction, lockTexts, rowNumber, forUpdate, greatest } = database;
  const { accounts, attempts, known_addresses: knownAddresses } = names;

  return {
    /**
     * Counts one attempt against every key, atomically and before anything is hashed. `full` is set when any window was
     * full already, and names the one that is full for longest; then nothing is counted. Windows slide: no span of `windowMs` holds more than `limit`.
     */
    countAttempt: (
      keys: readonly ThrottleKey[],
      now: number,
    ): Promise<{ full?: { key: string; retryAt: number } }> =>
      transaction(function* () {
        // Two who count at once would exceed the limit.
        yield* runAll(lockTexts(keys.map(({ key }) => key)));
        // Of each window that is full, when the attempt leaves it that keeps another one out.
        const values = parameters();
        const full = keys.map(
          ({ key, limit, windowMs }, at) =>
            `SELECT ${at} AS position, retry_at FROM (SELECT at + ${values(windowMs)} AS retry_at FROM ${attempts}
               WHERE key = ${values(key)} AND at > ${values(now - windowMs)}
               ORDER BY at DESC LIMIT 1 OFFSET ${values(limit - 1)}) AS window_${at}`,
        );
        const latest = `${full.join(' UNION ALL ')} ORDER BY retry_at DESC LIMIT 1`;
        const found = yield* run(latest, values.given);
        const [position, retryAt] = [numberOf(found, 'position'), numberOf(found, 'retry_at')];
        const key = position === undefined ? undefined : keys[position]?.key;
        if (key !== undefined && retryAt !== undefined) return { full: { key, retryAt } };
        yield* run(expired(database, 'attempts'), [now]);
        const added = parameters();
        const rows = keys.map(
          ({ key, windowMs }) => `(${added(key)}, ${added(now)}, ${added(now + windowMs)})`,
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
        const values = parameters();
        const taken = keys.map((key) => values(key)).join(', ');
        const one = `SELECT min(${rowNumber}) FROM ${attempts}
          WHERE key IN (${taken}) AND at = ${values(countedAt)} GROUP BY key`;
        yield* run(`DELETE FROM ${attempts} WHERE ${rowNumber} IN (${one})`, values.given);
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
