import { closest, distance } from 'fastest-levenshtein';
import { type Account, normaliseEmail, type Role } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import { type CommandResult, fail, succeed } from '../../command/define-command.ts';
import { formatCount } from '../../command/terminal-text.ts';
import type { ImportParts } from '../../features/people-import/import-people.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { PasswordSource, UsersCommand } from './arguments.ts';
import { describeRejection, FIRST_ACCOUNT_IS_ADMINISTRATOR, invite, printResetLink } from './invite.ts';
import { listAccounts } from './list-accounts.ts';
import { readPassword } from './password-input.ts';
import { listTokens, type PersonalTokens, revokeTokens } from './tokens.ts';

type Terminal = Pick<NodeJS.Process, 'stdin' | 'stderr'>;

interface UsersSite {
  accounts: AccountAdministration;
  /** Parts of the accounts that imports need. */
  parts: ImportParts;
  /** Name in the audit log. */
  actor: string;
  tokens: PersonalTokens;
  /** The address of the site for readers. */
  origin: string;
  /** Accounts of this issuer can sign in: `local`, or an identity provider. */
  issuer: string;
  /** Groups that the published site declares. Undefined without a release. */
  knownGroups?: readonly string[] | undefined;
  removeFeedback(accountId: string): Promise<void>;
}

export async function runUsersCommand(
  command: UsersCommand,
  site: UsersSite,
  terminal: Terminal,
): Promise<CommandResult> {
  const { accounts, origin, issuer } = site;
  switch (command.name) {
    case 'list':
      return listAccounts((await accounts.readPage({ search: command.query })).accounts, command.json);
    case 'import':
      return (await loadByFile()).importFile(command, site, terminal);
    case 'export':
      return (await loadByFile()).exportFile(command, accounts, issuer);
    case 'add':
      return add(command, accounts, terminal);
    case 'invite':
      return invite(command, accounts, origin);
    default: {
      const account = await accounts.findByEmail(command.email);
      return account === undefined
        ? rejectUnknownAccount(accounts, command.email)
        : changeAccount(command, account, site, terminal);
    }
  }
}

const loadByFile = () => import('../../features/people-import/users-by-file.ts');

/** Runs a subcommand for one existing account. */
async function changeAccount(
  command: Exclude<UsersCommand, { name: 'list' | 'import' | 'export' | 'add' | 'invite' }>,
  account: Account,
  { accounts, tokens, origin, knownGroups, removeFeedback }: UsersSite,
  terminal: Terminal,
): Promise<CommandResult> {
  const { id, email } = account;
  switch (command.name) {
    case 'password': {
      const { password: source } = command;
      if (source === 'link') return printResetLink(account, accounts, origin);
      return withPassword(source, email, terminal, async (password) => {
        const result = await accounts.setPassword(account, password);
        if (result.outcome === 'invalid' || result.outcome === 'busy') return describeRejection(result);
        return describeChange(result.outcome, email, `Set a new password for ${email}. ${SESSIONS_ENDED}`);
      });
    }
    case 'role': {
      if (account.role === command.role) return succeed(`${email} is already ${withArticle(command.role)}.`);
      const message = `${email} is now ${withArticle(command.role)}. ${SESSIONS_ENDED}`;
      return describeChange(await accounts.setRole(id, command.role), email, message);
    }
    case 'profile':
      return changeProfile(account, command.to, accounts);
    case 'groups': {
      const { groups } = command;
      const unknownGroups = groups.filter((group) => knownGroups && !knownGroups.includes(group));
      if (knownGroups && unknownGroups.length > 0) {
        const hint = didYouMean(unknownGroups[0] ?? '', knownGroups);
        const groupList = knownGroups.length === 0 ? 'no groups' : `these groups: ${knownGroups.join(', ')}`;
        return fail(
          `Nothing was changed. The site doesn't declare ${unknownGroups.join(', ')}.${hint} It declares ${groupList}.`,
        );
      }
      const membership = groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`;
      const message = `${email} is now ${membership}. ${SESSIONS_ENDED}`;
      return describeChange(await accounts.setGroups(id, groups), email, message);
    }
    case 'disable': {
      const message = `Disabled ${email}. ${SESSIONS_ENDED}`;
      return describeChange(await accounts.setDisabled(id, true), email, message);
    }
    case 'enable':
      return describeChange(await accounts.setDisabled(id, false), email, `Enabled ${email}.`);
    case 'reset-factors':
      return (await accounts.resetFactors(account))
        ? succeed(`Removed the second factor of ${email}. ${SESSIONS_ENDED}`)
        : succeed(`${email} has no second factor.`);
    case 'end-sessions': {
      const count = await accounts.endSessions(id);
      return succeed(`Ended ${formatCount(count, 'session')} of ${email}.`);
    }
    case 'list-tokens':
      return listTokens(account, tokens, command.json);
    case 'revoke-tokens':
      return revokeTokens(account, tokens, command.id);
    case 'remove': {
      const outcome = await accounts.remove(id);
      if (outcome === 'done') await removeFeedback(id);
      const message = `Removed ${email} and its feedback. ${SESSIONS_ENDED}`;
      return describeChange(outcome, email, message);
    }
  }
}

const SESSIONS_ENDED = 'All sessions of the account have ended.';

async function changeProfile(
  { id, email, issuer }: Account,
  to: { name: string } | { email: string },
  accounts: AccountAdministration,
): Promise<CommandResult> {
  if (issuer !== 'local')
    return fail(
      `${email} signs in with an identity provider, which sets name and email at each sign-in. Change them there.`,
    );
  const result = await accounts.changeProfile(id, to);
  switch (result.outcome) {
    case 'done': {
      const account = await accounts.findById(id);
      return succeed(
        'name' in to ? `${email} is now called ${account?.name}.` : `${email} is now ${account?.email}.`,
      );
    }
    case 'invalid':
      return describeRejection(result);
    case 'email-taken':
      return fail('Nothing was changed: another account already has this email.');
    case 'unknown-account':
      return fail(`${email} was just removed by someone else.`);
  }
}

async function add(
  command: Extract<UsersCommand, { name: 'add' }>,
  accounts: AccountAdministration,
  terminal: Terminal,
): Promise<CommandResult> {
  // The email is checked before the user types a password.
  const email = normaliseEmail(command.email);
  if (email === undefined) return fail(`${JSON.stringify(command.email)} isn't an email address.`);
  if ((await accounts.findByEmail(email)) !== undefined) return fail(`${email} already has an account.`);
  const isFirstAccount = (await accounts.count()) === 0;
  if (isFirstAccount && command.role === 'reader') return fail(FIRST_ACCOUNT_IS_ADMINISTRATOR);
  const role = command.role ?? (isFirstAccount ? 'administrator' : 'reader');
  return withPassword(command.password, email, terminal, async (password) => {
    const account = { email, name: command.fullName, password };
    const result = isFirstAccount
      ? await accounts.addFirst(account)
      : await accounts.add({ ...account, role });
    return result.outcome === 'added'
      ? succeed(`Added ${email} as ${withArticle(role)}.`)
      : describeRejection(result);
  });
}

async function withPassword(
  source: PasswordSource,
  email: string,
  terminal: Terminal,
  use: (password: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const input = await readPassword(source, email, terminal);
  if ('error' in input) return { exitCode: input.isMisuse ? 2 : 1, err: input.error };
  const result = await use(input.password);
  if (source !== 'generate' || result.exitCode !== 0) return result;
  // Only the password goes to standard output, so that it can be piped.
  return {
    exitCode: 0,
    out: input.password,
    err: `${result.out}\nSave the password now. You won't see it again:`,
  };
}

async function rejectUnknownAccount(accounts: AccountAdministration, email: string): Promise<CommandResult> {
  const normalisedEmail = normaliseEmail(email) ?? email;
  const emails = (await accounts.readPage({})).accounts.map((account) => account.email);
  const nearest = emails.length > 0 ? closest(normalisedEmail, emails) : undefined;
  const isNear =
    nearest !== undefined && distance(normalisedEmail, nearest) <= Math.max(2, normalisedEmail.length / 4);
  return fail(`There is no account ${normalisedEmail}.${isNear ? ` Did you mean ${nearest}?` : ''}`);
}

function describeChange(outcome: AccountChange, email: string, message: string): CommandResult {
  switch (outcome) {
    case 'done':
      return succeed(message);
    case 'unknown-account':
      return fail(`${email} was just removed by someone else.`);
    case 'last-administrator':
      return fail(
        `Nothing was changed: ${email} is the last administrator who can sign in. Make another user administrator first: ${formatCommand('users', 'role <email> administrator')}`,
      );
  }
}

const withArticle = (role: Role) => (role === 'reader' ? 'a reader' : 'an administrator');
