import type { Database } from '../../storage/database.ts';
import { createLeaseStore, type Leases } from '../../storage/duties.ts';
import { openDatabase, type StorageEnvironment } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { accountsFile } from '../../storage/tables.ts';
import { type AccountPages, createAccountPages } from './account-pages.ts';
import { type AccountStore, createAccountStore } from './account-store.ts';
import { type AuditStore, createAuditStore } from './audit-store.ts';
import { createDeployTokenStore, type DeployTokenStore } from './deploy-token-store.ts';
import { createDigestStore, type DigestStore } from './digest-store.ts';
import { createEmailChangeStore, type EmailChangeStore } from './email-change-store.ts';
import { createFactorStore, type FactorStore } from './factor-store.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import { createMailStore, type MailStore } from './mail-store.ts';
import { createPendingStore, type PendingStore } from './pending-store.ts';
import { createProviderSessionStore, type ProviderSessionStore } from './provider-session-store.ts';
import { createSessionPages, type SessionPages } from './session-pages.ts';
import { createSessionStore, type SessionLimits, type SessionStore } from './session-store.ts';
import { createSettingStore, type SettingStore } from './setting-store.ts';
import { createThrottleStore, deleteExpired, expiringTables, type ThrottleStore } from './throttle-store.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

/**
 * The store of accounts and everything about them, in SQLite or PostgreSQL. Each change is atomic, also while
 * other processes use the store; only `removeExpired` works table by table. `testing/contract` checks this with both
 * databases. All methods have this in common:
 *
 * - Callers pass the time, so tests can set the clock. Times and durations are milliseconds; times count from 1970.
 * - Parameters and fields named `tokenHash` or `keptToken` are SHA-256 (hex) of a token. Tokens aren't stored.
 * - A `note` is recorded in the transaction of the change, and only if something changed.
 * - A precondition that doesn't hold is a value. Methods reject with a `StoreError` if the database can't do it now.
 */
export interface Store
  extends AccountStore,
    AccountPages,
    LinkStore,
    EmailChangeStore,
    FactorStore,
    PendingStore,
    SessionStore,
    TokenStore,
    DeployTokenStore,
    ProviderSessionStore,
    ThrottleStore,
    SessionPages,
    AuditStore,
    SettingStore,
    DigestStore,
    MailStore,
    Leases {
  /** File or server, for messages to the administrator. */
  location: string;
  /** The database, for the statements of features. */
  database: Database;
  /** Removes sessions, attempts, known addresses, links and tokens that have expired. Returns the number of sessions. */
  removeExpired(now: number, limits: SessionLimits): Promise<number>;
  /** Rejects if the database can't be read. */
  ping(): Promise<void>;
  /** Rejects if the database doesn't accept writes, or is almost out of disk space. */
  checkWritable(now: number): Promise<void>;
  /** Closes the database. No method may be called afterwards. */
  close(): Promise<void>;
}

/** Methods that take away access. They work even on a full disk, as long as the reserve lasts. */
const revocations = [
  'removeSession',
  'removeAccountSession',
  'removeAccountSessions',
  'endProviderSessions',
  'removeAccountToken',
  'removeAccountTokens',
  'removeDeployToken',
  'setDisabled',
  'setRole',
  'setGroups',
  'setPasswordHash',
  'removeAccount',
  'resetFactors',
] as const;

/** Opens the store that the environment names. Rejects with a `StoreError` that says what to do if it can't. */
export async function openStore(environment: StorageEnvironment): Promise<Store> {
  return createStore(await openDatabase(environment, accountsFile));
}

/** Closing the store closes the database. */
export function createStore(database: Database): Store {
  const store = createAllParts(database);
  const revocationsOnFullDisk = Object.fromEntries(
    revocations.map((name) => {
      const revoke: (...parameters: never[]) => Promise<unknown> = store[name];
      return [name, (...parameters: never[]) => runEvenOnFullDisk(database, () => revoke(...parameters))];
    }),
  );
  Object.assign(store, revocationsOnFullDisk);
  return store;
}

/** Runs `work`, and again after freeing the reserve if the disk is full. For work that takes away access. */
export async function runEvenOnFullDisk<T>(
  { freeReserve }: Pick<Database, 'freeReserve'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'store-full' || !freeReserve()) throw error;
    return await work();
  }
}

function createAllParts(database: Database): Store {
  const { location, names, query, skipLocked, close } = database;
  const leases = createLeaseStore(database);
  return {
    location,
    database,
    ...createAccountStore(database),
    ...createAccountPages(database),
    ...createLinkStore(database),
    ...createEmailChangeStore(database),
    ...createFactorStore(database),
    ...createPendingStore(database),
    ...createSessionStore(database),
    ...createTokenStore(database),
    ...createDeployTokenStore(database),
    ...createProviderSessionStore(database),
    ...createThrottleStore(database),
    ...createSessionPages(database),
    ...createAuditStore(database),
    ...createSettingStore(database),
    ...createDigestStore(database),
    ...createMailStore(database),
    ...leases,
    removeExpired: async (now, { idleMs, absoluteMs }) => {
      const selectOld = `SELECT token_hash FROM ${names.sessions} WHERE last_seen_at <= $1 OR created_at <= $2 ${skipLocked}`;
      const remove = `DELETE FROM ${names.sessions} WHERE token_hash IN (${selectOld})`;
      const { changes } = await query(remove, [now - idleMs, now - absoluteMs]);
      for (const table of expiringTables) await query(deleteExpired(database, table), [now]);
      return changes;
    },
    ping: async () => {
      await query(`SELECT 1 FROM ${names.accounts} LIMIT 1`);
    },
    checkWritable: async (now) => {
      await database.checkRoom();
      await leases.writeProbe(now);
    },
    close,
  };
}
