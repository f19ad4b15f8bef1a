import { z } from 'zod';
import type { ColumnOf, Tables } from './data-file.ts';
import type { AccountTables } from './tables.ts';

export type Value = string | number | boolean | null;

/** The rows that a statement returned, and the number of rows that it changed. */
export interface Result {
  rows: readonly unknown[];
  changes: number;
}

/** An SQL statement and the values of its parameters `$1`, `$2`, …, in this order. */
export type Statement = readonly [sql: string, values?: readonly Value[]];

/**
 * The body of a transaction, written once for both databases: a generator that yields its statements one after the
 * other and receives the result of each. SQLite runs all of them synchronously, so nothing else in this process can
 * run in between. PostgreSQL awaits every result. See decisions/one-store-for-both-databases.md.
 */
export type Work<T> = Generator<Statement, T, Result>;

/** Runs one statement within a transaction: `const result = yield* run(sql, values)`. */
export function* run(...statement: Statement): Work<Result> {
  return yield statement;
}

/** Runs statements within a transaction, one after the other. */
export function* runAll(statements: readonly Statement[]): Work<void> {
  for (const statement of statements) yield statement;
}

/** A message from another process, or a change in how far this process can rely on receiving messages. */
export type DatabaseEvent =
  /** Messages arrive from now on. Earlier ones may have been missed. */
  | { kind: 'connected' }
  /** No messages until the next `connected`. The database is unreachable, possibly since `sinceMs` ago. */
  | { kind: 'disconnected'; sinceMs: number }
  /** No messages until the next `connected`. The database answers, but published messages don't arrive here. */
  | { kind: 'unheard' }
  /** Every message published more than `ageMs` ago has arrived, and every change until then had a message. */
  | { kind: 'current'; ageMs: number }
  /** Another process changed something, but it is unknown what: anything read before may be out of date. */
  | { kind: 'changed' }
  | { kind: 'message'; text: string };

/**
 * An open SQLite or PostgreSQL database. Every method rejects with a `StoreError` if the database can't serve it. The
 * type names its tables: by default those of the accounts.
 */
export interface Database<Declared extends Tables = AccountTables> extends Dialect<Declared> {
  /** File or server, for messages to the administrator. */
  location: string;
  /** Runs one statement outside a transaction. */
  query(...statement: Statement): Promise<Result>;
  /** Runs all statements of `work` or none. Starts `work` again if another transaction interfered. */
  transaction<T>(work: () => Work<T>): Promise<T>;
  /**
   * Calls `listener` for what other processes on this database do. PostgreSQL delivers their messages; SQLite only
   * reports that something changed.
   */
  subscribe(listener: (event: DatabaseEvent) => void): void;
  /** Rejects when the disk is so full that the next write is likely to fail. Other faults show only on a write. */
  checkRoom(): Promise<void>;
  /**
   * Frees the disk space that is reserved for when the disk is full, so that a write that must succeed can be retried.
   * Returns `false` if there is no reserve.
   */
  freeReserve(): boolean;
  close(): Promise<void>;
}

/** The SQL that differs between the two databases. */
interface Dialect<Declared extends Tables> {
  tables: Declared;
  /** The name of each table in a statement; in PostgreSQL with its schema. */
  names: Readonly<Record<keyof Declared & string, string>>;
  /** Function that returns the larger of two numbers. */
  greatest: string;
  /** Function that returns the position of one text in another, counted from 1, or 0 if it isn't there. */
  position: string;
  /** Collation that orders texts by their bytes, whatever the language of the database is. */
  byteOrder: string;
  /** Locks the selected rows until the transaction ends. */
  forUpdate: string;
  /** Locks the selected rows and skips those that are locked already. */
  skipLocked: string;
  /** Column that distinguishes rows whose other columns are all equal. */
  rowNumber: string;
  /** Table expression with one row per element of a JSON array; its column is `value`. */
  elements(parameter: string): string;
  /** Statements that let one transaction at a time continue. Empty for SQLite, which has a single writer anyway. */
  lock(number: number): readonly Statement[];
  /** Like `lock`, with one lock for each of these texts. */
  lockTexts(texts: readonly string[]): readonly Statement[];
  /** Statements that send a message to every subscriber on commit. Empty for SQLite, where nothing can subscribe. */
  publish(text: string): readonly Statement[];
}

/** Collects the values of a statement that is assembled from parts: takes a value and returns its placeholder. */
interface Parameters {
  (value: Value): string;
  /** The values so far, in the order of their placeholders. */
  readonly values: readonly Value[];
}

/** Creates a collector of values for one statement. */
export function collectParameters(): Parameters {
  const values: Value[] = [];
  return Object.assign((value: Value) => `$${values.push(value)}`, { values });
}

/** PostgreSQL returns booleans, SQLite 0 and 1. */
export const booleanColumn = z.union([z.boolean(), z.int().transform((value) => value === 1)]);

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * Returns an `INSERT` with a value for every column. Columns are named in camel case (`tokenHash` for `token_hash`),
 * and a missing one doesn't compile.
 */
export function insertInto<Declared extends Tables, Name extends keyof Declared & string>(
  { names, tables }: Pick<Dialect<Declared>, 'names' | 'tables'>,
  name: Name,
  row: Readonly<Record<CamelCase<ColumnOf<Declared[Name]>>, Value>>,
  onConflict = '',
): Statement {
  const values: Readonly<Record<string, Value>> = row;
  const columns = tables[name]?.columns.split(' ') ?? [];
  const placeholders = columns.map((_, index) => `$${index + 1}`).join(', ');
  return [
    `INSERT INTO ${names[name]} (${columns.join(', ')}) VALUES (${placeholders}) ${onConflict}`,
    columns.map(
      (column) => values[column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] ?? null,
    ),
  ];
}

/** Returns the list of columns to select for rows of this shape: `token_hash AS "tokenHash"`. */
export function selectList({ shape }: z.ZodObject): string {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.keys(shape)
    .map((name) => (column(name) === name ? name : `${column(name)} AS "${name}"`))
    .join(', ');
}

interface Shape<T> {
  parse(row: unknown): T;
}

/** Parses the first row. Returns `undefined` if there is none. */
export function readFirstRow<T>({ rows }: Result, shape: Shape<T>): T | undefined {
  return rows.length === 0 ? undefined : shape.parse(rows[0]);
}

/** Parses all rows. */
export function readRows<T>({ rows }: Result, shape: Shape<T>): T[] {
  return rows.map((row) => shape.parse(row));
}

/**
 * Parses the rows that this version understands, and reports why the others don't parse. A newer version may store rows
 * of kinds that an older one doesn't know, while both serve during an update or after going back. One such row must not
 * take a whole list away.
 */
export function readKnownRows<T>(
  { rows }: Result,
  shape: z.ZodType<T>,
  onUnknownRow: (reason: z.ZodError) => void,
): T[] {
  return rows.flatMap((row) => {
    const { data, error } = shape.safeParse(row);
    if (error === undefined) return [data];
    onUnknownRow(error);
    return [];
  });
}

/** Returns a number from this column of the first row: `undefined` for NULL, and if there is no row. */
export function readNumber({ rows }: Result, column: string): number | undefined {
  const [row] = rows;
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  return typeof value === 'number' ? value : undefined;
}
