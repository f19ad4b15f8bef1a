import { z } from 'zod';
import type { AuditEntry } from '../audit.ts';
import type { Account, Session, SignedIn } from '../store.ts';

// PostgreSQL has booleans, SQLite 0 and 1.
const flag = z.union([z.boolean(), z.int().transform((value) => value === 1)]);

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['reader', 'administrator']),
  disabled: flag,
  password_hash: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  created_at: z.int(),
  last_sign_in_at: z.int().nullable(),
});

const sessionRow = z.object({
  token_hash: z.string(),
  account_id: z.string(),
  session_created_at: z.int(),
  last_seen_at: z.int(),
});

const auditRow = z.object({
  at: z.int(),
  event: z.string(),
  by_whom: z.string().nullable(),
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  from_address: z.string().nullable(),
  detail: z.string().nullable(),
});

export function accountIdOf(row: unknown): string {
  return sessionRow.pick({ account_id: true }).parse(row).account_id;
}

export function auditEntryOf(row: unknown): AuditEntry {
  const { at, event, by_whom, account_id, email, from_address, detail } = auditRow.parse(row);
  return { at, event, by: by_whom, accountId: account_id, email, from: from_address, detail };
}

export function accountOf(row: unknown): Account {
  const value = accountRow.parse(row);
  return {
    id: value.id,
    email: value.email,
    name: value.name,
    role: value.role,
    disabled: value.disabled,
    passwordHash: value.password_hash,
    issuer: value.issuer,
    subject: value.subject,
    createdAt: value.created_at,
    lastSignInAt: value.last_sign_in_at,
  };
}

/** A session joined with its account. */
export function signedInOf(row: unknown): SignedIn {
  return { session: sessionOf(row), account: accountOf(row) };
}

export function sessionOf(row: unknown): Session {
  const value = sessionRow.parse(row);
  return {
    tokenHash: value.token_hash,
    accountId: value.account_id,
    createdAt: value.session_created_at,
    lastSeenAt: value.last_seen_at,
  };
}
