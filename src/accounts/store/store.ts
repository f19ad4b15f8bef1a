import type { Database } from '../../storage/database.ts';
import { dutyStore } from '../../storage/duties.ts';
import { openDatabase, type StorageEnvironment } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { accountPages } from './account-pages.ts';
import { accountStore } from './account-store.ts';
import { agentStore } from './agent-store.ts';
import { auditStore } from './audit-store.ts';
import { deployTokenStore } from './deploy-token-store.ts';
import { digestStore } from './digest-store.ts';
import { emailChangeStore } from './email-change-store.ts';
import { factorStore } from './factor-store.ts';
import { importStore } from './import-store.ts';
import { linkStore } from './link-store.ts';
import { mailStore } from './mail-store.ts';
import { pendingStore } from './pending-store.ts';
import { providerSessionStore } from './provider-session-store.ts';
import { sessionPages } from './session-pages.ts';
import { type SessionLimits, sessionStore } from './session-store.ts';
import { settingStore } from './setting-store.ts';
import { expired, expiring, throttleStore } from './throttle-store.ts';
import { tokenStore } from './token-store.ts';

/**
 * What accounts keep, in SQLite or PostgreSQL. Whatever must be atomic is one method, so that every process has the
 * same guarantees: `testing/contract` tests them against both. All times come from the caller, so that tests set the
 * clock. Where a change takes a note, it is written down in the same transaction, if the change is made at all.
 * Every method rejects with a `StoreError` when the database cannot do it now.
 */
export type Store = ReturnType<typeof createStore>;

/** What ends somebody's reading. It is done on a full disk, too, as long as the reserve lasts. */
const endings = [
  'removeSession',
  'removeSessionOf',
  'removeSessionsOf',
  'endProviderSessions',
  'removeTokenOf',
  'removeTokensOf',
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
  return createStore(await openDatabase(environment, 'accounts'));
}

/** The database is closed with the store. */
export function createStore(database: Database) {
  const store = createAllParts(database);
  const ofEndings = Object.fromEntries(
    endings.map((name) => {
      const end: (...given: never[]) => Promise<unknown> = store[name];
      return [name, (...given: never[]) => evenOnFullDisk(database, () => end(...given))];
    }),
  );
  Object.assign(store, ofEndings);
  return store;
}

async function evenOnFullDisk<T>({ freeReserve }: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'store-full' || !freeReserve()) throw error;
    return await work();
  }
}

function createAllParts(database: Database) {
  const { location, names, query, skipLocked, close } = database;
  const duties = dutyStore(database);
  return {
    location,
    ...accountStore(database),
    ...accountPages(database),
    ...importStore(database),
    ...linkStore(database),
    ...emailChangeStore(database),
    ...factorStore(database),
    ...pendingStore(database),
    ...sessionStore(database),
    ...tokenStore(database),
    ...deployTokenStore(database),
    ...agentStore(database),
    ...providerSessionStore(database),
    ...throttleStore(database),
    ...sessionPages(database),
    ...auditStore(database),
    ...settingStore(database),
    ...digestStore(database),
    ...mailStore(database),
    ...duties,
    /** Expired sessions, attempts, known addresses, links and tokens go. Returns the number of sessions. */
    removeExpired: async (now: number, { idleMs, absoluteMs }: SessionLimits): Promise<number> => {
      const old = `SELECT token_hash FROM ${names.sessions} WHERE last_seen_at <= $1 OR created_at <= $2 ${skipLocked}`;
      const remove = `DELETE FROM ${names.sessions} WHERE token_hash IN (${old})`;
      const { changes } = await query(remove, [now - idleMs, now - absoluteMs]);
      for (const table of expiring) await query(expired(database, table), [now]);
      return changes;
    },
    ping: async (): Promise<void> => {
      await query(`SELECT 1 FROM ${names.accounts} LIMIT 1`);
    },
    /** Rejects when nothing can be written now, or hardly anything more. */
    checkWritable: async (now: number): Promise<void> => {
      await database.checkRoom();
      await duties.noteWrite(now);
    },
    close,
  };
}
