import type { Account } from '../../accounts/account.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { type Answer, done } from '../command.ts';
import { inColumns, jsonText, minuteOf } from '../terminal-text.ts';

export function listAccounts(accounts: readonly Account[], json: boolean): Answer {
  if (json) {
    // Everything but the password's hash.
    const rows = accounts.map(({ email, name, role, groups, disabled, issuer, createdAt, lastSignInAt }) => {
      const shown = { email, name, role, groups, disabled, issuer, createdAt, lastSignInAt };
      return isoTimes(shown, 'createdAt', 'lastSignInAt');
    });
    return done(jsonText(rows));
  }
  const rows = accounts.map(({ email, name, role, groups, disabled, lastSignInAt }) => [
    email,
    name,
    role,
    groups.join(' '),
    disabled ? 'disabled' : 'enabled',
    minuteOf(lastSignInAt),
  ]);
  return done(inColumns([['E-mail', 'Name', 'Role', 'Groups', 'State', 'Last sign-in'], ...rows]));
}
