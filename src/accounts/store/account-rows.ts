import { z } from 'zod';
import { type Database, insertInto, type Statement } from '../../storage/database.ts';
import { tables } from '../../storage/tables.ts';
import type { Account } from '../account.ts';

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

/** Those that `accountOf` reads, of the table that is called `a` in the statement. */
export const ACCOUNT = tables.accounts.columns.map((column) => `a.${column}`).join(', ');

/** Of `a`: an account whose one-time link was not used yet cannot sign in. */
export const CAN_SIGN_IN = "NOT a.disabled AND NOT (a.issuer = 'local' AND a.password_hash IS NULL)";

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

/** Adds nothing where the e-mail, or the provider's subject, is taken. */
export function insertAccount(database: Pick<Database, 'names'>, account: Account): Statement {
  const row = {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    disabled: account.disabled,
    password_hash: account.passwordHash,
    issuer: account.issuer,
    subject: account.subject,
    created_at: account.createdAt,
    last_sign_in_at: account.lastSignInAt,
  };
  return insertInto(database, 'accounts', row, 'ON CONFLICT DO NOTHING');
}
