import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type DataFile, forEachTable, type Tables } from '../data-file.ts';
import type { Database, DatabaseEvent, Result, Statement, Work } from '../database.ts';
import { accountsFile } from '../tables.ts';
import { translateSqliteError } from './errors.ts';
import { openFile, type SqliteOptions } from './open-file.ts';
import { createReserve } from './reserve.ts';

/** Names of the tables of accounts in a statement. */
export const accountTableNames: Database['names'] = forEachTable(accountsFile.tables, (name) => name);

/**
 * Opens a data file, or creates it. Several processes can use it at the same time. Throws a `StoreError` if it can't be
 * used, and then leaves it unchanged.
 */
export function openSqlite<Declared extends Tables>(
  file: string,
  declaration: DataFile<Declared>,
  options?: SqliteOptions,
): Database<Declared> {
  const database = openFile(file, declaration, options);
  const execute = createExecutor(database);

  /** Takes the write lock before the first read, so that what was read is still true at the following write. */
  function runTransaction<T>(work: Work<T>): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      let step = work.next();
      while (!step.done) step = work.next(execute(...step.value));
      database.exec('COMMIT');
      return step.value;
    } catch (error) {
      // After some failures, such as a full disk, SQLite has already rolled back by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  /** `async`, so that failures are rejections, as with PostgreSQL. */
  async function withStoreErrors<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error, file);
    }
  }

  const stopWatching: (() => void)[] = [];
  // Only the accounts file stores what must be revocable on a full disk.
  const reserve = declaration.name === accountsFile.name ? createReserve(file) : undefined;
  reserve?.ensure();

  return {
    location: file,
    tables: declaration.tables,
    names: forEachTable(declaration.tables, (name) => name),
    greatest: 'max',
    position: 'instr',
    byteOrder: '',
    forUpdate: '',
    skipLocked: '',
    rowNumber: 'rowid',
    elements: (parameter) => `json_each(${parameter})`,
    lock: () => [],
    lockTexts: () => [],
    publish: () => [],
    query: (...statement) => withStoreErrors(() => execute(...statement)),
    transaction: (work) => withStoreErrors(() => runTransaction(work())),
    subscribe: (listener) => {
      stopWatching.push(watchForChanges(database, listener));
    },
    checkRoom: () =>
      withStoreErrors(() => {
        reserve?.checkRoom();
        reserve?.ensure();
      }),
    freeReserve: () => {
      const isFreed = reserve?.freeSpace() ?? false;
      // Moves the content of the log into the database and truncates the log.
      if (isFreed) ignoreErrors(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
      return isFreed;
    },
    close: () =>
      withStoreErrors(() => {
        for (const stop of stopWatching.splice(0)) stop();
        if (database.isOpen) database.close();
      }),
  };
}

/** Runs work that helps but may fail. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The next query reports what is wrong with the file.
  }
}

const WATCH_EVERY_MS = 1_000;
/** Pause after a failed check. A file that another program holds blocks every check, and with it the whole process. */
const WATCH_AGAIN_MS = 5_000;

/**
 * SQLite has no messages, but it counts the writes of other connections. While that number stays the same, no other
 * process has changed anything. Returns a function that stops watching.
 */
function watchForChanges(database: DatabaseSync, listener: (event: DatabaseEvent) => void): () => void {
  const statement = database.prepare('PRAGMA data_version');
  const readVersion = () => statement.get()?.data_version;
  let timer: NodeJS.Timeout | undefined;
  let version: unknown;
  const checkVersion = () => {
    let waitMs = WATCH_EVERY_MS;
    try {
      const newest = readVersion();
      if (newest !== version) listener({ kind: 'changed' });
      else listener({ kind: 'current', ageMs: 0 });
      version = newest;
    } catch {
      // The next query reports what is wrong with the file.
      waitMs = WATCH_AGAIN_MS;
    }
    timer = setTimeout(checkVersion, waitMs).unref();
  };
  timer = setTimeout(checkVersion, 0).unref();
  return () => clearTimeout(timer);
}

/** Returns a function that runs statements, and prepares each only once. */
export function createExecutor(database: DatabaseSync): (...statement: Statement) => Result {
  const preparedStatements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();
  return (sql, values = []) => {
    let cachedStatement = preparedStatements.get(sql);
    if (cachedStatement === undefined) {
      const statement = database.prepare(sql.replaceAll('$', '?'));
      cachedStatement = { statement, returnsRows: statement.columns().length > 0 };
      preparedStatements.set(sql, cachedStatement);
    }
    const { statement, returnsRows } = cachedStatement;
    const sqliteValues = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (!returnsRows) return { rows: [], changes: Number(statement.run(...sqliteValues).changes) };
    const rows = statement.all(...sqliteValues);
    return { rows, changes: rows.length };
  };
}
