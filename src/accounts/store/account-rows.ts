import { z } from 'zod';
import { booleanColumn, type Database, insertInto, type Statement } from '../../storage/database.ts';
import type { Account } from '../account.ts';

/** Columns that `accountRow` reads. The statement must name the accounts table `a`. */
export const ACCOUNT = `a.id, a.email, a.name, a.role, a.group_names AS "groups", a.disabled, a.password_hash AS "passwordHash", a.issuer,
  a.subject, a.created_at AS "createdAt", a.last_sign_in_at AS "lastSignInAt"`;

/** Condition on the accounts table `a`. An account can't sign in until its one-time link has been used. */
export const CAN_SIGN_IN = "NOT a.disabled AND NOT (a.issuer = 'local' AND a.password_hash IS NULL)";

export const accountRow: z.ZodType<Account> = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['reader', 'administrator']),
  groups: z.string().transform((names) => names.split(' ').filter(Boolean)),
  disabled: booleanColumn,
  passwordHash: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  createdAt: z.int(),
  lastSignInAt: z.int().nullable(),
});

/** Adds nothing if another account has the email or the provider's subject. */
export function insertAccount(database: Pick<Database, 'names' | 'tables'>, account: Account): Statement {
  const row = { ...account, groupNames: joinGroupNames(account.groups) };
  return insertInto(database, 'accounts', row, 'ON CONFLICT DO NOTHING');
}

/** Joins group names as they are stored. Names contain no spaces. */
export function joinGroupNames(groups: readonly string[]): string {
  return [...new Set(groups)].sort().join(' ');
}
