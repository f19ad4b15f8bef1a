import type { Account } from '../../accounts/account.ts';
import { type CommandResult, succeed } from '../../command/define-command.ts';
import { formatJson, formatMinute, formatTable } from '../../command/terminal-text.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';

export function listAccounts(accounts: readonly Account[], json: boolean): CommandResult {
  if (json) {
    // All fields except the password hash.
    const rows = accounts.map(({ email, name, role, groups, disabled, issuer, createdAt, lastSignInAt }) => {
      const row = { email, name, role, groups, disabled, issuer, createdAt, lastSignInAt };
      return toIsoTimes(row, 'createdAt', 'lastSignInAt');
    });
    return succeed(formatJson(rows));
  }
  if (accounts.length === 0) return succeed('No accounts found.');
  const rows = accounts.map(({ email, name, role, groups, disabled, lastSignInAt }) => [
    email,
    name,
    role,
    groups.join(' '),
    disabled ? 'disabled' : 'enabled',
    formatMinute(lastSignInAt),
  ]);
  return succeed(formatTable([['Email', 'Name', 'Role', 'Groups', 'State', 'Last sign-in'], ...rows]));
}
