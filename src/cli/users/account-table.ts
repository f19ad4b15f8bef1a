import type { Account } from '../../accounts/account.ts';
import { inColumns } from '../terminal-text.ts';

/** For programs: everything but the password's hash. */
export function accountsAsJson(accounts: readonly Account[]): string {
  const rows = accounts.map(({ email, name, role, disabled, issuer, createdAt, lastSignInAt }) => ({
    email,
    name,
    role,
    disabled,
    issuer,
    createdAt: new Date(createdAt).toISOString(),
    lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
  }));
  return JSON.stringify(rows, null, 2);
}

/** For people. */
export function accountTable(accounts: readonly Account[]): string {
  const rows = accounts.map(({ email, name, role, disabled, lastSignInAt }) => [
    email,
    name,
    role,
    disabled ? 'disabled' : 'enabled',
    lastSignInAt === null ? 'never' : new Date(lastSignInAt).toISOString().replace(/:\d\d\.\d+Z$/, 'Z'),
  ]);
  return inColumns([['E-mail', 'Name', 'Role', 'State', 'Last sign-in'], ...rows]);
}
