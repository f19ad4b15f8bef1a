import type { Migration } from './data-file.ts';

/** A migration in the history that began before features had migrations of their own. */
export interface CommonMigration extends Migration {
  /** Name of the data file that the migration changes. PostgreSQL has all tables in one place. */
  file: 'accounts' | 'searches' | 'feedback';
}

/** Translates the SQLite statements of a migration: type names differ, and PostgreSQL has no table options. */
export function toPostgresSql({ sqlite, postgres }: Migration): string {
  return (
    postgres ?? sqlite.replaceAll(/\bINTEGER\b/g, 'bigint').replaceAll(/ STRICT(?:, WITHOUT ROWID)?/g, '')
  );
}

/** The first entries of `migrations`. */
export const earlierMigrations: readonly CommonMigration[] = [
  {
    file: 'accounts',
    sqlite: `
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        email TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('reader', 'administrator')),
        disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
        password_hash TEXT,
        issuer TEXT NOT NULL,
        subject TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_sign_in_at INTEGER,
        UNIQUE (issuer, subject)
      ) STRICT;
      CREATE TABLE sessions (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_of_account ON sessions (account_id);
      CREATE TABLE attempts (key TEXT NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
      CREATE INDEX attempts_of_key ON attempts (key, at);
      CREATE INDEX attempts_by_expiry ON attempts (expires_at);
      CREATE TABLE known_addresses (
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, address TEXT NOT NULL,
        expires_at INTEGER NOT NULL, PRIMARY KEY (account_id, address)
      ) STRICT, WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE accounts (
        id text PRIMARY KEY,
        email text NOT NULL UNIQUE,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('reader', 'administrator')),
        disabled boolean NOT NULL,
        password_hash text,
        issuer text NOT NULL,
        subject text NOT NULL,
        created_at bigint NOT NULL,
        last_sign_in_at bigint,
        UNIQUE (issuer, subject)
      );
      CREATE TABLE sessions (
        token_hash text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        created_at bigint NOT NULL, last_seen_at bigint NOT NULL
      );
      CREATE INDEX sessions_of_account ON sessions (account_id);
      CREATE INDEX sessions_by_use ON sessions (last_seen_at);
      CREATE TABLE attempts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL, at bigint NOT NULL, expires_at bigint NOT NULL
      );
      CREATE INDEX attempts_of_key ON attempts (key, at);
      CREATE INDEX attempts_by_expiry ON attempts (expires_at);
      CREATE TABLE known_addresses (
        account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, address text NOT NULL,
        expires_at bigint NOT NULL, PRIMARY KEY (account_id, address)
      );`,
  },
  {
    file: 'accounts',
    sqlite: `
      CREATE TABLE setup_links (token_hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  {
    // No reference to the account: the audit log keeps entries about removed accounts.
    file: 'accounts',
    sqlite: `
      CREATE TABLE audit (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, by_whom TEXT,
        account_id TEXT, email TEXT, from_address TEXT, detail TEXT
      ) STRICT;
      CREATE INDEX audit_by_time ON audit (at);`,
    postgres: `
      CREATE TABLE audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, event text NOT NULL, by_whom text,
        account_id text, email text, from_address text, detail text
      );
      CREATE INDEX audit_by_time ON audit (at);`,
  },
  {
    file: 'accounts',
    sqlite: `
      CREATE TABLE invites (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // SQLite files and backups had these two tables before they had a version.
    file: 'searches',
    sqlite: `
      CREATE TABLE IF NOT EXISTS searches (
        day TEXT NOT NULL, query TEXT NOT NULL, count INTEGER NOT NULL, hits INTEGER NOT NULL,
        PRIMARY KEY (day, query)
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS openings (
        day TEXT NOT NULL, query TEXT NOT NULL, opened TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (day, query, opened)
      ) WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE searches (
        day text NOT NULL, query text NOT NULL, count int NOT NULL, hits int NOT NULL,
        PRIMARY KEY (day, query)
      );
      CREATE INDEX searches_of_query ON searches (query, day);
      CREATE TABLE openings (
        day text NOT NULL, query text NOT NULL, opened text NOT NULL, count int NOT NULL,
        PRIMARY KEY (day, query, opened)
      );
      CREATE INDEX openings_of_query ON openings (query, day);`,
  },
  {
    // SQLite files and backups had this table before they had a version.
    file: 'feedback',
    sqlite: `
      CREATE TABLE IF NOT EXISTS feedback (
        page TEXT NOT NULL, reader TEXT NOT NULL, helpful INTEGER NOT NULL, comment TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (page, reader)
      ) WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE feedback (
        page text NOT NULL, reader text NOT NULL, helpful boolean NOT NULL, comment text NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (page, reader)
      );
      CREATE INDEX feedback_by_time ON feedback (at);`,
  },
  {
    // Name and email in the form that is searched and sorted, and the text they were computed from. When any release
    // changes a name, the two texts differ and the form is computed again (`src/accounts/store/account-pages.ts`).
    file: 'accounts',
    sqlite: `
      ALTER TABLE accounts ADD COLUMN folded TEXT;
      ALTER TABLE accounts ADD COLUMN folded_from TEXT;
      CREATE INDEX accounts_to_fold ON accounts (id) WHERE folded_from IS DISTINCT FROM name || ' ' || email;`,
  },
  {
    file: 'accounts',
    sqlite: `
      CREATE TABLE reset_links (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reset_links_of_account ON reset_links (account_id);`,
  },
  {
    // No reference to the account: restoring a backup replaces accounts and keeps mails.
    file: 'accounts',
    sqlite: `
      CREATE TABLE mails (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, account_id TEXT, email TEXT NOT NULL, detail TEXT NOT NULL,
        created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, claimed_until INTEGER,
        attempts INTEGER NOT NULL, uncertain INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX mails_by_time ON mails (due_at);`,
    postgres: `
      CREATE TABLE mails (
        id text PRIMARY KEY, kind text NOT NULL, account_id text, email text NOT NULL, detail text NOT NULL,
        created_at bigint NOT NULL, due_at bigint NOT NULL, claimed_until bigint,
        attempts int NOT NULL, uncertain int NOT NULL
      );
      CREATE INDEX mails_by_time ON mails (due_at);`,
  },
];
