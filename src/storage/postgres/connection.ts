import { Pool, type PoolClient } from 'pg';
import type { Result, Statement, Value } from '../database.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';
import { connectionSettings, type PostgresOptions } from './connection-settings.ts';
import { addressOf, isTransient, namedError } from './errors.ts';
import { createPrimaryFinder } from './primary.ts';

export type Query = (...statement: Statement) => Promise<Result>;

const ATTEMPTS = 4;

/** After one of these, another host of the address may be the one that takes writes. */
const LOST_PRIMARY: readonly StoreErrorCode[] = ['store-unreachable', 'store-read-only', 'store-unavailable'];

/** The connections of a process to one database. */
export function connect(url: string, options: PostgresOptions) {
  const address = addressOf(url);
  const primary = createPrimaryFinder(url, options);
  const closings: Promise<void>[] = [];
  let open: { url: string; pool: Pool } | undefined;
  let isClosed = false;

  /** Connections to the server that takes writes now; those to the one before end when they are idle. */
  async function currentPool(): Promise<Pool> {
    const primaryUrl = await primary.find();
    if (open?.url === primaryUrl) return open.pool;
    if (isClosed) throw new StoreError('store-unavailable', 'The store is closed.');
    if (open !== undefined) closings.push(open.pool.end());
    const pool = new Pool({ ...connectionSettings(primaryUrl, options), max: options.maxConnections ?? 10 });
    // An idle connection that breaks is gone from the pool; whoever asks next learns what is wrong.
    pool.on('error', () => {});
    open = { url: primaryUrl, pool };
    return pool;
  }

  const run = async (client: Pick<PoolClient, 'query'>, [sql, values = []]: Statement): Promise<Result> => {
    const { rows, rowCount } = await client.query<object>(sql, values.map(storable));
    return { rows, changes: rowCount ?? 0 };
  };

  async function once<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await (await currentPool()).connect();
    let failed = true;
    try {
      // What the statements rely on, whatever this server's default is.
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await work((...statement) => run(client, statement));
      await client.query('COMMIT');
      failed = false;
      return result;
    } finally {
      // Closing the connection undoes the transaction, in whatever state either of them is.
      client.release(failed);
    }
  }

  function named(error: unknown): unknown {
    const failure = namedError(error, address);
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
        return await run(await currentPool(), statement);
      } catch (error) {
        throw named(error);
      }
    },
    /** All of it or nothing; run again from the start when another transaction was in the way. */
    transaction: async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt === ATTEMPTS || !isTransient(error)) throw named(error);
        }
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** PostgreSQL keeps no NUL in a text. */
export function storable<T extends Value>(value: T): T | string {
  return typeof value === 'string' ? value.replaceAll('\0', '\u{FFFD}') : value;
}
