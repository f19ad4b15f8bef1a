import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Database, DatabaseEvent, Result, Statement, Work } from '../database.ts';
import { type DataFileName, forEachTable } from '../tables.ts';
import { namedError } from './errors.ts';
import { openFile, type SqliteOptions } from './open-file.ts';
import { createReserve } from './reserve.ts';

export const sqliteNames: Database['names'] = forEachTable((name) => name);

/**
 * A data file, made when it is missing, usable by several processes at once. Throws a `StoreError` when it cannot be
 * used; then nothing in it was changed.
 */
export function openSqlite(file: string, content: DataFileName, options?: SqliteOptions): Database {
  const database = openFile(file, content, options);
  const execute = executor(database);

  /** Takes the write lock before the first read, so that what was read still holds when it is acted upon. */
  function transaction<T>(work: Work<T>): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      let step = work.next();
      while (!step.done) step = work.next(execute(...step.value));
      database.exec('COMMIT');
      return step.value;
    } catch (error) {
      // SQLite has rolled back by itself after some failures, a full disk among them.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  /** `async`, so that a failure is a rejection for the caller, whatever the database. */
  async function named<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      throw namedError(error, file);
    }
  }

  const watches: (() => void)[] = [];
  // Nothing that ends is kept in the other files.
  const reserve = content === 'accounts' ? createReserve(file) : undefined;
  reserve?.keep();

  return {
    location: file,
    names: sqliteNames,
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
    query: (...statement) => named(() => execute(...statement)),
    transaction: (work) => named(() => transaction(work())),
    subscribe: (listener) => {
      watches.push(watchForChanges(database, listener));
    },
    checkRoom: () =>
      named(() => {
        reserve?.checkRoom();
        reserve?.keep();
      }),
    freeReserve: () => {
      const isFreed = reserve?.free() ?? false;
      // What the log holds already moves into the database, and the log begins again from its start.
      if (isFreed) quietly(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
      return isFreed;
    },
    close: () =>
      named(() => {
        for (const stop of watches.splice(0)) stop();
        if (database.isOpen) database.close();
      }),
  };
}

/** For what helps, and is no loss where it fails. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever asks the file for something learns what is wrong with it.
  }
}

const WATCH_EVERY_MS = 1_000;
/** A file that another program holds makes every look wait, and everything else in this process with it. */
const WATCH_AGAIN_MS = 5_000;

/**
 * SQLite has no messages, but it counts what other connections have written. As long as that number stays the same,
 * nothing happened that this process does not know of. Returns how to stop.
 */
function watchForChanges(database: DatabaseSync, listener: (event: DatabaseEvent) => void): () => void {
  const statement = database.prepare('PRAGMA data_version');
  const readVersion = () => statement.get()?.data_version;
  let timer: NodeJS.Timeout | undefined;
  let version: unknown;
  const look = () => {
    let waitMs = WATCH_EVERY_MS;
    try {
      const newest = readVersion();
      if (newest !== version) listener({ kind: 'changed' });
      else listener({ kind: 'current', ageMs: 0 });
      version = newest;
    } catch {
      // Whoever asks the file for something learns what is wrong with it.
      waitMs = WATCH_AGAIN_MS;
    }
    timer = setTimeout(look, waitMs).unref();
  };
  timer = setTimeout(look, 0).unref();
  return () => clearTimeout(timer);
}

/** Runs statements, each prepared once. */
export function executor(database: DatabaseSync): (...statement: Statement) => Result {
  const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();
  return (sql, values = []) => {
    let known = prepared.get(sql);
    if (known === undefined) {
      const statement = database.prepare(sql.replaceAll('$', '?'));
      known = { statement, returnsRows: statement.columns().length > 0 };
      prepared.set(sql, known);
    }
    const { statement, returnsRows } = known;
    const given = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (!returnsRows) return { rows: [], changes: Number(statement.run(...given).changes) };
    const rows = statement.all(...given);
    return { rows, changes: rows.length };
  };
}
