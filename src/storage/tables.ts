interface DataFile {
  /** File name in `DATA_DIR`. */
  name: string;
  /**
   * Whether losing a write or a page matters. If so, every write reaches the disk before it is acknowledged
   * (decisions/embedded-store-synchronous.md), and SQLite checks the file each time it is opened.
   */
  durable: boolean;
  /** Earlier releases wrote neither an application id nor a version into this file. */
  unmarked: boolean;
  /** Number of PostgreSQL connections that a process opens for the same tables. */
  connections: number;
}

/**
 * SQLite stores each subject in its own file (decisions/data-files.md). PostgreSQL stores all of them in one schema.
 */
export const dataFiles = {
  accounts: { name: 'accounts.db', durable: true, unmarked: false, connections: 10 },
  searches: { name: 'searches.db', durable: false, unmarked: true, connections: 1 },
  feedback: { name: 'feedback.db', durable: false, unmarked: true, connections: 1 },
} as const satisfies Record<string, DataFile>;

interface Table {
  file: DataFileName;
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

/** Every table. A table comes after the tables that it refers to. */
export const tables = {
  accounts: {
    file: 'accounts',
    restored: 'replace',
    columns:
      'id email name role disabled password_hash issuer subject created_at last_sign_in_at group_names',
    derived: 'folded folded_from',
  },
  sessions: {
    file: 'accounts',
    restored: 'end',
    columns: 'token_hash account_id created_at last_seen_at verified_at device network',
  },
  provider_sessions: {
    file: 'accounts',
    restored: 'end',
    columns: 'token_hash sid renewal checked_at claimed_until',
  },
  passkeys: {
    file: 'accounts',
    restored: 'replace',
    columns: 'id account_id name public_key counter transports created_at last_used_at',
  },
  one_time_codes: {
    file: 'accounts',
    restored: 'replace',
    columns: 'account_id secret last_step created_at',
  },
  recovery_codes: { file: 'accounts', restored: 'replace', columns: 'account_id code_hash' },
  pending_sign_ins: {
    file: 'accounts',
    restored: 'end',
    columns: 'token_hash account_id password_hash expires_at',
    fleeting: true,
  },
  challenges: { file: 'accounts', restored: 'end', columns: 'key text expires_at', fleeting: true },
  attempts: { file: 'accounts', restored: 'keep', columns: 'key at expires_at', derived: 'id' },
  known_addresses: { file: 'accounts', restored: 'replace', columns: 'account_id address expires_at' },
  setup_links: { file: 'accounts', restored: 'end', columns: 'token_hash expires_at', fleeting: true },
  audit: {
    file: 'accounts',
    restored: 'add',
    columns: 'at event by_whom account_id email from_address detail',
    derived: 'id',
  },
  invites: { file: 'accounts', restored: 'end', columns: 'token_hash account_id expires_at' },
  reset_links: { file: 'accounts', restored: 'end', columns: 'token_hash account_id expires_at' },
  personal_tokens: {
    file: 'accounts',
    restored: 'end',
    columns: 'token_hash account_id name created_at expires_at last_used_at client',
  },
  agent_records: {
    file: 'accounts',
    restored: 'end',
    columns: 'id kind token_hash payload expires_at consumed_at',
  },
  deploy_tokens: {
    file: 'accounts',
    restored: 'end',
    columns: 'token_hash name made_by created_at expires_at last_used_at',
  },
  email_changes: { file: 'accounts', restored: 'end', columns: 'token_hash account_id email expires_at' },
  mails: {
    file: 'accounts',
    restored: 'keep',
    columns: 'id kind account_id email detail created_at due_at claimed_until attempts uncertain',
  },
  duties: {
    file: 'accounts',
    restored: 'keep',
    columns: 'name holder held_until tried_at failure',
    fleeting: true,
  },
  // A restored backup adds only settings that are missing: a later announcement stays.
  settings: { file: 'accounts', restored: 'add', columns: 'name value at' },
  searches: { file: 'searches', restored: 'add', columns: 'day query count hits' },
  openings: { file: 'searches', restored: 'add', columns: 'day query opened count' },
  readings: { file: 'searches', restored: 'add', columns: 'day page count' },
  feedback: { file: 'feedback', restored: 'add', columns: 'page reader helpful comment at state note' },
} as const satisfies Record<string, Table>;

export type DataFileName = keyof typeof dataFiles;
export type TableName = keyof typeof tables;

type Split<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Split<Rest> : Text;
export type Column<Name extends TableName> = Split<(typeof tables)[Name]['columns']>;

// `Object.keys` and `Object.fromEntries` lose the type of the keys.
export const dataFileNames = Object.keys(dataFiles) as DataFileName[];
export const tableNames = Object.keys(tables) as TableName[];

/** Returns a record with one value per table. */
export function forEachTable<T>(createValue: (name: TableName) => T): Record<TableName, T> {
  return Object.fromEntries(tableNames.map((name) => [name, createValue(name)])) as Record<TableName, T>;
}

/** Lists the tables that SQLite stores in this file. */
export function listTables(file: DataFileName): TableName[] {
  return tableNames.filter((name) => tables[name].file === file);
}

/** Returns the columns of a table, separated by commas, for `SELECT` and `INSERT`. */
export function listColumns(name: TableName): string {
  return tables[name].columns.replaceAll(' ', ', ');
}
