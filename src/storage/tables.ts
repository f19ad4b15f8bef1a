interface DataFile {
  /** In `DATA_DIR`. */
  name: string;
  /**
   * Whether losing a write or a page of it matters: then a write is on the disk before it is acknowledged
   * (decisions/embedded-store-synchronous.md), and the file is looked through at each opening.
   */
  durable: boolean;
  /** Earlier releases wrote neither their application id nor a version into it. */
  unmarked: boolean;
  /** Connections that a process keeps to the same tables in PostgreSQL. */
  connections: number;
}

/** SQLite keeps each subject in a file of its own: decisions/data-files.md. PostgreSQL keeps all in one schema. */
export const dataFiles = {
  accounts: { name: 'accounts.db', durable: true, unmarked: false, connections: 10 },
  searches: { name: 'searches.db', durable: false, unmarked: true, connections: 1 },
  feedback: { name: 'feedback.db', durable: false, unmarked: true, connections: 1 },
} as const satisfies Record<string, DataFile>;

interface Table {
  file: DataFileName;
  /**
   * What a restored backup does to the rows that are there: `replace` them by its own, `add` those that only it has,
   * `end` them all because nothing that ended since may come back, or `keep` them.
   */
  restored: 'replace' | 'add' | 'end' | 'keep';
  /** What a row says, separated by blanks. */
  columns: string;
  /** Columns that a database, or the code of its subject, makes again by itself: nothing carries them over. */
  derived?: string;
  /** Good for minutes: `store copy` leaves the rows behind. */
  fleeting?: true;
}

/** Every table, in an order in which what is referred to comes first. */
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
  // Those of a backup come back where there are none: what was announced since then stays.
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

// The keys are these names: `Object.keys` and `Object.fromEntries` forget that.
export const dataFileNames = Object.keys(dataFiles) as DataFileName[];
export const tableNames = Object.keys(tables) as TableName[];
export function forEachTable<T>(make: (name: TableName) => T): Record<TableName, T> {
  return Object.fromEntries(tableNames.map((name) => [name, make(name)])) as Record<TableName, T>;
}

export function tablesOf(file: DataFileName): TableName[] {
  return tableNames.filter((name) => tables[name].file === file);
}

/** For `SELECT` and `INSERT`. */
export function columnsOf(name: TableName): string {
  return tables[name].columns.replaceAll(' ', ', ');
}
