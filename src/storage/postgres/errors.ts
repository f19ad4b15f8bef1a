import { DatabaseError } from 'pg';
import { databaseHosts } from '../../config/database-url.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** Where the database is, for messages: never the password. */
export interface DatabaseAddress {
  server: string;
  database: string;
  user: string;
}

export function addressOf(url: string): DatabaseAddress {
  const hosts = databaseHosts(url);
  const { pathname, username } = new URL(hosts[0].url);
  const user = decodeURIComponent(username) || 'nobody named in it';
  return {
    server: hosts.map(({ name }) => name).join(', '),
    // As PostgreSQL has it: without a name, the database is called like the user.
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}

/** A failure of the database, or of the way to it, as a named error; a mistake in our own SQL as it came. */
export function namedError(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof StoreError) return error;
  const [code, message] =
    error instanceof DatabaseError ? refusal(error, address) : lostConnection(error, address);
  return code === undefined ? error : new StoreError(code, message, { cause: error });
}

/** Another transaction was in the way and ours was undone: it may simply be tried again. */
export function isTransient(error: unknown): boolean {
  // serialization_failure, deadlock_detected, and unique_violation: the next try finds the row that was faster.
  return error instanceof DatabaseError && ['40001', '40P01', '23505'].includes(error.code ?? '');
}

type Named = [code: StoreErrorCode | undefined, message: string];

// https://www.postgresql.org/docs/current/errcodes-appendix.html
function refusal(error: DatabaseError, { server, database, user }: DatabaseAddress): Named {
  switch (error.code) {
    case '28P01':
    case '28000':
      return [
        'store-wrong-password',
        `The database at ${server} refuses the user "${user}": check name and password in DATABASE_URL.`,
      ];
    case '3D000':
      return [
        'store-wrong-database',
        `There is no database "${database}" at ${server}: create it, or correct DATABASE_URL.`,
      ];
    case '42501':
      return [
        'store-forbidden',
        `The user "${user}" may not do this in "${database}" at ${server} (${error.message}): make it the owner of the database, or give it the right.`,
      ];
    case '08P01':
      if (!error.message.startsWith('unsupported startup parameter')) break;
      return [
        'store-unsupported',
        `The pooler at ${server} refuses our connections (${error.message}): set its ignore_startup_parameters to ${STARTUP_PARAMETERS}.`,
      ];
    case '25006':
      return [
        'store-read-only',
        `The database at ${server} takes no writes: DATABASE_URL must name the primary, not a standby.`,
      ];
    case '53100':
      return ['store-full', `The disk of the database at ${server} is full: make room on it.`];
    case '55P03':
      return ['store-locked', `Another program holds a lock in "${database}" at ${server}.`];
    case '57P01': // admin_shutdown
    case '57P02': // crash_shutdown
    case '57P03': // cannot_connect_now
      return ['store-unreachable', `The database at ${server} is stopping or starting: ${error.message}.`];
  }
  // Connection, resources, operator intervention, system and internal errors; the rest are our mistakes.
  return /^(08|53|57|58|XX|40|25P)/.test(error.code ?? '')
    ? ['store-unavailable', `The database at ${server} cannot answer: ${error.message}.`]
    : [undefined, ''];
}

/** What our connections ask of the server, and what PgBouncer must let pass. deploy/README.md */
const STARTUP_PARAMETERS = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

/** What the driver throws about anything that is not an answer of the server. */
function lostConnection(error: unknown, { server, user }: DatabaseAddress): Named {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) {
    return [undefined, ''];
  }
  if (error.message.startsWith('SASL:')) {
    return [
      'store-wrong-password',
      `The database at ${server} wants a password of the user "${user}": DATABASE_URL has none, or not the right one.`,
    ];
  }
  // Where a name has several addresses the message is empty, and the code is all there is.
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  return [
    'store-unreachable',
    `The database at ${server} cannot be reached (${reason}): check that it runs, and DATABASE_URL.`,
  ];
}
