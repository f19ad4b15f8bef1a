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

export type DataFileName = keyof typeof dataFiles;
// The keys are these names: `Object.keys` forgets that.
export const dataFileNames = Object.keys(dataFiles) as DataFileName[];

interface Table {
  file: DataFileName;
  /** What a row says, in the order of the table. */
  columns: readonly string[];
  /** Columns that either database, or the one store's code, makes anew by itself: nothing carries them over. */
  derived?: readonly string[];
  /** Whether `store copy` takes the rows from SQLite to PostgreSQL. */
  copied: boolean;
  /**
   * What a restored backup does to the rows that are there: `replace` them by its own, `add` those that only it has,
   * `end` them all because nothing that ended since may come back, or `keep` them.
   */
  restored: 'replace' | 'add' | 'end' | 'keep';
}

/** Every table, in an order in which what is referred to comes first. */
export const tables = {
  accounts: {
    file: 'accounts',
    columns: [
      'id',
      'email',
      'name',
      'role',
      'disabled',
      'password_hash',
      'issuer',
      'subject',
      'created_at',
      'last_sign_in_at',
    ],
    derived: ['folded', 'folded_from'],
    copied: true,
    restored: 'replace',
  },
  sessions: {
    file: 'accounts',
    columns: ['token_hash', 'account_id', 'created_at', 'last_seen_at'],
    copied: true,
    restored: 'end',
  },
  attempts: {
    file: 'accounts',
    columns: ['key', 'at', 'expires_at'],
    derived: ['id'],
    copied: true,
    restored: 'keep',
  },
  known_addresses: {
    file: 'accounts',
    columns: ['account_id', 'address', 'expires_at'],
    copied: true,
    restored: 'replace',
  },
  // Good for minutes.
  setup_links: {
    file: 'accounts',
    columns: ['token_hash', 'expires_at'],
    copied: false,
    restored: 'end',
  },
  audit: {
    file: 'accounts',
    columns: ['at', 'event', 'by_whom', 'account_id', 'email', 'from_address', 'detail'],
    derived: ['id'],
    copied: true,
    restored: 'add',
  },
  invites: {
    file: 'accounts',
    columns: ['token_hash', 'account_id', 'expires_at'],
    copied: true,
    restored: 'end',
  },
  searches: {
    file: 'searches',
    columns: ['day', 'query', 'count', 'hits'],
    copied: true,
    restored: 'add',
  },
  openings: {
    file: 'searches',
    columns: ['day', 'query', 'opened', 'count'],
    copied: true,
    restored: 'add',
  },
  feedback: {
    file: 'feedback',
    columns: ['page', 'reader', 'helpful', 'comment', 'at'],
    copied: true,
    restored: 'add',
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export type Column<Name extends TableName> = (typeof tables)[Name]['columns'][number];

// The keys are these names: `Object.keys` and `Object.fromEntries` forget that.
export const tableNames = Object.keys(tables) as TableName[];

export function forEachTable<T>(make: (name: TableName) => T): Record<TableName, T> {
  return Object.fromEntries(tableNames.map((name) => [name, make(name)])) as Record<TableName, T>;
}

export function tablesOf(file: DataFileName): TableName[] {
  return tableNames.filter((name) => tables[name].file === file);
}

/** For `SELECT` and `INSERT`. */
export function columnsOf(name: TableName): string {
  return tables[name].columns.join(', ');
}
