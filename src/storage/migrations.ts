import { earlierMigrations, type Migration } from './earlier-migrations.ts';

/**
 * The history of every table: `migrations[0]` makes version 1, and so on. One that has been released is never edited:
 * a change is a new entry at the end, for both databases. While it is made, processes of the release before may be
 * running: they must be able to go on. PostgreSQL finds the tables by its search path. When this file grows long, its
 * first steps go to the end of `earlier-migrations.ts`.
 */
export const migrations: readonly Migration[] = [
  ...earlierMigrations,
  {
    // What an identity provider knows of a session, and what one process of all does now and then.
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
    // Second factors, the sign-ins that wait for one, and what a session shows its owner of the browser that has it.
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
    // Sorted, with a blank between two. Processes of the release before add accounts that are in no group.
    file: 'accounts',
    sqlite: "ALTER TABLE accounts ADD COLUMN group_names TEXT NOT NULL DEFAULT '';",
  },
  {
    // The e-mail that an account is to have when the link is used, which was sent there.
    file: 'accounts',
    sqlite: `
      CREATE TABLE email_changes (
        token_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        email TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // How often a page was opened on a day, by nobody in particular.
    file: 'searches',
    sqlite: `
      CREATE TABLE readings (
        day TEXT NOT NULL, page TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, page)
      ) STRICT, WITHOUT ROWID;`,
    postgres: `
      CREATE TABLE readings (day text NOT NULL, page text NOT NULL, count int NOT NULL, PRIMARY KEY (day, page));`,
  },
  {
    // Releases before write neither: what they put in is open.
    file: 'feedback',
    sqlite: `
      ALTER TABLE feedback ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
      ALTER TABLE feedback ADD COLUMN note TEXT NOT NULL DEFAULT '';`,
  },
  {
    // What administrators set while the site runs, as JSON.
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
    // What releases are published with from elsewhere.
    file: 'accounts',
    sqlite: `
      CREATE TABLE deploy_tokens (
        token_hash TEXT PRIMARY KEY, name TEXT NOT NULL, made_by TEXT NOT NULL, created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL, last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // A token with a client is what a reader allows an agent; the records are what the authorization server keeps.
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
