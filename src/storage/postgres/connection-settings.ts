import { type ClientConfig, types } from 'pg';

export interface PostgresOptions {
  /** Connections of this process, not counting the one that listens. */
  maxConnections?: number;
  /** How long to wait for a connection, and for an answer on it. */
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  /** Where to listen, when the other connections go through a pooler that passes no messages on. */
  listenUrl?: string | undefined;
}

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
