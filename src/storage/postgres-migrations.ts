/**
 * The shared store's history, as `migrations.ts` is the embedded one's: step n makes version n, and one that has been
 * released is never edited. Everything lies in a schema of its own, so that the database may be shared.
 */
export const SCHEMA = 'lurana_docs';

export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE ${SCHEMA}.accounts (
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

  CREATE TABLE ${SCHEMA}.sessions (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL REFERENCES ${SCHEMA}.accounts (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
  );
  CREATE INDEX sessions_of_account ON ${SCHEMA}.sessions (account_id);
  CREATE INDEX sessions_by_use ON ${SCHEMA}.sessions (last_seen_at);

  CREATE TABLE ${SCHEMA}.attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL,
    at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX attempts_of_key ON ${SCHEMA}.attempts (key, at);
  CREATE INDEX attempts_by_expiry ON ${SCHEMA}.attempts (expires_at);

  CREATE TABLE ${SCHEMA}.known_addresses (
    account_id text NOT NULL REFERENCES ${SCHEMA}.accounts (id) ON DELETE CASCADE,
    address text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (account_id, address)
  );
  `,
  `
  CREATE TABLE ${SCHEMA}.setup_links (
    token_hash text PRIMARY KEY,
    expires_at bigint NOT NULL
  );
  `,
  `
  CREATE TABLE ${SCHEMA}.audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    event text NOT NULL,
    by_whom text,
    account_id text,
    email text,
    from_address text,
    detail text
  );
  CREATE INDEX audit_by_time ON ${SCHEMA}.audit (at);
  `,
  `
  CREATE TABLE ${SCHEMA}.invites (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL UNIQUE REFERENCES ${SCHEMA}.accounts (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL
  );
  `,
  // Of searches, without who searched; see src/search/analytics/search-counts.ts.
  `
  CREATE TABLE ${SCHEMA}.searches (
    day text NOT NULL,
    query text NOT NULL,
    count int NOT NULL,
    hits int NOT NULL,
    PRIMARY KEY (day, query)
  );
  CREATE INDEX searches_of_query ON ${SCHEMA}.searches (query, day);
  CREATE TABLE ${SCHEMA}.openings (
    day text NOT NULL,
    query text NOT NULL,
    opened text NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (day, query, opened)
  );
  CREATE INDEX openings_of_query ON ${SCHEMA}.openings (query, day);
  `,
  // What readers say of pages; see src/feedback/feedback.ts.
  `
  CREATE TABLE ${SCHEMA}.feedback (
    page text NOT NULL,
    reader text NOT NULL,
    helpful boolean NOT NULL,
    comment text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (page, reader)
  );
  CREATE INDEX feedback_by_time ON ${SCHEMA}.feedback (at);
  `,
];
