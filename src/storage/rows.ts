import { z } from 'zod';
import type { AuditEntry, AuditNote } from '../accounts/audit.ts';
import type { Account, Session, SignedIn } from './store.ts';

/** In both stores; `accountValues` and `auditValues` are in this order. */
export const ACCOUNT_COLUMNS =
  'id, email, name, role, disabled, password_hash, issuer, subject, created_at, last_sign_in_at';
export const AUDIT_COLUMNS = 'at, event, by_whom, from_address, detail, account_id, email';

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

type Value = string | number | null;

/** `flag`: a boolean as the store has it. */
export function accountValues<Flag>(account: Account, flag: (value: boolean) => Flag): (Value | Flag)[] {
  return [
    account.id,
    account.email,
    account.name,
    account.role,
    flag(account.disabled),
    account.passwordHash,
    account.issuer,
    account.subject,
    account.createdAt,
    account.lastSignInAt,
  ];
}

/** But for the e-mail, which the store looks up itself. */
export function auditValues({ at, event, by, from, detail }: AuditNote, accountId?: string): Value[] {
  return [at, event, by ?? null, from ?? null, detail ?? null, accountId ?? null];
}

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
