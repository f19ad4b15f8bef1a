import { SCHEMA } from './postgres-migrations.ts';
import { ACCOUNT_COLUMNS, AUDIT_COLUMNS } from './rows.ts';

const accounts = `${SCHEMA}.accounts`;
const sessions = `${SCHEMA}.sessions`;
const audit = `${SCHEMA}.audit`;
const attempts = `${SCHEMA}.attempts`;
const invites = `${SCHEMA}.invites`;
const setupLinks = `${SCHEMA}.setup_links`;
const knownAddresses = `${SCHEMA}.known_addresses`;

const signedIn = `SELECT a.*, s.token_hash, s.account_id, s.created_at AS session_created_at, s.last_seen_at
  FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id`;

const invited = `SELECT a.* FROM ${invites} i JOIN ${accounts} a ON a.id = i.account_id
  WHERE i.token_hash = $1 AND i.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NULL`;

/** Where sessions that start and end are told of: a channel belongs to its database. */
export const CHANNEL = `${SCHEMA}_sessions`;

/** Every statement of the shared store. */
export const statements = {
  lock: 'SELECT pg_advisory_xact_lock($1, $2)',
  notify: `SELECT pg_notify('${CHANNEL}', $1)`,

  addAccount: `INSERT INTO ${accounts} (${ACCOUNT_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
  hasAccounts: `SELECT 1 FROM ${accounts} LIMIT 1`,
  accountByEmail: `SELECT * FROM ${accounts} WHERE email = $1`,
  accountBySubject: `SELECT * FROM ${accounts} WHERE issuer = $1 AND subject = $2`,
  // Byte order, as the embedded store has it, and not that of this database's language.
  listAccounts: `SELECT * FROM ${accounts} ORDER BY email COLLATE "C"`,
  countAccounts: `SELECT count(*) AS n FROM ${accounts}`,
  lockAccount: `SELECT * FROM ${accounts} WHERE id = $1 FOR UPDATE`,
  otherAdministrators: `SELECT 1 FROM ${accounts} WHERE role = 'administrator' AND NOT disabled
    AND NOT (issuer = 'local' AND password_hash IS NULL) AND issuer = $1 AND id <> $2 LIMIT 1`,
  setDisabled: `UPDATE ${accounts} SET disabled = $2 WHERE id = $1`,
  setRole: `UPDATE ${accounts} SET role = $2 WHERE id = $1`,
  setPasswordHash: `UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`,
  otherWithEmail: `SELECT 1 FROM ${accounts} WHERE email = $1 AND id <> $2`,
  setProfile: `UPDATE ${accounts} SET email = $2, name = $3 WHERE id = $1`,
  replacePasswordHash: `UPDATE ${accounts} SET password_hash = $3 WHERE id = $1 AND password_hash = $2`,
  removeAccount: `DELETE FROM ${accounts} WHERE id = $1`,

  addInvite: `INSERT INTO ${invites} (token_hash, account_id, expires_at)
    SELECT $1, id, $3 FROM ${accounts} WHERE id = $2 AND issuer = 'local' AND password_hash IS NULL FOR UPDATE
    ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
  accountByInvite: invited,
  /** Who waits for the lock finds a password there, and with it no account to accept. */
  lockInvited: `${invited} FOR UPDATE OF a`,
  removeInvitesOf: `DELETE FROM ${invites} WHERE account_id = $1`,
  removeExpiredInvites: `DELETE FROM ${invites} WHERE token_hash IN (
    SELECT token_hash FROM ${invites} WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,

  addSetupLink: `INSERT INTO ${setupLinks} (token_hash, expires_at) VALUES ($1, $2)`,
  hasSetupLink: `SELECT 1 FROM ${setupLinks} WHERE token_hash = $1 AND expires_at > $2`,
  removeSetupLinks: `DELETE FROM ${setupLinks}`,
  removeExpiredSetupLinks: `DELETE FROM ${setupLinks} WHERE token_hash IN (
    SELECT token_hash FROM ${setupLinks} WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,

  noteSignIn: `UPDATE ${accounts} SET last_sign_in_at = $2
    WHERE id = $1 AND NOT disabled AND ($3::text IS NULL OR password_hash = $3)`,
  addSession: `INSERT INTO ${sessions} (token_hash, account_id, created_at, last_seen_at) VALUES ($1, $2, $3, $4)`,
  findSession: `${signedIn}
    WHERE s.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND NOT a.disabled`,
  recentSessions: `${signedIn} WHERE s.last_seen_at > $1 AND s.created_at > $2 AND NOT a.disabled
    ORDER BY s.last_seen_at DESC LIMIT $3`,
  countSessions: `SELECT count(*) AS n FROM ${sessions} WHERE last_seen_at > $1 AND created_at > $2`,
  touchSession: `UPDATE ${sessions} SET last_seen_at = greatest(last_seen_at, $2) WHERE token_hash = $1`,
  removeSession: `DELETE FROM ${sessions} WHERE token_hash = $1 RETURNING account_id`,
  removeSessionsOf: `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash IS DISTINCT FROM $2`,
  removeSessionOf: `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash = $2`,
  sessionsOf: `SELECT token_hash, account_id, created_at AS session_created_at, last_seen_at FROM ${sessions}
    WHERE account_id = $1 AND last_seen_at > $2 AND created_at > $3
    ORDER BY last_seen_at DESC, token_hash COLLATE "C"`,
  // Several processes clear away at once: none waits for another, nor two for each other.
  removeExpiredSessions: `DELETE FROM ${sessions} WHERE token_hash IN (
    SELECT token_hash FROM ${sessions} WHERE last_seen_at <= $1 OR created_at <= $2 FOR UPDATE SKIP LOCKED)`,

  /** One after the other for each key, always in the same order: counting twice at once would exceed a limit. */
  lockKeys: `SELECT pg_advisory_xact_lock(number) FROM (
    SELECT DISTINCT hashtextextended(key, 0) AS number FROM unnest($1::text[]) AS key ORDER BY number) AS numbers`,
  /** When every full window has room again: its blocking attempt must leave it first. */
  retryAt: `SELECT max(blocking.at + wanted.window_ms) AS retry_at
    FROM unnest($1::text[], $2::int[], $3::bigint[]) AS wanted (key, most, window_ms)
    CROSS JOIN LATERAL (
      SELECT at FROM ${attempts} WHERE attempts.key = wanted.key AND at > $4::bigint - wanted.window_ms
      ORDER BY at DESC LIMIT 1 OFFSET wanted.most - 1) AS blocking`,
  addAttempts: `INSERT INTO ${attempts} (key, at, expires_at)
    SELECT key, $3::bigint, $3::bigint + window_ms FROM unnest($1::text[], $2::bigint[]) AS wanted (key, window_ms)`,
  clearAttempts: `DELETE FROM ${attempts} WHERE key = ANY ($1)`,
  takeBackAttempts: `DELETE FROM ${attempts} WHERE id IN (
    SELECT min(id) FROM ${attempts} WHERE key = ANY ($1) AND at = $2 GROUP BY key)`,
  removeExpiredAttempts: `DELETE FROM ${attempts} WHERE id IN (
    SELECT id FROM ${attempts} WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,

  note: `INSERT INTO ${audit} (${AUDIT_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, (SELECT email FROM ${accounts} WHERE id = $6))`,
  auditSince: `SELECT * FROM ${audit} WHERE at >= $1 ORDER BY at, id`,
  removeAuditBefore: `DELETE FROM ${audit} WHERE id IN (
    SELECT id FROM ${audit} WHERE at < $1 FOR UPDATE SKIP LOCKED)`,

  // Locked, so that it is not removed between being found and being referred to.
  rememberAddress: `INSERT INTO ${knownAddresses} AS known (account_id, address, expires_at)
    SELECT id, $2, $3 FROM ${accounts} WHERE id = $1 FOR KEY SHARE
    ON CONFLICT (account_id, address) DO UPDATE SET expires_at = greatest(known.expires_at, excluded.expires_at)`,
  knowsAddress: `SELECT 1 FROM ${knownAddresses} k JOIN ${accounts} a ON a.id = k.account_id
    WHERE a.email = $1 AND k.address = $2 AND k.expires_at > $3`,
  removeExpiredAddresses: `DELETE FROM ${knownAddresses} WHERE (account_id, address) IN (
    SELECT account_id, address FROM ${knownAddresses} WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
};
