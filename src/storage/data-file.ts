import { accountsFile } from './tables.ts';

interface Table {
  /**
   * How restoring a backup treats the existing rows:
   * - `replace`: replaces them with the rows of the backup
   * - `add`: keeps them and adds the rows that only the backup has
   * - `end`: deletes them all, so that nothing that was revoked since the backup becomes valid again
   * - `keep`: leaves them as they are
   */
  restored: 'replace' | 'add' | 'end' | 'keep';
  /** Column names, separated by spaces. */
  columns: string;
  /** Columns that the database or the code computes, separated by spaces. They aren't copied. */
  derived?: string;
  /** Rows are valid for minutes only, so `store copy` doesn't copy them. */
  fleeting?: true;
}

export type Tables = Readonly<Record<string, Table>>;

export interface Migration {
  sqlite: string;
  /** Statements for PostgreSQL. Set them only if `toPostgresSql` can't translate the SQLite statements. */
  postgres?: string;
}

/** Tables that SQLite stores in one file of `DATA_DIR`, and PostgreSQL in one schema together with all others. */
export interface DataFile<Declared extends Tables = Tables> {
  /** Name of the file without `.db`. A feature with one file gives it its own name. */
  name: string;
  /** A table comes after the tables that it refers to, which are in the same file. No other file has the same names. */
  tables: Declared;
  /**
   * Creates and changes the tables: `migrations[0]` creates version 1, and so on. Never edit a released migration; add
   * a new one at the end. Processes of the previous release may still be running while it is applied, and must keep
   * working. It changes tables and no rows, because a backup applies it to empty tables.
   */
  migrations: readonly Migration[];
  /**
   * Whether losing a write or a page matters. If so, every write reaches the disk before it is acknowledged
   * (decisions/embedded-store-synchronous.md), and SQLite checks the file each time it is opened.
   */
  durable: boolean;
  /** Number of PostgreSQL connections that a process opens for these tables. */
  connections: number;
}

/** The part of a feature that concerns the store. */
export interface StorageFeature {
  name: string;
  /** Files with its tables. They stay as they are while the feature isn't installed. */
  dataFiles?: readonly DataFile[];
}

/** Declares a file with its tables. Their names and columns become types of the opened database. */
export function defineDataFile<const Declared extends Tables>(file: DataFile<Declared>): DataFile<Declared> {
  return file;
}

/**
 * Creates the table with the version of each data file. Only files with migrations of their own have one, so it is
 * created with the first of these.
 */
export const CREATE_VERSIONS: Migration = {
  sqlite: `CREATE TABLE IF NOT EXISTS data_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
};

/** Tables of the database itself. */
const RESERVED_NAMES: readonly string[] = ['migrations', 'data_versions'];
/** SQLite attaches up to 10 databases to another one. A restore attaches all files to the accounts, and the backup. */
const FEATURE_FILES_MAX = 9;

/**
 * Returns the files of an installation with these features. Throws if two of them have the same name or a table of the
 * same name.
 */
export function collectDataFiles(features: readonly StorageFeature[]): readonly DataFile[] {
  const files: DataFile[] = [accountsFile];
  const tableNames = new Set([...RESERVED_NAMES, ...Object.keys(accountsFile.tables)]);
  for (const { name: feature, dataFiles = [] } of features) {
    for (const file of dataFiles) {
      if (files.some(({ name }) => name === file.name))
        throw new Error(`The feature ${feature} declares the data file ${file.name} a second time.`);
      for (const table of Object.keys(file.tables)) {
        if (tableNames.has(table))
          throw new Error(`The feature ${feature} declares the table ${table} a second time.`);
        tableNames.add(table);
      }
      files.push(file);
    }
  }
  if (files.length > FEATURE_FILES_MAX + 1)
    throw new Error(
      `The features have ${files.length - 1} data files, but at most ${FEATURE_FILES_MAX} work.`,
    );
  return files;
}

/** A table with its name and its file. */
export interface NamedTable extends Table {
  name: string;
  file: DataFile;
}

/** Lists the tables of these files. A table comes after the tables that it refers to. */
export function listTables(files: readonly DataFile[]): NamedTable[] {
  return files.flatMap((file) =>
    Object.entries(file.tables).map(([name, table]) => ({ ...table, name, file })),
  );
}

/** Returns the columns of a table, separated by commas, for `SELECT` and `INSERT`. */
export function listColumns({ columns }: Pick<Table, 'columns'>): string {
  return columns.replaceAll(' ', ', ');
}

/** Returns a record with one value per table. */
export function forEachTable<Declared extends Tables, T>(
  tables: Declared,
  createValue: (name: string) => T,
): Record<keyof Declared & string, T> {
  const values = Object.keys(tables).map((name) => [name, createValue(name)]);
  // `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(values) as Record<keyof Declared & string, T>;
}

type Split<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Split<Rest> : Text;
export type ColumnOf<Declared extends Table> = Split<Declared['columns']>;
