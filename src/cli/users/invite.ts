import type { Account, AccountFault } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import { type CommandResult, fail } from '../../command/define-command.ts';
import { writeSentence } from '../../config/texts.ts';
import { buildInviteUrl, buildResetUrl } from '../../model/urls.ts';
import { formatCommand } from '../../shared/call-of.ts';
import type { UsersCommand } from './arguments.ts';

/** Adds an account without a password, or finds one that has none yet, and prints a link for setting the password. */
export async function invite(
  command: Extract<UsersCommand, { name: 'invite' }>,
  accounts: AccountAdministration,
  origin: string,
): Promise<CommandResult> {
  const existingAccount = await accounts.findByEmail(command.email);
  if (existingAccount !== undefined) {
    if (command.role !== undefined && command.role !== existingAccount.role)
      return fail(
        `${existingAccount.email} already has an account with the role ${existingAccount.role}. To change it, run: ${formatCommand('users', `role ${existingAccount.email} ${command.role}`)}`,
      );
    const token = await accounts.inviteAgain(existingAccount.id);
    return token === undefined
      ? fail(
          `${existingAccount.email} already has an account and has a password. To let the user reset it, run: ${formatCommand('users', `password ${existingAccount.email} --link`)}`,
        )
      : printInvitation(existingAccount.email, origin, token);
  }
  const isFirstAccount = (await accounts.count()) === 0;
  if (isFirstAccount && command.role === 'reader') return fail(FIRST_ACCOUNT_IS_ADMINISTRATOR);
  const role = command.role ?? (isFirstAccount ? 'administrator' : 'reader');
  const result = await accounts.invite({ email: command.email, name: command.fullName, role });
  return result.outcome === 'invited'
    ? printInvitation(result.account.email, origin, result.token)
    : describeRejection(result);
}

export const FIRST_ACCOUNT_IS_ADMINISTRATOR = 'The first account must be an administrator. Leave out --role.';

function printInvitation(email: string, origin: string, token: string): CommandResult {
  return {
    exitCode: 0,
    // Only the link goes to standard output, so that it can be piped.
    out: origin + buildInviteUrl(token),
    err: `Send ${email} this link to set a password. It works once, within 72 hours. You won't see it again:`,
  };
}

/** Explains why an account wasn't added or changed. */
export function describeRejection(
  result: { outcome: 'taken' | 'busy' } | { outcome: 'invalid'; problems: readonly AccountFault[] },
): CommandResult {
  switch (result.outcome) {
    case 'taken':
      return fail(
        `Another account was just added, so nothing was changed. Check with "${formatCommand('users', 'list')}" and try again.`,
      );
    case 'busy':
      return fail('The machine is busy hashing other passwords. Try again in a moment.');
    case 'invalid':
      return fail(result.problems.map((fault) => writeSentence(fault)).join('\n'));
  }
}

/** Prints a link with which the user sets a new password. */
export async function printResetLink(
  { id, email, disabled }: Account,
  accounts: AccountAdministration,
  origin: string,
): Promise<CommandResult> {
  const token = await accounts.resetLink(id);
  if (token === undefined)
    return fail(
      disabled
        ? `${email} is disabled. Enable the account first: ${formatCommand('users', `enable ${email}`)}`
        : `${email} has no password yet. To invite the user again, run: ${formatCommand('users', `add ${email} --invite`)}`,
    );
  return {
    exitCode: 0,
    out: origin + buildResetUrl(token),
    err: `Send ${email} this link to set a new password. It works once, within 24 hours. You won't see it again:`,
  };
}
