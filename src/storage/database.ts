import { z } from 'zod';
import { type Column, type TableName, tables } from './tables.ts';

export type Value = string | number | boolean | null;

export interface Result {
  rows: readonly unknown[];
  changes: number;
}

/** With its parameters in order: `$1`, `$2`. */
export type Statement = readonly [sql: string, values?: readonly Value[]];

/**
 * What is done in one transaction, written once for both databases: it yields its statements one after the other and
 * is given the result of each. SQLite runs them at one go, so that nothing else in this process comes between them;
 * PostgreSQL waits for every answer. decisions/one-store-for-both-databases.md
 */
export type Work<T> = Generator<Statement, T, Result>;

export function* run(...statement: Statement): Work<Result> {
  return yield statement;
}

export function* runAll(statements: readonly Statement[]): Work<void> {
  for (const statement of statements) yield statement;
}

/** News between processes, and how far they can be relied upon. */
export type DatabaseEvent =
  /** Messages arrive from now on. What happened before is unknown. */
  | { kind: 'connected' }
  /** No messages until the next `connected`: the database is gone, and may have been for this long. */
  | { kind: 'disconnected'; sinceMs: number }
  /** No messages until the next `connected`: the database answers, but what it is told doesn't arrive here. */
  | { kind: 'unheard' }
  /** Every message that was published until this long ago has arrived, and nothing happened without one. */
  | { kind: 'current'; ageMs: number }
  /** Something happened and nobody said what: everything read before may be out of date. */
  | { kind: 'changed' }
  | { kind: 'message'; text: string };

/** SQLite or PostgreSQL. Every method rejects with a `StoreError` when the database cannot do it now. */
export interface Database extends Dialect {
  /** Where it is, for the person who runs the site. */
  location: string;
  /** One statement by itself. */
  query(...statement: Statement): Promise<Result>;
  /** All of it or nothing. `work` is begun again when another transaction was in the way. */
  transaction<T>(work: () => Work<T>): Promise<T>;
  /** What other processes on this database do. PostgreSQL passes their messages on; SQLite says that they did something. */
  subscribe(listener: (event: DatabaseEvent) => void): void;
  /** Rejects when the next write is likely to fail for want of room. What only a write shows, a write must show. */
  checkRoom(): Promise<void>;
  /**
   * Gives up what is kept in reserve for the case that the disk is full, so that what must not fail can be tried once
   * more. `false` when there is nothing to give up.
   */
  freeReserve(): boolean;
  close(): Promise<void>;
}

/** What is said in other words to each of them. */
interface Dialect {
  /** What each table is called in a statement. */
  names: Readonly<Record<TableName, string>>;
  /** Name of the function that returns the larger of two numbers. */
  greatest: string;
  /** Name of the function that finds a text in another one: 0, or where it begins. */
  position: string;
  /** Orders texts by their bytes, whatever the database's language is. */
  byteOrder: string;
  /** Lets nobody else change the rows that are read, until the transaction is over. */
  forUpdate: string;
  /** The same, without waiting for rows that others hold, and without them. */
  skipLocked: string;
  /** What tells rows apart that are alike in all columns. */
  rowNumber: string;
  /** A table of the elements of a JSON array, each as its `value`. */
  elements(parameter: string): string;
  /** For a transaction: lets one process in at a time. None for SQLite, which has one writer in any case. */
  lock(number: number): readonly Statement[];
  /** The same for each of these texts. */
  lockTexts(texts: readonly string[]): readonly Statement[];
  /** For a transaction: a message to every subscriber, sent when it is committed. None where nobody can subscribe. */
  publish(text: string): readonly Statement[];
}

/** For a statement that is put together: takes a value and returns what stands for it there. */
export function parameters(): { (value: Value): string; readonly given: readonly Value[] } {
  const given: Value[] = [];
  return Object.assign((value: Value) => `$${given.push(value)}`, { given });
}

/** PostgreSQL has booleans, SQLite 0 and 1. */
export const flag = z.union([z.boolean(), z.int().transform((value) => value === 1)]);

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Every column by its name, `token_hash` as `tokenHash`, so that a new one without a value does not compile. */
export function insertInto<Name extends TableName>(
  { names }: Pick<Dialect, 'names'>,
  name: Name,
  row: Readonly<Record<CamelCase<Column<Name>>, Value>>,
  onConflict = '',
): Statement {
  const values: Readonly<Record<string, Value>> = row;
  const columns = tables[name].columns.split(' ');
  const parameters = columns.map((_, at) => `$${at + 1}`).join(', ');
  return [
    `INSERT INTO ${names[name]} (${columns.join(', ')}) VALUES (${parameters}) ${onConflict}`,
    columns.map(
      (column) => values[column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] ?? null,
    ),
  ];
}

/** What a statement selects for rows of this shape: `token_hash AS "tokenHash"`. */
export function columnsFor({ shape }: z.ZodObject): string {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.keys(shape)
    .map((name) => (column(name) === name ? name : `${column(name)} AS "${name}"`))
    .join(', ');
}

interface Shape<T> {
  parse(row: unknown): T;
}

/** The first row; `undefined` when there is none. */
export function firstOf<T>({ rows }: Result, shape: Shape<T>): T | undefined {
  return rows.length === 0 ? undefined : shape.parse(rows[0]);
}

export function allOf<T>({ rows }: Result, shape: Shape<T>): T[] {
  return rows.map((row) => shape.parse(row));
}

/** A number that the statement itself names, of its first row; `undefined` for NULL and where there is no row. */
export function numberOf({ rows }: Result, column: string): number | undefined {
  const [row] = rows;
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  return typeof value === 'number' ? value : undefined;
}
