import { escapeIdentifier } from 'pg';
import { type DataFile, forEachTable, type Tables } from '../data-file.ts';
import type { Database, Work } from '../database.ts';
import { connect, type Query } from './connection.ts';
import type { PostgresOptions } from './connection-settings.ts';
import { listenForMessages } from './listener.ts';
import { LOCK_SPACE, migratePostgres } from './migrate.ts';

/**
 * Opens a PostgreSQL database, which processes on several machines can share. Rejects with a `StoreError` if it can't
 * be used, and then leaves it unchanged.
 */
export async function openPostgres<Declared extends Tables>(
  url: string,
  file: DataFile<Declared>,
  options: PostgresOptions = {},
): Promise<Database<Declared>> {
  const schema = await migratePostgres(url, [file], options);
  const { query, transaction, close } = connect(url, options);
  const channel = nameChannel(schema);
  const closing: (() => Promise<void>)[] = [close];
  return {
    location: `PostgreSQL (schema ${schema})`,
    tables: file.tables,
    names: qualifyTableNames(schema, file.tables),
    greatest: 'greatest',
    position: 'strpos',
    byteOrder: 'COLLATE "C"',
    forUpdate: 'FOR UPDATE',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    rowNumber: 'id',
    elements: (parameter) => `json_array_elements(${parameter}::json) AS value`,
    lock: (number) => [['SELECT pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, number]]],
    // Always in the same order, so that two processes don't deadlock.
    lockTexts: (texts) => [
      [
        `SELECT pg_advisory_xact_lock(number) FROM (SELECT DISTINCT hashtextextended(text, 0) AS number
           FROM json_array_elements_text($1::json) AS text ORDER BY number) AS numbers`,
        [JSON.stringify(texts)],
      ],
    ],
    publish: (text) => [['SELECT pg_notify($1, $2)', [channel, text]]],
    query,
    transaction: (work) => transaction((within) => runSteps(work(), within)),
    subscribe: (listener) => {
      const notify = (name: string, text: string) => query('SELECT pg_notify($1, $2)', [name, text]);
      const listenUrl = options.listenUrl ?? url;
      closing.unshift(listenForMessages({ url: listenUrl, channel, options, notify, onEvent: listener }));
    },
    // Only the database server can see its disk.
    checkRoom: async () => {},
    freeReserve: () => false,
    close: async () => {
      for (const end of closing.splice(0)) await end();
    },
  };
}

/** Channel for messages between processes on the same database. The previous release listens on it too. */
export function nameChannel(schema: string): string {
  return `${schema}_sessions`;
}

/** Returns the name of each table, qualified with this schema. */
export function qualifyTableNames<Declared extends Tables>(
  schema: string,
  tables: Declared,
): Database<Declared>['names'] {
  return forEachTable(tables, (name) => qualifyTable(schema, name));
}

export function qualifyTable(schema: string, name: string): string {
  return `${escapeIdentifier(schema)}.${name}`;
}

async function runSteps<T>(work: Work<T>, query: Query): Promise<T> {
  let step = work.next();
  while (!step.done) step = work.next(await query(...step.value));
  return step.value;
}
