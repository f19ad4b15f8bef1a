import { type CommonMigration, earlierMigrations } from './earlier-migrations.ts';

/**
 * All migrations of the accounts file, and those of features until they had migrations of their own (`DataFile`):
 * `migrations[0]` creates version 1, and so on. Never edit a released migration; add a new one at the end, for both
 * databases, and only for the accounts. Processes of the previous release may still be running while it is applied,
 * and must keep working. PostgreSQL finds the tables by its search path. When this file gets long, move its first
 * entries to the end of `earlier-migrations.ts`.
 */
export const migrations: readonly CommonMigration[] = [
  ...earlierMigrations,
  {
    // The identity provider's data about a session, and leases for tasks that only one process at a time may do.
    file: 'accounts',
    sqlite: `
      CREATE TABLE provider_sessions (
        token_hash TEXT PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
        sid TEXT, renewal TEXT, checked_at INTEGER NOT NULL, claimed_until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX provider_sessions_of_sid ON provider_sessions (sid);
      CREATE TABLE duties (
        name TEXT PRIMARY KEY, holder TEXT NOT NULL, held_until INTEGER NOT NULL, tried_at INTEGER NOT NULL,
        failure TEXT
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Second factors, sign-ins that wait for one, and the device and network that the account page shows per session.
    file: 'accounts',
    sqlite: `
      ALTER TABLE sessions ADD COLUMN verified_at INTEGER;
      ALTER TABLE sessions ADD COLUMN device TEXT;
      ALTER TABLE sessions ADD COLUMN network TEXT;
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
    // Sorted names, separated by spaces. Processes of the previous release add accounts without groups.
    file: 'accounts',
    sqlite: "ALTER TABLE accounts ADD COLUMN group_names TEXT NOT NULL DEFAULT '';",
  },
  {
    // New email addresses of accounts. Each takes effect when the link that was sent to it is used.
    file: 'accounts',
    sqlite: `
      CREATE TABLE email_changes (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        email TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Page views by day, without readers.
    file: 'searches',
    sqlite: `
      CREATE TABLE readings (
        day TEXT NOT NULL, page TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, page)
      ) STRICT, WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE readings (day text NOT NULL, page text NOT NULL, count int NOT NULL, PRIMARY KEY (day, page));`,
  },
  {
    // Earlier releases write neither column, so their feedback is open.
    file: 'feedback',
    sqlite: `
      ALTER TABLE feedback ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
      ALTER TABLE feedback ADD COLUMN note TEXT NOT NULL DEFAULT '';`,
  },
  {
    // Settings that administrators change while the site runs, as JSON.
    file: 'accounts',
    sqlite: `
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  {
    file: 'accounts',
    sqlite: `
      CREATE TABLE personal_tokens (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX personal_tokens_of_account ON personal_tokens (account_id);`,
  },
  {
    // Tokens that other machines publish releases with.
    file: 'accounts',
    sqlite: `
      CREATE TABLE deploy_tokens (
        token_hash TEXT PRIMARY KEY, name TEXT NOT NULL, made_by TEXT NOT NULL, created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL, last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // A token with a client is a reader's grant to an agent. The records belong to the authorization server.
    file: 'accounts',
    sqlite: `
      ALTER TABLE personal_tokens ADD COLUMN client TEXT;
      CREATE TABLE agent_records (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL,
        token_hash TEXT REFERENCES personal_tokens (token_hash) ON DELETE CASCADE,
        payload TEXT NOT NULL, expires_at INTEGER NOT NULL, consumed_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX agent_records_of_token ON agent_records (token_hash);
      CREATE INDEX agent_records_by_expiry ON agent_records (expires_at);`,
  },
];
