import type { Account, AccountFault } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import { inviteUrl, resetUrl } from '../../model/urls.ts';
import { callOf } from '../../shared/call-of.ts';
import { type Answer, failed } from '../command.ts';
import type { UsersCommand } from './arguments.ts';

/** Adds an account without a password, or finds it again, and prints the link at which its owner sets one. */
export async function invite(
  command: Extract<UsersCommand, { name: 'invite' }>,
  accounts: AccountAdministration,
  origin: string,
): Promise<Answer> {
  const answer = (email: string, token: string): Answer => ({
    exitCode: 0,
    // Alone on stdout, so that it can be piped on.
    out: origin + inviteUrl(token),
    err: `${email} can set a password at this link, once and within 72 hours. It is shown this once:`,
  });
  const known = await accounts.byEmail(command.email);
  if (known !== undefined) {
    if (command.role !== undefined && command.role !== known.role)
      return failed(`There is an account ${known.email} already, with another role.`);
    const token = await accounts.inviteAgain(known.id);
    return token === undefined
      ? failed(`There is an account ${known.email} already, and it has a password.`)
      : answer(known.email, token);
  }
  const isFirst = (await accounts.count()) === 0;
  if (isFirst && command.role === 'reader')
    return failed('The first account must be an administrator: leave --role out.');
  const role = command.role ?? (isFirst ? 'administrator' : 'reader');
  const result = await accounts.invite({ email: command.email, name: command.fullName, role });
  return result.outcome === 'invited' ? answer(result.account.email, result.token) : notTaken(result);
}

/** Why no account, or no change of one, came of what was given. */
export function notTaken(
  result: { outcome: 'taken' | 'busy' } | { outcome: 'invalid'; problems: readonly AccountFault[] },
): Answer {
  switch (result.outcome) {
    case 'taken':
      return failed('Somebody else has just added an account. Look with list, and try again.');
    case 'busy':
      return failed('Too much is being hashed. Try again.');
    case 'invalid':
      return failed(result.problems.map(({ message }) => message).join('\n'));
  }
}

/** The link at which the owner of an account sets another password. */
export async function resetLink(
  { id, email, disabled }: Account,
  accounts: AccountAdministration,
  origin: string,
): Promise<Answer> {
  const token = await accounts.resetLink(id);
  if (token === undefined)
    return failed(
      disabled
        ? `${email} is disabled: enable it first.`
        : `${email} has no password yet: ${callOf('users', `add ${email} --invite`)}`,
    );
  return {
    exitCode: 0,
    out: origin + resetUrl(token),
    err: `${email} can set another password at this link, once and within 24 hours. It is shown this once:`,
  };
}
