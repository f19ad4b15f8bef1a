import { Pool, type PoolClient } from 'pg';
import type { Result, Statement, Value } from '../database.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';
import { createConnectionSettings, type PostgresOptions } from './connection-settings.ts';
import { isTransient, parseDatabaseAddress, translatePostgresError } from './errors.ts';
import { createPrimaryFinder } from './primary.ts';

export type Query = (...statement: Statement) => Promise<Result>;

const ATTEMPTS = 4;

/** After one of these errors, another host of the URL may be the primary. */
const LOST_PRIMARY: readonly StoreErrorCode[] = ['store-unreachable', 'store-read-only', 'store-unavailable'];

/** Opens the connection pool of a process to one database. */
export function connect(url: string, options: PostgresOptions) {
  const address = parseDatabaseAddress(url);
  const primary = createPrimaryFinder(url, options);
  const closings: Promise<void>[] = [];
  let open: { url: string; pool: Pool } | undefined;
  let isClosed = false;

  /** Returns the pool of the current primary. Connections to the previous one close when they are idle. */
  async function openCurrentPool(): Promise<Pool> {
    const primaryUrl = await primary.find();
    if (open?.url === primaryUrl) return open.pool;
    if (isClosed) throw new StoreError('store-unavailable', 'The store is closed.');
    if (open !== undefined) closings.push(open.pool.end());
    const pool = new Pool({
      ...createConnectionSettings(primaryUrl, options),
      max: options.maxConnections ?? 10,
    });
    // The pool drops a broken idle connection. The next query reports what is wrong.
    pool.on('error', () => {});
    // The pool doesn't handle the loss of a connection that a transaction holds, and an unhandled one ends the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    open = { url: primaryUrl, pool };
    return pool;
  }

  const run = async (client: Pick<PoolClient, 'query'>, [sql, values = []]: Statement): Promise<Result> => {
    const { rows, rowCount } = await client.query<object>(sql, values.map(replaceNul));
    return { rows, changes: rowCount ?? 0 };
  };

  async function runTransactionOnce<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await (await openCurrentPool()).connect();
    let hasFailed = true;
    try {
      // The statements rely on this level, whatever the server's default is.
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await work((...statement) => run(client, statement));
      await client.query('COMMIT');
      hasFailed = false;
      return result;
    } finally {
      // Closes the connection after a failure, which rolls back the transaction in any state.
      client.release(hasFailed);
    }
  }

  function translateError(error: unknown): unknown {
    const failure = translatePostgresError(error, address);
    if (failure instanceof StoreError && LOST_PRIMARY.includes(failure.code)) primary.forget();
    return failure;
  }

  const close = async (): Promise<void> => {
    isClosed = true;
    if (open !== undefined) closings.push(open.pool.end());
    open = undefined;
    await Promise.all(closings);
  };
  return {
    query: async (...statement: Statement): Promise<Result> => {
      try {
        return await run(await openCurrentPool(), statement);
      } catch (error) {
        throw translateError(error);
      }
    },
    /** Runs all of `work` or nothing. Starts it again if another transaction interfered. */
    transaction: async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransactionOnce(work);
        } catch (error) {
          if (attempt === ATTEMPTS || !isTransient(error)) throw translateError(error);
        }
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Replaces NUL characters, which PostgreSQL can't store in texts. */
export function replaceNul<T extends Value>(value: T): T | string {
  return typeof value === 'string' ? value.replaceAll('\0', '\u{FFFD}') : value;
}
