import type { DatabaseSync } from 'node:sqlite';
import { ACCOUNT_COLUMNS, AUDIT_COLUMNS } from './rows.ts';

const ADD_ACCOUNT = `INSERT INTO accounts (${ACCOUNT_COLUMNS})`;

const SIGNED_IN = `SELECT accounts.*, token_hash, account_id, sessions.created_at AS session_created_at, last_seen_at
  FROM sessions JOIN accounts ON accounts.id = account_id`;

/** An account whose one-time link was not used yet cannot sign in. */
export const CAN_SIGN_IN = "disabled = 0 AND NOT (issuer = 'local' AND password_hash IS NULL)";

const INVITED = `SELECT accounts.* FROM invites JOIN accounts ON accounts.id = account_id
  WHERE token_hash = ? AND expires_at > ? AND disabled = 0 AND password_hash IS NULL`;

/** Every statement of the embedded store, prepared once. */
export function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    addAccount: prepare(`${ADD_ACCOUNT} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    // The condition is part of the insert, so that there is no moment between asking and adding.
    addFirstAccount: prepare(
      `${ADD_ACCOUNT} SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
    ),
    accountByEmail: prepare('SELECT * FROM accounts WHERE email = ?'),
    accountBySubject: prepare('SELECT * FROM accounts WHERE issuer = ? AND subject = ?'),
    listAccounts: prepare('SELECT * FROM accounts ORDER BY email'),
    countAccounts: prepare('SELECT count(*) AS n FROM accounts'),
    roleOf: prepare('SELECT role, disabled, issuer FROM accounts WHERE id = ?'),
    otherAdministrators: prepare(
      `SELECT count(*) AS n FROM accounts WHERE role = 'administrator' AND ${CAN_SIGN_IN} AND issuer = ? AND id <> ?`,
    ),
    setDisabled: prepare('UPDATE accounts SET disabled = ? WHERE id = ?'),
    setRole: prepare('UPDATE accounts SET role = ? WHERE id = ?'),
    setPasswordHash: prepare('UPDATE accounts SET password_hash = ? WHERE id = ?'),
    emailOf: prepare('SELECT email FROM accounts WHERE id = ?'),
    otherWithEmail: prepare('SELECT 1 FROM accounts WHERE email = ? AND id <> ?'),
    setProfile: prepare('UPDATE accounts SET email = ?, name = ? WHERE id = ?'),
    replacePasswordHash: prepare('UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?'),
    removeAccount: prepare('DELETE FROM accounts WHERE id = ?'),

    addInvite: prepare(
      `INSERT INTO invites (token_hash, account_id, expires_at)
       SELECT :token, id, :until FROM accounts WHERE id = :id AND issuer = 'local' AND password_hash IS NULL
       ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    ),
    accountByInvite: prepare(INVITED),
    removeInvitesOf: prepare('DELETE FROM invites WHERE account_id = ?'),
    removeExpiredInvites: prepare('DELETE FROM invites WHERE expires_at <= ?'),

    addSetupLink: prepare('INSERT INTO setup_links (token_hash, expires_at) VALUES (?, ?)'),
    hasSetupLink: prepare('SELECT 1 FROM setup_links WHERE token_hash = ? AND expires_at > ?'),
    removeSetupLinks: prepare('DELETE FROM setup_links'),
    removeExpiredSetupLinks: prepare('DELETE FROM setup_links WHERE expires_at <= ?'),

    noteSignIn: prepare(
      `UPDATE accounts SET last_sign_in_at = :at
       WHERE id = :id AND disabled = 0 AND (:hash IS NULL OR password_hash = :hash)`,
    ),
    addSession: prepare(
      'INSERT INTO sessions (token_hash, account_id, created_at, last_seen_at) VALUES (?, ?, ?, ?)',
    ),
    findSession: prepare(
      `${SIGNED_IN} WHERE token_hash = ? AND last_seen_at > ? AND sessions.created_at > ? AND disabled = 0`,
    ),
    recentSessions: prepare(
      `${SIGNED_IN} WHERE last_seen_at > ? AND sessions.created_at > ? AND disabled = 0
       ORDER BY last_seen_at DESC LIMIT ?`,
    ),
    countSessions: prepare('SELECT count(*) AS n FROM sessions WHERE last_seen_at > ? AND created_at > ?'),
    touchSession: prepare('UPDATE sessions SET last_seen_at = max(last_seen_at, ?) WHERE token_hash = ?'),
    removeSession: prepare('DELETE FROM sessions WHERE token_hash = ? RETURNING account_id'),
    removeSessionsOf: prepare('DELETE FROM sessions WHERE account_id = ?'),
    removeSessionOf: prepare('DELETE FROM sessions WHERE account_id = ? AND token_hash = ?'),
    sessionsOf: prepare(
      `SELECT token_hash, account_id, created_at AS session_created_at, last_seen_at FROM sessions
       WHERE account_id = ? AND last_seen_at > ? AND created_at > ? ORDER BY last_seen_at DESC, token_hash`,
    ),
    removeOtherSessionsOf: prepare('DELETE FROM sessions WHERE account_id = ? AND token_hash <> ?'),
    removeExpiredSessions: prepare('DELETE FROM sessions WHERE last_seen_at <= ? OR created_at <= ?'),

    /** The attempt that must leave the window before another one fits. */
    blockingAttempt: prepare(
      'SELECT at FROM attempts WHERE key = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?',
    ),
    addAttempt: prepare('INSERT INTO attempts (key, at, expires_at) VALUES (?, ?, ?)'),
    clearAttempts: prepare('DELETE FROM attempts WHERE key = ?'),
    takeBackAttempt: prepare(
      'DELETE FROM attempts WHERE rowid = (SELECT rowid FROM attempts WHERE key = ? AND at = ? LIMIT 1)',
    ),
    removeExpiredAttempts: prepare('DELETE FROM attempts WHERE expires_at <= ?'),

    note: prepare(
      `INSERT INTO audit (${AUDIT_COLUMNS})
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT email FROM accounts WHERE id = ?6))`,
    ),
    auditSince: prepare('SELECT * FROM audit WHERE at >= ? ORDER BY at, id'),
    removeAuditBefore: prepare('DELETE FROM audit WHERE at < ?'),

    rememberAddress: prepare(
      `INSERT INTO known_addresses (account_id, address, expires_at) SELECT id, ?, ? FROM accounts WHERE id = ?
       ON CONFLICT (account_id, address) DO UPDATE SET expires_at = max(expires_at, excluded.expires_at)`,
    ),
    knowsAddress: prepare(
      `SELECT 1 FROM known_addresses JOIN accounts ON accounts.id = account_id
       WHERE email = ? AND address = ? AND expires_at > ?`,
    ),
    removeExpiredAddresses: prepare('DELETE FROM known_addresses WHERE expires_at <= ?'),
  };
}
