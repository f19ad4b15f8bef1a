import { closest, distance } from 'fastest-levenshtein';
import { type Account, normaliseEmail, type Role } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import { callOf } from '../../shared/call-of.ts';
import { didYouMean } from '../../shared/near-name.ts';
import { type Answer, done, failed } from '../command.ts';
import type { PasswordSource, UsersCommand } from './arguments.ts';
import { exportFile, importFile } from './by-file.ts';
import { invite, notTaken, resetLink } from './invite.ts';
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

export async function runCommand(command: UsersCommand, site: Site, terminal: Terminal): Promise<Answer> {
  const { accounts, origin, issuer } = site;
  switch (command.name) {
    case 'list':
      return listAccounts((await accounts.page({ search: command.query })).accounts, command.json);
    case 'import':
      return importFile(command, site, terminal);
    case 'export':
      return exportFile(command, accounts, issuer);
    case 'add':
      return add(command, accounts, terminal);
    case 'invite':
      return invite(command, accounts, origin);
    default: {
      const account = await accounts.byEmail(command.email);
      return account === undefined
        ? unknown(accounts, command.email)
        : change(command, account, site, terminal);
    }
  }
}

/** What is done with one account. */
async function change(
  command: Exclude<UsersCommand, { name: 'list' | 'import' | 'export' | 'add' | 'invite' }>,
  account: Account,
  { accounts, tokens, origin, knownGroups, removeFeedbackOf }: Site,
  terminal: Terminal,
): Promise<Answer> {
  const { id, email } = account;
  switch (command.name) {
    case 'password': {
      const { password: source } = command;
      if (source === 'link') return resetLink(account, accounts, origin);
      return withPassword(source, email, terminal, async (password) => {
        const result = await accounts.setPassword(account, password);
        if (result.outcome === 'invalid' || result.outcome === 'busy') return notTaken(result);
        return changed(result.outcome, email, `${email} has a new password; its sessions have ended.`);
      });
    }
    case 'role': {
      if (account.role === command.role) return done(`${email} is ${article(command.role)} already.`);
      const message = `${email} is now ${article(command.role)}; its sessions have ended.`;
      return changed(await accounts.setRole(id, command.role), email, message);
    }
    case 'profile':
      return changeProfile(account, command.to, accounts);
    case 'groups': {
      const { groups } = command;
      const unknown = groups.filter((group) => knownGroups && !knownGroups.includes(group));
      if (knownGroups && unknown.length > 0) {
        const hint = didYouMean(unknown[0] ?? '', knownGroups);
        return failed(
          `The site has no group ${unknown.join(', ')}.${hint} It declares: ${knownGroups.join(', ') || 'none'}.`,
        );
      }
      const now = groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`;
      const message = `${email} is ${now}; its sessions have ended.`;
      return changed(await accounts.setGroups(id, groups), email, message);
    }
    case 'disable': {
      const message = `${email} is disabled; its sessions have ended.`;
      return changed(await accounts.setDisabled(id, true), email, message);
    }
    case 'enable':
      return changed(await accounts.setDisabled(id, false), email, `${email} is enabled.`);
    case 'reset-factors':
      return (await accounts.resetFactors(account))
        ? done(`${email} has no second factor any more; its sessions have ended.`)
        : done(`${email} has no second factor.`);
    case 'end-sessions': {
      const ended = await accounts.endSessions(id);
      return done(`${ended === 1 ? '1 session' : `${ended} sessions`} of ${email} ended.`);
    }
    case 'list-tokens':
      return listTokens(account, tokens, command.json);
    case 'end-tokens':
      return endTokens(account, tokens, command.id);
    case 'remove': {
      const outcome = await accounts.remove(id);
      if (outcome === 'done') await removeFeedbackOf(id);
      const message = `${email} is removed, and with it what it said of pages; its sessions have ended.`;
      return changed(outcome, email, message);
    }
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
      return notTaken(result);
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
    return result.outcome === 'added' ? done(`${email} is added as ${article(role)}.`) : notTaken(result);
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

async function unknown(accounts: AccountAdministration, email: string): Promise<Answer> {
  const wanted = normaliseEmail(email) ?? email;
  const emails = (await accounts.page({})).accounts.map((account) => account.email);
  const nearest = emails.length > 0 ? closest(wanted, emails) : undefined;
  const isNear = nearest !== undefined && distance(wanted, nearest) <= Math.max(2, wanted.length / 4);
  return failed(`There is no account ${wanted}.${isNear ? ` Did you mean ${nearest}?` : ''}`);
}

function changed(outcome: AccountChange, email: string, message: string): Answer {
  switch (outcome) {
    case 'done':
      return done(message);
    case 'unknown-account':
      return failed(`${email} has just been removed.`);
    case 'last-administrator':
      return failed(
        `${email} is the last administrator who can sign in. First make another one: ${callOf('users', 'role <e-mail> administrator')}`,
      );
  }
}

const article = (role: Role) => (role === 'reader' ? 'a reader' : 'an administrator');
