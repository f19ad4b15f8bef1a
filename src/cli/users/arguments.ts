import { parseArgs } from 'node:util';
import type { Role } from '../../accounts/account.ts';
import type { Parsed } from '../command.ts';

export type PasswordSource = 'ask' | 'stdin' | 'generate';

export type UsersCommand =
  | { name: 'add'; email: string; fullName: string; role: Role | undefined; password: PasswordSource }
  | { name: 'invite'; email: string; fullName: string; role: Role | undefined }
  /** `query`: words of name or e-mail; empty: all. */
  | { name: 'list'; json: boolean; query: string }
  | { name: 'password'; email: string; password: PasswordSource }
  | { name: 'role'; email: string; role: Role }
  | { name: 'disable' | 'enable' | 'remove' | 'end-sessions'; email: string };

export const usage = `Accounts of the readers. Works while the server runs; what changes shows there within 2 seconds.

  npm run users -- add <e-mail> [--name <name>] [--role reader|administrator]
  npm run users -- add <e-mail> --invite   print a link at which its owner sets the password: once, within 72 hours
  npm run users -- list [<words of name or e-mail>] [--json]
  npm run users -- password <e-mail>
  npm run users -- role <e-mail> reader|administrator
  npm run users -- disable <e-mail>      nobody signs in with it until it is enabled
  npm run users -- enable <e-mail>
  npm run users -- remove <e-mail>       with what it said of pages; cannot be undone
  npm run users -- sessions end <e-mail>

--invite for an account that has no password yet makes a new link in place of the one before.

add and password ask for the password on a terminal; or:
  --password-stdin                       read it from what is piped in
  --generate                             make one, and print it this once

password, role, disable and remove end every session of the account.
Accounts are in DATA_DIR (data), or in the database that DATABASE_URL names. Exit code: 0 done, 1 not done, 2 misused.`;

const passwordOptions = { 'password-stdin': { type: 'boolean' }, generate: { type: 'boolean' } } as const;
const roles: readonly Role[] = ['reader', 'administrator'];

export function parseArguments(args: readonly string[]): Parsed<UsersCommand> {
  const [name, ...rest] = args;
  return name === undefined ? { fault: 'Say what to do.' } : parseCommand(name, rest);
}

function parseCommand(name: string, args: string[]): Parsed<UsersCommand> {
  switch (name) {
    case 'add': {
      const options = {
        name: { type: 'string' },
        role: { type: 'string' },
        invite: { type: 'boolean' },
        ...passwordOptions,
      } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const role = values.role === undefined ? undefined : roleNamed(values.role);
      if (values.role !== undefined && role === undefined) return noSuchRole(values.role);
      if (values.invite) {
        if (values['password-stdin'] || values.generate)
          return { fault: 'With --invite the owner sets the password: leave the other option out.' };
        return withEmail(name, positionals, (email) => ({
          command: { name: 'invite', email, fullName: values.name ?? '', role },
        }));
      }
      return withEmail(name, positionals, (email) =>
        withPassword(values, (password) => ({ name, email, fullName: values.name ?? '', role, password })),
      );
    }
    case 'password': {
      const { values, positionals } = parseArgs({ args, options: passwordOptions, allowPositionals: true });
      return withEmail(name, positionals, (email) =>
        withPassword(values, (password) => ({ name, email, password })),
      );
    }
    case 'list': {
      const options = { json: { type: 'boolean', default: false } } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      return { command: { name, json: values.json, query: positionals.join(' ') } };
    }
    case 'role': {
      const { positionals } = parseArgs({ args, allowPositionals: true });
      const [email, text] = positionals;
      if (text === undefined) return { fault: 'role needs an e-mail and a role.' };
      const role = roleNamed(text);
      if (role === undefined) return noSuchRole(text);
      return withEmail(name, [...(email ? [email] : []), ...positionals.slice(2)], (checked) => ({
        command: { name, email: checked, role },
      }));
    }
    case 'disable':
    case 'enable':
    case 'remove': {
      const { positionals } = parseArgs({ args, allowPositionals: true });
      return withEmail(name, positionals, (email) => ({ command: { name, email } }));
    }
    case 'sessions': {
      const { positionals } = parseArgs({ args, allowPositionals: true });
      const [act, ...emails] = positionals;
      if (act !== 'end') return { fault: 'Of sessions there is this: sessions end <e-mail>' };
      return withEmail('sessions end', emails, (email) => ({ command: { name: 'end-sessions', email } }));
    }
    default:
      return { fault: `There is no command ${JSON.stringify(name)}.` };
  }
}

function withEmail(
  name: string,
  [email, extra]: readonly string[],
  go: (email: string) => Parsed<UsersCommand>,
): Parsed<UsersCommand> {
  if (email === undefined) return { fault: `${name} needs an e-mail.` };
  if (extra !== undefined)
    return { fault: `${name} does not know what to do with ${JSON.stringify(extra)}.` };
  return go(email);
}

function withPassword(
  values: { 'password-stdin'?: boolean | undefined; generate?: boolean | undefined },
  make: (source: PasswordSource) => UsersCommand,
): Parsed<UsersCommand> {
  if (values['password-stdin'] && values.generate)
    return { fault: 'Use --password-stdin or --generate, not both.' };
  return { command: make(values['password-stdin'] ? 'stdin' : values.generate ? 'generate' : 'ask') };
}

function roleNamed(text: string): Role | undefined {
  return roles.find((role) => role === text);
}

function noSuchRole(text: string): Parsed<UsersCommand> {
  return { fault: `There is no role ${JSON.stringify(text)}: use ${roles.join(' or ')}.` };
}
