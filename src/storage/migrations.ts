/**
 * The schema's history. `migrations[0]` makes version 1, and so on; `user_version` says how far a file is. One that
 * has been released is never edited: a change is a new entry at the end.
 */
export const migrations: readonly string[] = [
  `
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
    token_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_account ON sessions (account_id);

  CREATE TABLE attempts (
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX attempts_of_key ON attempts (key, at);
  CREATE INDEX attempts_by_expiry ON attempts (expires_at);

  CREATE TABLE known_addresses (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, address)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE setup_links (
    token_hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // No reference to the account: what was done to one that is gone stays written down.
  `
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    by_whom TEXT,
    account_id TEXT,
    email TEXT,
    from_address TEXT,
    detail TEXT
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at);
  `,
  `
  CREATE TABLE invites (
    token_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];
