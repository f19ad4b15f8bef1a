import { type Role, roles } from '../../accounts/account.ts';
import { isGroupName } from '../../config/audience.ts';
import { noSuchCommand, type Parsed } from '../command.ts';

export type PasswordSource = 'ask' | 'stdin' | 'generate';

export type UsersCommand =
  | { name: 'add'; email: string; fullName: string; role: Role | undefined; password: PasswordSource }
  | { name: 'invite'; email: string; fullName: string; role: Role | undefined }
  /** `query`: words of name or e-mail; empty: all. */
  | { name: 'list'; json: boolean; query: string }
  /** `file`: `-` is what is piped in. `out`: where the links go, instead of being printed. */
  | { name: 'import'; file: string; out: string | undefined; isTrial: boolean }
  | { name: 'export'; out: string | undefined; query: string }
  | { name: 'password'; email: string; password: PasswordSource | 'link' }
  | { name: 'role'; email: string; role: Role }
  | { name: 'list-tokens'; email: string; json: boolean }
  /** All of them without an id. */
  | { name: 'end-tokens'; email: string; id: string | undefined }
  /** What is not given stays. */
  | { name: 'profile'; email: string; to: { name: string } | { email: string } }
  | { name: 'groups'; email: string; groups: readonly string[] }
  | { name: 'disable' | 'enable' | 'remove' | 'end-sessions' | 'reset-factors'; email: string };

export const help = `Accounts of the readers. Works while the server runs; what changes shows there within 2 seconds.

  {call} add <e-mail> [--name <name>] [--role reader|administrator]
  {call} add <e-mail> --invite   print a link at which its owner sets the password: once, within 72 hours
  {call} list [<words of name or e-mail>] [--json]
  {call} import <file.csv> [--dry-run]   invite all whom it names: email,name,role,groups; - reads what is piped in
  {call} export [<words of name or e-mail>] [--out <file.csv>]
  {call} password <e-mail>
  {call} password <e-mail> --link   print a link at which its owner sets another one: once, within 24 hours
  {call} rename <e-mail> <name>
  {call} email <e-mail> <new e-mail>   at once, without asking its owner; the address before is told of it
  {call} role <e-mail> reader|administrator
  {call} groups <e-mail> [<group> …]   these groups, and no others; without one, none
  {call} disable <e-mail>      nobody signs in with it until it is enabled
  {call} enable <e-mail>
  {call} remove <e-mail>       with what it said of pages; cannot be undone
  {call} sessions end <e-mail>
  {call} tokens <e-mail> [--json]      what its own programs read with, by id
  {call} tokens end <e-mail> [<id>]    all of them, or one
  {call} factors reset <e-mail>   removes passkeys, app and recovery codes: for who has lost them all

--invite for an account that has no password yet makes a new link in place of the one before.

import adds all people of the file, or nobody, and says by line what is wrong with it. Who has an account already stays
as they are. Where the site sends mail they get their links by it; else the links are printed once, as CSV, or
written to --out <new file>: each works once, within 72 hours.

add and password ask for the password on a terminal; or:
  --password-stdin                       read it from what is piped in
  --generate                             make one, and print it this once

email ends the one-time links of the account; its sessions go on.
password, role, groups, disable, remove and factors reset end every session and token of the account; with --link when
the link is used.
Accounts are in DATA_DIR (data), or in the database that DATABASE_URL names. Exit code: 0 done, 1 not done, 2 misused.`;

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

/** Which options each command takes. */
const optionsOf: Readonly<Record<string, readonly (keyof Values)[]>> = {
  add: ['name', 'role', 'invite', 'password-stdin', 'generate'],
  password: ['password-stdin', 'generate', 'link'],
  list: ['json'],
  import: ['out', 'dry-run'],
  export: ['out'],
  tokens: ['json'],
};

export function parse([name, ...rest]: readonly string[], values: Values): Parsed<UsersCommand> {
  if (name === undefined) return noSuchCommand(name);
  const surplus = Object.keys(values).find((option) => !optionsOf[name]?.some((known) => known === option));
  const parsed = parseCommand(name, rest, values);
  return 'wanted' in parsed && surplus !== undefined
    ? { fault: `${name} has no option --${surplus}.` }
    : parsed;
}

function parseCommand(name: string, rest: readonly string[], values: Values): Parsed<UsersCommand> {
  switch (name) {
    case 'add': {
      const role = values.role === undefined ? undefined : roleNamed(values.role);
      if (values.role !== undefined && role === undefined) return noSuchRole(values.role);
      const fullName = values.name ?? '';
      if (values.invite) {
        if (values['password-stdin'] || values.generate)
          return { fault: 'With --invite the owner sets the password: leave the other option out.' };
        return withEmail(name, rest, (email) => ({ wanted: { name: 'invite', email, fullName, role } }));
      }
      return withEmail(name, rest, (email) =>
        withPassword(values, (password) => ({ name, email, fullName, role, password })),
      );
    }
    case 'password':
      if (values.link && (values['password-stdin'] || values.generate))
        return { fault: 'With --link the owner sets the password: leave the other option out.' };
      if (values.link)
        return withEmail(name, rest, (email) => ({ wanted: { name, email, password: 'link' } }));
      return withEmail(name, rest, (email) =>
        withPassword(values, (password) => ({ name, email, password })),
      );
    case 'list':
      return { wanted: { name, json: values.json ?? false, query: rest.join(' ') } };
    case 'import': {
      const [file, extra] = rest;
      if (file === undefined) return { fault: 'import needs a file.' };
      if (extra !== undefined)
        return { fault: `import does not know what to do with ${JSON.stringify(extra)}.` };
      return { wanted: { name, file, out: values.out, isTrial: values['dry-run'] ?? false } };
    }
    case 'export':
      return { wanted: { name, out: values.out, query: rest.join(' ') } };
    case 'role': {
      const [email, text, ...more] = rest;
      if (text === undefined) return { fault: 'role needs an e-mail and a role.' };
      const role = roleNamed(text);
      if (role === undefined) return noSuchRole(text);
      return withEmail(name, [email, ...more], (checked) => ({ wanted: { name, email: checked, role } }));
    }
    case 'rename': {
      const [email, ...words] = rest;
      if (email === undefined || words.length === 0) return { fault: 'rename needs an e-mail and a name.' };
      return { wanted: { name: 'profile', email, to: { name: words.join(' ') } } };
    }
    case 'email': {
      const [email, next, ...more] = rest;
      if (next === undefined) return { fault: 'email needs an e-mail and the one to take its place.' };
      return withEmail(name, [email, ...more], (checked) => ({
        wanted: { name: 'profile', email: checked, to: { email: next } },
      }));
    }
    case 'groups': {
      const [email, ...groups] = rest;
      const wrong = groups.find((group) => !isGroupName(group));
      if (wrong !== undefined)
        return { fault: `${JSON.stringify(wrong)} cannot be a group: names are letters, digits, - and _.` };
      return withEmail(name, [email], (checked) => ({
        wanted: { name, email: checked, groups: [...new Set(groups)].sort() },
      }));
    }
    case 'disable':
    case 'enable':
    case 'remove':
      return withEmail(name, rest, (email) => ({ wanted: { name, email } }));
    case 'sessions': {
      const [act, ...emails] = rest;
      if (act !== 'end') return { fault: 'Of sessions there is this: sessions end <e-mail>' };
      return withEmail('sessions end', emails, (email) => ({ wanted: { name: 'end-sessions', email } }));
    }
    case 'tokens': {
      const [act, ...more] = rest;
      const json = values.json ?? false;
      if (act !== 'end')
        return withEmail('tokens', rest, (email) => ({ wanted: { name: 'list-tokens', email, json } }));
      const [email, id, ...surplus] = more;
      return withEmail('tokens end', [email, ...surplus], (checked) => ({
        wanted: { name: 'end-tokens', email: checked, id },
      }));
    }
    case 'factors': {
      const [act, ...emails] = rest;
      if (act !== 'reset') return { fault: 'Of factors there is this: factors reset <e-mail>' };
      return withEmail('factors reset', emails, (email) => ({ wanted: { name: 'reset-factors', email } }));
    }
    default:
      return noSuchCommand(name);
  }
}

function withEmail(
  name: string,
  [email, extra]: readonly (string | undefined)[],
  go: (email: string) => Parsed<UsersCommand>,
): Parsed<UsersCommand> {
  if (email === undefined) return { fault: `${name} needs an e-mail.` };
  if (extra !== undefined)
    return { fault: `${name} does not know what to do with ${JSON.stringify(extra)}.` };
  return go(email);
}

function withPassword(values: Values, make: (source: PasswordSource) => UsersCommand): Parsed<UsersCommand> {
  if (values['password-stdin'] && values.generate)
    return { fault: 'Use --password-stdin or --generate, not both.' };
  return { wanted: make(values['password-stdin'] ? 'stdin' : values.generate ? 'generate' : 'ask') };
}

function roleNamed(text: string): Role | undefined {
  return roles.find((role) => role === text);
}

function noSuchRole(text: string): Parsed<UsersCommand> {
  return { fault: `There is no role ${JSON.stringify(text)}: use ${roles.join(' or ')}.` };
}
