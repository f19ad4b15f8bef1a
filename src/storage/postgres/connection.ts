import { type ClientConfig, Pool, type PoolClient, types } from 'pg';
import type { Result, Statement, Value } from '../database.ts';
import { addressOf, isTransient, namedError } from './errors.ts';

export interface PostgresOptions {
  /** Connections of this process, the one that listens not counted. */
  maxConnections?: number;
  /** How long to wait for a connection, and for an answer on it. */
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
}

export type Query = (...statement: Statement) => Promise<Result>;

const ATTEMPTS = 4;

/** Of every connection to the database, the pool's and the others. */
export function connectionSettings(url: string, options: PostgresOptions): ClientConfig {
  const { connectTimeoutMs = 3_000, statementTimeoutMs = 5_000 } = options;
  return {
    connectionString: url,
    application_name: 'gatehouse',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Shorter, so that the message names the lock.
    lock_timeout: statementTimeoutMs / 2,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // The server's own limit answers first; this one is for a server that does not answer at all.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

/** Milliseconds and counts are far below 2^53; the driver would make texts of them. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);

/** The connections of a process to one database. */
export function connect(url: string, options: PostgresOptions) {
  const address = addressOf(url);
  const pool = new Pool({ ...connectionSettings(url, options), max: options.maxConnections ?? 10 });
  // An idle connection that breaks is gone from the pool; whoever asks next learns what is wrong.
  pool.on('error', () => {});
  let closed: Promise<void> | undefined;

  const run = async (client: Pick<PoolClient, 'query'>, [sql, values = []]: Statement): Promise<Result> => {
    const { rows, rowCount } = await client.query<object>(sql, values.map(storable));
    return { rows, changes: rowCount ?? 0 };
  };

  async function once<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
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

  const close = () => {
    closed ??= pool.end();
    return closed;
  };

  return {
    query: async (...statement: Statement): Promise<Result> => {
      try {
        return await run(pool, statement);
      } catch (error) {
        throw namedError(error, address);
      }
    },
    /** All of it or nothing; run again from the start when another transaction was in the way. */
    transaction: async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt === ATTEMPTS || !isTransient(error)) throw namedError(error, address);
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
