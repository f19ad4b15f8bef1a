import { type ClientConfig, types } from 'pg';

/** Settings of the connections to PostgreSQL. */
export interface PostgresOptions {
  /** Maximum size of this process's pool, without the connection that listens. */
  maxConnections?: number;
  /** How long to wait for a connection; 3 s by default. */
  connectTimeoutMs?: number;
  /** How long to wait for the result of a statement; 5 s by default. */
  statementTimeoutMs?: number;
  /** URL to listen at, if the other connections go through a pooler that doesn't deliver messages. */
  listenUrl?: string | undefined;
}

/** Settings of every connection to the database, in the pool and outside. */
export function createConnectionSettings(url: string, options: PostgresOptions): ClientConfig {
  const { connectTimeoutMs = 3_000, statementTimeoutMs = 5_000 } = options;
  return {
    connectionString: url,
    application_name: 'gatehouse',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // This timeout is shorter than the statement timeout, so that the error names the lock.
    lock_timeout: statementTimeoutMs / 2,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // This timeout is longer than the server's own limit: it is for a server that doesn't answer at all.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

/** Reads 64-bit integers as numbers. Ours (times and counts) are far below 2^53; the driver returns text by default. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);
