import type { Migration } from './data-file.ts';

type FileName = 'accounts' | 'searches' | 'feedback';

/** A migration in the history that all files share, which began before features had migrations of their own. */
interface CommonMigration<Name extends FileName = FileName> extends Migration {
  /** Name of the data file that the migration changes. PostgreSQL has all tables in one place. */
  file: Name;
}

/** The version of a PostgreSQL database, of an accounts file and of a backup with these tables. */
export const BASE_VERSION = 19;

/**
 * The versions of SQLite files with the tables of `baseTables`. Their numbers count the steps in which earlier releases
 * created these tables.
 */
export const baseVersions: Readonly<Record<string, number>> = {
  accounts: BASE_VERSION,
  searches: 14,
  feedback: 15,
};

/** The tables of release 0.2.0, which every new database begins with. Never edit them: databases have them. */
export const baseTables: readonly CommonMigration[] = [
  {
    // Name and email in the form that is searched and sorted (`folded`), and the text they were computed from. When any
    // release changes a name, the two texts differ and the form is computed again
    // (`src/accounts/store/account-pages.ts`). The names of groups are sorted and separated by spaces.
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
        folded TEXT,
        folded_from TEXT,
        group_names TEXT NOT NULL DEFAULT '',
        UNIQUE (issuer, subject)
      ) STRICT;`,
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
        folded text,
        folded_from text,
        group_names text NOT NULL DEFAULT '',
        UNIQUE (issuer, subject)
      );`,
  },
  {
    // The identity provider's data about a session is in `provider_sessions`. The account page shows the device and the
    // network of a session.
    file: 'accounts',
    sqlite: `
      CREATE INDEX accounts_to_fold ON accounts (id) WHERE folded_from IS DISTINCT FROM name || ' ' || email;
      CREATE TABLE sessions (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, verified_at INTEGER, device TEXT, network TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_of_account ON sessions (account_id);
      CREATE TABLE provider_sessions (
        token_hash TEXT PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
        sid TEXT, renewal TEXT, checked_at INTEGER NOT NULL, claimed_until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX provider_sessions_of_sid ON provider_sessions (sid);
      CREATE TABLE known_addresses (
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, address TEXT NOT NULL,
        expires_at INTEGER NOT NULL, PRIMARY KEY (account_id, address)
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Attempts to sign in.
    file: 'accounts',
    sqlite: `
      CREATE TABLE attempts (key TEXT NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
      CREATE INDEX attempts_of_key ON attempts (key, at);
      CREATE INDEX attempts_by_expiry ON attempts (expires_at);`,
    postgres: `
      CREATE INDEX sessions_by_use ON sessions (last_seen_at);
      CREATE TABLE attempts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL, at bigint NOT NULL, expires_at bigint NOT NULL
      );
      CREATE INDEX attempts_of_key ON attempts (key, at);
      CREATE INDEX attempts_by_expiry ON attempts (expires_at);`,
  },
  {
    // Neither table refers to the account: the audit log keeps entries about removed accounts, and restoring a backup
    // replaces accounts and keeps mails.
    file: 'accounts',
    sqlite: `
      CREATE TABLE audit (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, by_whom TEXT,
        account_id TEXT, email TEXT, from_address TEXT, detail TEXT
      ) STRICT;
      CREATE INDEX audit_by_time ON audit (at);
      CREATE TABLE mails (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, account_id TEXT, email TEXT NOT NULL, detail TEXT NOT NULL,
        created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, claimed_until INTEGER,
        attempts INTEGER NOT NULL, uncertain INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX mails_by_time ON mails (due_at);`,
    postgres: `
      CREATE TABLE audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, event text NOT NULL, by_whom text,
        account_id text, email text, from_address text, detail text
      );
      CREATE INDEX audit_by_time ON audit (at);
      CREATE TABLE mails (
        id text PRIMARY KEY, kind text NOT NULL, account_id text, email text NOT NULL, detail text NOT NULL,
        created_at bigint NOT NULL, due_at bigint NOT NULL, claimed_until bigint,
        attempts int NOT NULL, uncertain int NOT NULL
      );
      CREATE INDEX mails_by_time ON mails (due_at);`,
  },
  {
    // Links in mails. A new email address of an account takes effect when the link that was sent to it is used.
    file: 'accounts',
    sqlite: `
      CREATE TABLE setup_links (token_hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE invites (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE reset_links (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reset_links_of_account ON reset_links (account_id);
      CREATE TABLE email_changes (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        email TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Second factors, and sign-ins that wait for one.
    file: 'accounts',
    sqlite: `
      CREATE TABLE passkeys (
        id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name TEXT NOT NULL, public_key TEXT NOT NULL, counter INTEGER NOT NULL, transports TEXT NOT NULL,
        created_at INTEGER NOT NULL, last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX passkeys_of_account ON passkeys (account_id);
      CREATE TABLE one_time_codes (
        account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        secret TEXT NOT NULL, last_step INTEGER NOT NULL, created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE recovery_codes (
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, code_hash TEXT NOT NULL,
        PRIMARY KEY (account_id, code_hash)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE pending_sign_ins (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        password_hash TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX pending_sign_ins_of_account ON pending_sign_ins (account_id);
      CREATE TABLE challenges (
        key TEXT PRIMARY KEY, text TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // A personal token with a client is a reader's grant to an agent. The records belong to the authorization server.
    // Other machines publish releases with deploy tokens.
    file: 'accounts',
    sqlite: `
      CREATE TABLE personal_tokens (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER,
        client TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX personal_tokens_of_account ON personal_tokens (account_id);
      CREATE TABLE agent_records (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL,
        token_hash TEXT REFERENCES personal_tokens (token_hash) ON DELETE CASCADE,
        payload TEXT NOT NULL, expires_at INTEGER NOT NULL, consumed_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX agent_records_of_token ON agent_records (token_hash);
      CREATE INDEX agent_records_by_expiry ON agent_records (expires_at);
      CREATE TABLE deploy_tokens (
        token_hash TEXT PRIMARY KEY, name TEXT NOT NULL, made_by TEXT NOT NULL, created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL, last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Leases for tasks that only one process at a time may do, and settings that administrators change while the site
    // runs, as JSON.
    file: 'accounts',
    sqlite: `
      CREATE TABLE duties (
        name TEXT PRIMARY KEY, holder TEXT NOT NULL, held_until INTEGER NOT NULL, tried_at INTEGER NOT NULL,
        failure TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  {
    // Searches and page views by day, without readers.
    file: 'searches',
    sqlite: `
      CREATE TABLE searches (
        day TEXT NOT NULL, query TEXT NOT NULL, count INTEGER NOT NULL, hits INTEGER NOT NULL,
        PRIMARY KEY (day, query)
      ) WITHOUT ROWID;
      CREATE TABLE openings (
        day TEXT NOT NULL, query TEXT NOT NULL, opened TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (day, query, opened)
      ) WITHOUT ROWID;
      CREATE TABLE readings (
        day TEXT NOT NULL, page TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, page)
      ) STRICT, WITHOUT ROWID;`,
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
      CREATE INDEX openings_of_query ON openings (query, day);
      CREATE TABLE readings (day text NOT NULL, page text NOT NULL, count int NOT NULL, PRIMARY KEY (day, page));`,
  },
  {
    file: 'feedback',
    sqlite: `
      CREATE TABLE feedback (
        page TEXT NOT NULL, reader TEXT NOT NULL, helpful INTEGER NOT NULL, comment TEXT NOT NULL, at INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'open', note TEXT NOT NULL DEFAULT '', PRIMARY KEY (page, reader)
      ) WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE feedback (
        page text NOT NULL, reader text NOT NULL, helpful boolean NOT NULL, comment text NOT NULL, at bigint NOT NULL,
        state text NOT NULL DEFAULT 'open', note text NOT NULL DEFAULT '', PRIMARY KEY (page, reader)
      );
      CREATE INDEX feedback_by_time ON feedback (at);`,
  },
];

/**
 * Changes of the accounts since release 0.2.0: `migrations[0]` creates version `BASE_VERSION + 1`, and so on. Never edit a
 * released migration; add a new one at the end, for both databases. Features have migrations of their own (`DataFile`).
 * Processes of the previous release may still be running while it is applied, and must keep working. PostgreSQL finds
 * the tables by its search path.
 */
export const migrations: readonly CommonMigration<'accounts'>[] = [];

/** The version of a database with all migrations. */
export const NEWEST_VERSION = BASE_VERSION + migrations.length;

/** Translates the SQLite statements of a migration: type names differ, and PostgreSQL has no table options. */
export function toPostgresSql({ sqlite, postgres }: Migration): string {
  return (
    postgres ?? sqlite.replaceAll(/\bINTEGER\b/g, 'bigint').replaceAll(/ STRICT(?:, WITHOUT ROWID)?/g, '')
  );
}
