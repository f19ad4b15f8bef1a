import { type Role, roles } from '../../accounts/account.ts';
import { type ParsedArguments, rejectSubcommand, rejectSurplus } from '../../command/define-command.ts';
import { isGroupName } from '../../config/audience.ts';
import type { ExportArguments, ImportArguments } from '../../features/people-import/users-by-file.ts';

export type PasswordSource = 'ask' | 'stdin' | 'generate';

export type UsersCommand =
  | { name: 'add'; email: string; fullName: string; role: Role | undefined; password: PasswordSource }
  | { name: 'invite'; email: string; fullName: string; role: Role | undefined }
  /** `query` has words of a name or an email. An empty query lists all accounts. */
  | { name: 'list'; json: boolean; query: string }
  | ({ name: 'import' } & ImportArguments)
  | ({ name: 'export' } & ExportArguments)
  | { name: 'password'; email: string; password: PasswordSource | 'link' }
  | { name: 'role'; email: string; role: Role }
  | { name: 'list-tokens'; email: string; json: boolean }
  /** Without an id, revokes all tokens of the account. */
  | { name: 'revoke-tokens'; email: string; id: string | undefined }
  | { name: 'profile'; email: string; to: { name: string } | { email: string } }
  | { name: 'groups'; email: string; groups: readonly string[] }
  | { name: 'disable' | 'enable' | 'remove' | 'end-sessions' | 'reset-factors'; email: string };

export const help = `Manages accounts. You can run it while the server runs: changes take effect there within 2 seconds.

Add and find accounts
  {call} add <email> [--name <name>] [--role reader|administrator]
      Add an account and ask for its password. Instead of asking:
      --password-stdin   Read the password from standard input.
      --generate         Generate a password and print it once.
      --invite           Print a link with which the user sets the password. It works once, within 72 hours. Run it
                         again to replace the link of a user who has no password yet.
  {call} import <file.csv> [--dry-run] [--out <links.csv>]
      Invite everyone in a file with the columns email,name,role,groups. Use - to read standard input. If a line is
      wrong, no account is added. Existing accounts stay as they are. Links are sent by mail; if the site sends no mail,
      they are printed once as CSV, or written to the file of --out. --dry-run only shows what would happen.
  {call} list [<words>] [--json]
      List accounts whose name or email contains the words.
  {call} export [<words>] [--out <file.csv>]
      Write these accounts as CSV.

Change an account
  {call} password <email> [--password-stdin | --generate | --link]
      Set a password. --link prints a link with which the user sets it. It works once, within 24 hours.
  {call} rename <email> <name>
  {call} email <email> <new email>
      Change the email without confirmation. The old address is notified.
  {call} role <email> reader|administrator
  {call} groups <email> [<group> …]
      Replace the groups. Without groups, the user is in none.
  {call} disable <email>
      Keep the user from signing in until you enable the account.
  {call} enable <email>
  {call} remove <email>
      Delete the account and its feedback. You can't undo this.

End access
  {call} sessions end <email>
  {call} tokens <email> [--json]
      List the user's tokens for their own programs.
  {call} tokens end <email> [<id>]
      Revoke one token, or all.
  {call} factors reset <email>
      Remove passkeys, authenticator app and recovery codes, for a user who has lost them all.

password, role, groups, disable, remove and factors reset end all sessions and tokens of the account; password --link
does so when the user opens the link and sets the password. email cancels the one-time links of the account, and its
sessions continue.

Accounts are stored in DATA_DIR, or in the database of DATABASE_URL.
Exit code: 0 done, 1 failed, 2 wrong arguments.`;

export const options = {
  name: { type: 'string' },
  role: { type: 'string' },
  invite: { type: 'boolean' },
  json: { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  generate: { type: 'boolean' },
  link: { type: 'boolean' },
  out: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

type Values = Partial<
  Record<'name' | 'role' | 'out', string | undefined> &
    Record<'invite' | 'json' | 'password-stdin' | 'generate' | 'link' | 'dry-run', boolean | undefined>
>;

/** The options that each subcommand accepts. Other subcommands accept none. */
const optionsByCommand: Readonly<Record<string, readonly (keyof Values)[]>> = {
  add: ['name', 'role', 'invite', 'password-stdin', 'generate'],
  password: ['password-stdin', 'generate', 'link'],
  list: ['json'],
  import: ['out', 'dry-run'],
  export: ['out'],
  tokens: ['json'],
};

const subcommands = [
  'add',
  'import',
  'list',
  'export',
  'password',
  'rename',
  'email',
  'role',
  'groups',
  'disable',
  'enable',
  'remove',
  'sessions',
  'tokens',
  'factors',
] as const;

export function parse([name, ...rest]: readonly string[], values: Values): ParsedArguments<UsersCommand> {
  if (name === undefined) return rejectSubcommand(name, subcommands);
  const surplus = Object.keys(values).find(
    (option) => !optionsByCommand[name]?.some((acceptedOption) => acceptedOption === option),
  );
  const parsedCommand = parseCommand(name, rest, values);
  return 'input' in parsedCommand && surplus !== undefined
    ? { misuse: `${name} has no option --${surplus}.` }
    : parsedCommand;
}

function parseCommand(name: string, rest: readonly string[], values: Values): ParsedArguments<UsersCommand> {
  switch (name) {
    case 'add': {
      const role = values.role === undefined ? undefined : parseRole(values.role);
      if (values.role !== undefined && role === undefined) return rejectRole(values.role);
      const fullName = values.name ?? '';
      if (values.invite) {
        if (values['password-stdin'] || values.generate)
          return {
            misuse: 'With --invite the user sets the password. Leave out --password-stdin and --generate.',
          };
        return withEmail(name, rest, (email) => ({ input: { name: 'invite', email, fullName, role } }));
      }
      return withEmail(name, rest, (email) =>
        withPassword(values, (password) => ({ name, email, fullName, role, password })),
      );
    }
    case 'password':
      if (values.link && (values['password-stdin'] || values.generate))
        return {
          misuse: 'With --link the user sets the password. Leave out --password-stdin and --generate.',
        };
      if (values.link)
        return withEmail(name, rest, (email) => ({ input: { name, email, password: 'link' } }));
      return withEmail(name, rest, (email) =>
        withPassword(values, (password) => ({ name, email, password })),
      );
    case 'list':
      return { input: { name, json: values.json ?? false, query: rest.join(' ') } };
    case 'import': {
      const [file, ...surplus] = rest;
      if (file === undefined) return { misuse: 'The file is missing: import <file.csv>' };
      const misuse = rejectSurplus(surplus);
      if (misuse) return misuse;
      return { input: { name, file, out: values.out, isDryRun: values['dry-run'] ?? false } };
    }
    case 'export':
      return { input: { name, out: values.out, query: rest.join(' ') } };
    case 'role': {
      const [email, roleText, ...surplus] = rest;
      if (email === undefined || roleText === undefined)
        return { misuse: `role needs an email and a role: role <email> ${roles.join('|')}` };
      const role = parseRole(roleText);
      if (role === undefined) return rejectRole(roleText);
      return rejectSurplus(surplus) ?? { input: { name, email, role } };
    }
    case 'rename': {
      const [email, ...nameWords] = rest;
      if (email === undefined || nameWords.length === 0)
        return { misuse: 'rename needs an email and a name: rename <email> <name>' };
      return { input: { name: 'profile', email, to: { name: nameWords.join(' ') } } };
    }
    case 'email': {
      const [email, newEmail, ...surplus] = rest;
      if (email === undefined || newEmail === undefined)
        return { misuse: 'email needs the current and the new email: email <email> <new email>' };
      return rejectSurplus(surplus) ?? { input: { name: 'profile', email, to: { email: newEmail } } };
    }
    case 'groups': {
      const [email, ...groups] = rest;
      if (email === undefined) return { misuse: 'groups needs an email: groups <email> [<group> …]' };
      const invalidName = groups.find((group) => !isGroupName(group));
      if (invalidName !== undefined)
        return {
          misuse: `${JSON.stringify(invalidName)} can't be the name of a group. Use letters, digits, - and _.`,
        };
      return { input: { name, email, groups: [...new Set(groups)].sort() } };
    }
    case 'disable':
    case 'enable':
    case 'remove':
      return withEmail(name, rest, (email) => ({ input: { name, email } }));
    case 'sessions': {
      const [action, ...emails] = rest;
      if (action !== 'end') return { misuse: 'Usage: sessions end <email>' };
      return withEmail('sessions end', emails, (email) => ({ input: { name: 'end-sessions', email } }));
    }
    case 'tokens': {
      const [action, email, id, ...surplus] = rest;
      const json = values.json ?? false;
      if (action !== 'end')
        return withEmail('tokens', rest, (owner) => ({ input: { name: 'list-tokens', email: owner, json } }));
      if (email === undefined) return { misuse: 'tokens end needs an email: tokens end <email> [<id>]' };
      return rejectSurplus(surplus) ?? { input: { name: 'revoke-tokens', email, id } };
    }
    case 'factors': {
      const [action, ...emails] = rest;
      if (action !== 'reset') return { misuse: 'Usage: factors reset <email>' };
      return withEmail('factors reset', emails, (email) => ({ input: { name: 'reset-factors', email } }));
    }
    default:
      return rejectSubcommand(name, subcommands);
  }
}

function withEmail(
  name: string,
  [email, ...surplus]: readonly string[],
  parseRest: (email: string) => ParsedArguments<UsersCommand>,
): ParsedArguments<UsersCommand> {
  if (email === undefined) return { misuse: `${name} needs an email: ${name} <email>` };
  return rejectSurplus(surplus) ?? parseRest(email);
}

function withPassword(
  values: Values,
  make: (source: PasswordSource) => UsersCommand,
): ParsedArguments<UsersCommand> {
  if (values['password-stdin'] && values.generate)
    return { misuse: 'Use --password-stdin or --generate, not both.' };
  return { input: make(values['password-stdin'] ? 'stdin' : values.generate ? 'generate' : 'ask') };
}

function parseRole(text: string): Role | undefined {
  return roles.find((role) => role === text);
}

function rejectRole(text: string): ParsedArguments<UsersCommand> {
  return { misuse: `Unknown role ${JSON.stringify(text)}. Use ${roles.join(' or ')}.` };
}
