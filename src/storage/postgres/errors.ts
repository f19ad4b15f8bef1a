import { DatabaseError } from 'pg';
import { listDatabaseHosts } from '../../config/database-url.ts';
import { describeReason } from '../../shared/reason.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** The parts of a database URL that messages may show: never the password. */
export interface DatabaseAddress {
  server: string;
  database: string;
  user: string;
}

/** Returns the parts of `DATABASE_URL` that messages may show. The password isn't among them. */
export function parseDatabaseAddress(url: string): DatabaseAddress {
  const hosts = listDatabaseHosts(url);
  const { pathname, username } = new URL(hosts[0].url);
  const user = decodeURIComponent(username) || '(none in DATABASE_URL)';
  return {
    server: hosts.map(({ name }) => name).join(', '),
    // In PostgreSQL, a database without a name has the name of the user.
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}

/** Returns a failure of the database or the network as a `StoreError`. Returns other errors, our bugs, unchanged. */
export function translatePostgresError(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof StoreError) return error;
  const [code, message] =
    error instanceof DatabaseError
      ? describeServerError(error, address)
      : describeConnectionError(error, address);
  return code === undefined ? error : new StoreError(code, message, { cause: error });
}

/** Whether another transaction interfered and ours was rolled back, so that it can be tried again. */
export function isTransient(error: unknown): boolean {
  // serialization_failure, deadlock_detected, and unique_violation: the next attempt finds the other transaction's row.
  return error instanceof DatabaseError && ['40001', '40P01', '23505'].includes(error.code ?? '');
}

type StoreFailure = [code: StoreErrorCode | undefined, message: string];

// https://www.postgresql.org/docs/current/errcodes-appendix.html
function describeServerError(
  error: DatabaseError,
  { server, database, user }: DatabaseAddress,
): StoreFailure {
  switch (error.code) {
    case '28P01':
    case '28000':
      return [
        'store-wrong-password',
        `The database at ${server} rejects the user "${user}". Check the name and password in DATABASE_URL.`,
      ];
    case '3D000':
      return [
        'store-wrong-database',
        `There is no database "${database}" at ${server}. Create it, or correct DATABASE_URL.`,
      ];
    case '42501':
      return [
        'store-forbidden',
        `The user "${user}" lacks a permission in "${database}" at ${server} (${error.message}). Grant it, or make the user the owner of the database.`,
      ];
    case '08P01':
      if (!error.message.startsWith('unsupported startup parameter')) break;
      return [
        'store-unsupported',
        `The pooler at ${server} rejects connections (${error.message}). Set its ignore_startup_parameters to ${STARTUP_PARAMETERS}.`,
      ];
    case '25006':
      return [
        'store-read-only',
        `The database at ${server} doesn't accept writes. Set DATABASE_URL to the primary, not to a standby.`,
      ];
    case '53100':
      return ['store-full', `The disk of the database at ${server} is full. Free some space.`];
    case '55P03':
      return ['store-locked', `Another program holds a lock in "${database}" at ${server}.`];
    case '57P01': // admin_shutdown
    case '57P02': // crash_shutdown
    case '57P03': // cannot_connect_now
      return ['store-unreachable', `The database at ${server} is stopping or starting: ${error.message}.`];
  }
  // Connection, resource, operator, system and internal errors. All others are our bugs.
  return /^(08|53|57|58|XX|40|25P)/.test(error.code ?? '')
    ? ['store-unavailable', `The database at ${server} can't answer: ${error.message}.`]
    : [undefined, ''];
}

/** Parameters that our connections set at startup; PgBouncer must let them pass. See deploy/README.md. */
const STARTUP_PARAMETERS = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

/** Describes an error that the driver throws without an answer of the server. */
function describeConnectionError(error: unknown, { server, user }: DatabaseAddress): StoreFailure {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) {
    return [undefined, ''];
  }
  if (error.message.startsWith('SASL:')) {
    return [
      'store-wrong-password',
      `The database at ${server} requires a password for the user "${user}". DATABASE_URL contains none, or a wrong one.`,
    ];
  }
  const reason = describeReason(error) || 'it gives no answer';
  return [
    'store-unreachable',
    `Can't reach the database at ${server}: ${reason}. Check that it is running, and check DATABASE_URL.`,
  ];
}
