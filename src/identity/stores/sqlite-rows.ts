import { z } from 'zod';
import type { Account, Session } from '../store.ts';

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['reader', 'administrator']),
  disabled: z.int(),
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

export function accountOf(row: unknown): Account {
  const value = accountRow.parse(row);
  return {
    id: value.id,
    email: value.email,
    name: value.name,
    role: value.role,
    disabled: value.disabled === 1,
    passwordHash: value.password_hash,
    issuer: value.issuer,
    subject: value.subject,
    createdAt: value.created_at,
    lastSignInAt: value.last_sign_in_at,
  };
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
