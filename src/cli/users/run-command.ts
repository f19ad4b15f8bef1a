import { closest, distance } from 'fastest-levenshtein';
import { type Account, normaliseEmail, type Role } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import { callOf } from '../../shared/call-of.ts';
import { didYouMean } from '../../shared/near-name.ts';
import { type Answer, done, failed } from '../command.ts';
import type { PasswordSource, UsersCommand } from './arguments.ts';
import { exportFile, importFile } from './by-file.ts';
import { invite, resetLink } from './invite.ts';
import { listAccounts } from './list-accounts.ts';
import { readPassword } from './password-input.ts';
import { endTokens, listTokens, type PersonalTokens } from './tokens.ts';

type Terminal = Pick<NodeJS.Process, 'stdin' | 'stderr'>;

interface Site {
  accounts: AccountAdministration;
  tokens: PersonalTokens;
  /** Where readers reach it. */
  origin: string;
  /** Whose accounts can sign in. */
  issuer: string;
  /** Groups that the published site declares; absent where nothing is published here. */
  knownGroups?: readonly string[] | undefined;
  /** What this account said of pages. */
  removeFeedbackOf(accountId: string): Promise<void>;
}

export async function runCommand(
  command: UsersCommand,
  { accounts, tokens, origin, issuer, knownGroups, removeFeedbackOf }: Site,
  terminal: Terminal,
): Promise<Answer> {
  switch (command.name) {
    case 'list':
      return listAccounts((await accounts.page({ search: command.query })).accounts, command.json);
    case 'import':
      return importFile(command, { accounts, origin, knownGroups }, terminal);
    case 'export':
      return exportFile(command, accounts, issuer);
    case 'add':
      return add(command, accounts, terminal);
    case 'invite':
      return invite(command, accounts, origin);
    case 'password': {
      const { password: source } = command;
      if (source === 'link')
        return withAccount(accounts, command.email, (account) => resetLink(account, accounts, origin));
      return withAccount(accounts, command.email, (account) =>
        withPassword(source, account.email, terminal, async (password) => {
          const result = await accounts.setPassword(account, password);
          switch (result.outcome) {
            case 'invalid':
              return failed(result.problems.map(({ message }) => message).join('\n'));
            case 'busy':
              return failed('Too much is being hashed. Try again.');
            default:
              return changed(
                result.outcome,
                account,
                `${account.email} has a new password; its sessions have ended.`,
              );
          }
        }),
      );
    }
    case 'role':
      return withAccount(accounts, command.email, async (account) => {
        if (account.role === command.role)
          return done(`${account.email} is ${article(command.role)} already.`);
        const outcome = await accounts.setRole(account.id, command.role);
        return changed(
          outcome,
          account,
          `${account.email} is now ${article(command.role)}; its sessions have ended.`,
        );
      });
    case 'profile':
      return withAccount(accounts, command.email, (account) => changeProfile(account, command.to, accounts));
    case 'groups':
      return withAccount(accounts, command.email, async (account) => {
        const { groups } = command;
        const unknown = groups.filter((group) => knownGroups && !knownGroups.includes(group));
        if (knownGroups && unknown.length > 0) {
          const hint = didYouMean(unknown[0] ?? '', knownGroups);
          return failed(
            `The site has no group ${unknown.join(', ')}.${hint} It declares: ${knownGroups.join(', ') || 'none'}.`,
          );
        }
        const outcome = await accounts.setGroups(account.id, groups);
        const now = groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`;
        return changed(outcome, account, `${account.email} is ${now}; its sessions have ended.`);
      });
    case 'disable':
      return withAccount(accounts, command.email, async (account) => {
        const outcome = await accounts.setDisabled(account.id, true);
        return changed(outcome, account, `${account.email} is disabled; its sessions have ended.`);
      });
    case 'enable':
      return withAccount(accounts, command.email, async (account) =>
        changed(await accounts.setDisabled(account.id, false), account, `${account.email} is enabled.`),
      );
    case 'reset-factors':
      return withAccount(accounts, command.email, async (account) =>
        (await accounts.resetFactors(account))
          ? done(`${account.email} has no second factor any more; its sessions have ended.`)
          : done(`${account.email} has no second factor.`),
      );
    case 'end-sessions':
      return withAccount(accounts, command.email, async ({ id, email }) => {
        const ended = await accounts.endSessions(id);
        return done(`${ended === 1 ? '1 session' : `${ended} sessions`} of ${email} ended.`);
      });
    case 'list-tokens':
      return withAccount(accounts, command.email, (account) => listTokens(account, tokens, command.json));
    case 'end-tokens':
      return withAccount(accounts, command.email, (account) => endTokens(account, tokens, command.id));
    case 'remove':
      return withAccount(accounts, command.email, async (account) => {
        const outcome = await accounts.remove(account.id);
        if (outcome === 'done') await removeFeedbackOf(account.id);
        const message = `${account.email} is removed, and with it what it said of pages; its sessions have ended.`;
        return changed(outcome, account, message);
      });
  }
}

async function changeProfile(
  { id, email, issuer }: Account,
  to: { name: string } | { email: string },
  accounts: AccountAdministration,
): Promise<Answer> {
  if (issuer !== 'local')
    return failed(`${email} is known by a provider, whose name and e-mail it takes at each sign-in.`);
  const result = await accounts.changeProfile(id, to);
  switch (result.outcome) {
    case 'done': {
      const now = await accounts.byId(id);
      return done('name' in to ? `${email} is now called ${now?.name}.` : `${email} is now ${now?.email}.`);
    }
    case 'invalid':
      return failed(result.problems.map(({ message }) => message).join('\n'));
    case 'email-taken':
      return failed(`There is an account with this e-mail already. Nothing was changed.`);
    case 'unknown-account':
      return failed(`${email} has just been removed.`);
  }
}

async function add(
  command: Extract<UsersCommand, { name: 'add' }>,
  accounts: AccountAdministration,
  terminal: Terminal,
): Promise<Answer> {
  // Known before anybody types a password.
  const email = normaliseEmail(command.email);
  if (email === undefined) return failed(`${JSON.stringify(command.email)} is not an e-mail address.`);
  if ((await accounts.byEmail(email)) !== undefined) return failed(`There is an account ${email} already.`);
  const isFirst = (await accounts.count()) === 0;
  if (isFirst && command.role === 'reader') {
    return failed('The first account must be an administrator: leave --role out.');
  }
  const role = command.role ?? (isFirst ? 'administrator' : 'reader');
  return withPassword(command.password, email, terminal, async (password) => {
    const account = { email, name: command.fullName, password };
    const result = isFirst ? await accounts.addFirst(account) : await accounts.add({ ...account, role });
    switch (result.outcome) {
      case 'added':
        return done(`${email} is added as ${article(role)}.`);
      case 'taken':
        return failed('Somebody else has just added an account. Look with list, and try again.');
      case 'invalid':
        return failed(result.problems.map(({ message }) => message).join('\n'));
      case 'busy':
        return failed('Too much is being hashed. Try again.');
    }
  });
}

async function withPassword(
  source: PasswordSource,
  email: string,
  terminal: Terminal,
  use: (password: string) => Promise<Answer>,
): Promise<Answer> {
  const input = await readPassword(source, email, terminal);
  if ('fault' in input) return { exitCode: input.misused ? 2 : 1, err: input.fault };
  const answer = await use(input.password);
  if (source !== 'generate' || answer.exitCode !== 0) return answer;
  // Alone on stdout, so that it can be piped on.
  return { exitCode: 0, out: input.password, err: `${answer.out}\nIts password, shown this once:` };
}

async function withAccount(
  accounts: AccountAdministration,
  email: string,
  use: (account: Account) => Promise<Answer>,
): Promise<Answer> {
  const account = await accounts.byEmail(email);
  return account === undefined ? unknown(accounts, email) : use(account);
}

async function unknown(accounts: AccountAdministration, email: string): Promise<Answer> {
  const wanted = normaliseEmail(email) ?? email;
  const emails = (await accounts.page({})).accounts.map((account) => account.email);
  const nearest = emails.length > 0 ? closest(wanted, emails) : undefined;
  const isNear = nearest !== undefined && distance(wanted, nearest) <= Math.max(2, wanted.length / 4);
  return failed(`There is no account ${wanted}.${isNear ? ` Did you mean ${nearest}?` : ''}`);
}

function changed(outcome: AccountChange, account: Account, message: string): Answer {
  switch (outcome) {
    case 'done':
      return done(message);
    case 'unknown-account':
      return failed(`${account.email} has just been removed.`);
    case 'last-administrator':
      return failed(
        `${account.email} is the last administrator who can sign in. First make another one: ${callOf('users', 'role <e-mail> administrator')}`,
      );
  }
}

const article = (role: Role) => (role === 'reader' ? 'a reader' : 'an administrator');
