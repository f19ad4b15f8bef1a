import type { Database } from '../../storage/database.ts';
import { createLeaseStore } from '../../storage/duties.ts';
import { openDatabase, type StorageEnvironment } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { accountsFile } from '../../storage/tables.ts';
import { createAccountPages } from './account-pages.ts';
import { createAccountStore } from './account-store.ts';
import { createAgentStore } from './agent-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createDeployTokenStore } from './deploy-token-store.ts';
import { createDigestStore } from './digest-store.ts';
import { createEmailChangeStore } from './email-change-store.ts';
import { createFactorStore } from './factor-store.ts';
import { createImportStore } from './import-store.ts';
import { createLinkStore } from './link-store.ts';
import { createMailStore } from './mail-store.ts';
import { createPendingStore } from './pending-store.ts';
import { createProviderSessionStore } from './provider-session-store.ts';
import { createSessionPages } from './session-pages.ts';
import { createSessionStore, type SessionLimits } from './session-store.ts';
import { createSettingStore } from './setting-store.ts';
import { createThrottleStore, deleteExpired, expiringTables } from './throttle-store.ts';
import { createTokenStore } from './token-store.ts';

/**
 * The store of accounts and everything about them, in SQLite or PostgreSQL. Each atomic operation is one method, so all
 * processes have the same guarantees, which `testing/contract` checks with both databases. Callers pass all times, so
 * tests can set the clock. If a change takes a note, the note is recorded in the same transaction, and only if
 * something changed. Every method rejects with a `StoreError` if the database can't do it now.
 */
export type Store = ReturnType<typeof createStore>;

/** Methods that take away access. They work even on a full disk, as long as the reserve lasts. */
const revocations = [
  'removeSession',
  'removeAccountSession',
  'removeAccountSessions',
  'endProviderSessions',
  'removeAccountToken',
  'removeAccountTokens',
  'removeDeployToken',
  'endAgent',
  'setDisabled',
  'setRole',
  'setGroups',
  'setPasswordHash',
  'removeAccount',
  'resetFactors',
] as const;

export async function openStore(environment: StorageEnvironment): Promise<Store> {
  return createStore(await openDatabase(environment, accountsFile));
}

/** Closing the store closes the database. */
export function createStore(database: Database) {
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

/** Runs `work`, and again after freeing the reserve if the disk is full. */
async function runEvenOnFullDisk<T>({ freeReserve }: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'store-full' || !freeReserve()) throw error;
    return await work();
  }
}

function createAllParts(database: Database) {
  const { location, names, query, skipLocked, close } = database;
  const leases = createLeaseStore(database);
  return {
    location,
    ...createAccountStore(database),
    ...createAccountPages(database),
    ...createImportStore(database),
    ...createLinkStore(database),
    ...createEmailChangeStore(database),
    ...createFactorStore(database),
    ...createPendingStore(database),
    ...createSessionStore(database),
    ...createTokenStore(database),
    ...createDeployTokenStore(database),
    ...createAgentStore(database),
    ...createProviderSessionStore(database),
    ...createThrottleStore(database),
    ...createSessionPages(database),
    ...createAuditStore(database),
    ...createSettingStore(database),
    ...createDigestStore(database),
    ...createMailStore(database),
    ...leases,
    /** Expired sessions, attempts, known addresses, links and tokens go. Returns the number of sessions. */
    removeExpired: async (now: number, { idleMs, absoluteMs }: SessionLimits): Promise<number> => {
      const old = `SELECT token_hash FROM ${names.sessions} WHERE last_seen_at <= $1 OR created_at <= $2 ${skipLocked}`;
      const remove = `DELETE FROM ${names.sessions} WHERE token_hash IN (${old})`;
      const { changes } = await query(remove, [now - idleMs, now - absoluteMs]);
      for (const table of expiringTables) await query(deleteExpired(database, table), [now]);
      return changes;
    },
    ping: async (): Promise<void> => {
      await query(`SELECT 1 FROM ${names.accounts} LIMIT 1`);
    },
    /** Rejects if the database doesn't accept writes, or is almost out of disk space. */
    checkWritable: async (now: number): Promise<void> => {
      await database.checkRoom();
      await leases.writeProbe(now);
    },
    close,
  };
}
