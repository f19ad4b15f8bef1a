import { z } from 'zod';
import { type Database, flag, insertInto, type Statement } from '../../storage/database.ts';
import type { Account } from '../account.ts';

/** What `accountRow` reads, of the table that is called `a` in the statement. */
export const ACCOUNT = `a.id, a.email, a.name, a.role, a.group_names AS "groups", a.disabled, a.password_hash AS "passwordHash", a.issuer,
  a.subject, a.created_at AS "createdAt", a.last_sign_in_at AS "lastSignInAt"`;

/** Of `a`: an account whose one-time link was not used yet cannot sign in. */
export const CAN_SIGN_IN = "NOT a.disabled AND NOT (a.issuer = 'local' AND a.password_hash IS NULL)";

export const accountRow: z.ZodType<Account> = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['reader', 'administrator']),
  groups: z.string().transform((names) => names.split(' ').filter(Boolean)),
  disabled: flag,
  passwordHash: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  createdAt: z.int(),
  lastSignInAt: z.int().nullable(),
});

/** Adds nothing where the e-mail, or the provider's subject, is taken. */
export function insertAccount(database: Pick<Database, 'names'>, account: Account): Statement {
  const row = { ...account, groupNames: groupNames(account.groups) };
  return insertInto(database, 'accounts', row, 'ON CONFLICT DO NOTHING');
}

/** As they are kept: names have no blanks. */
export function groupNames(groups: readonly string[]): string {
  return [...new Set(groups)].sort().join(' ');
}
