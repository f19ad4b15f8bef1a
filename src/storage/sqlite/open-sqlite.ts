import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Database, Result, Statement, Work } from '../database.ts';
import { type DataFileName, forEachTable } from '../tables.ts';
import { namedError } from './errors.ts';
import { openFile, type SqliteOptions } from './open-file.ts';

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
    subscribe: () => {},
    close: () =>
      named(() => {
        if (database.isOpen) database.close();
      }),
  };
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
