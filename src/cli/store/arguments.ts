import type { Parsed } from '../command.ts';

export type StoreCommand = { name: 'copy' } | { name: 'backup' | 'restore'; file: string };

export const usage = `Where accounts, sessions, feedback and search counts are kept.

  npm run store -- copy                  from DATA_DIR into the database that DATABASE_URL names
  npm run store -- backup <file>         all that is in DATA_DIR into one new file, while the server runs
  npm run store -- restore <file>        replaces the accounts in DATA_DIR by those of a backup

copy wants the server stopped and the database empty, and copies everything or nothing. The files in DATA_DIR
stay as they were.

restore may run while the server does. It ends every session, so that none comes back that has ended since the
backup; passwords and roles are those of the backup again. The audit log, feedback and search counts keep what they
have, and get what only the backup knows. What was there before is saved beside it first.

A database of DATABASE_URL is backed up with its own tools: pg_dump --schema=<name>. "npm run doctor" says the name.
Exit code: 0 done, 1 not done, 2 misused.`;

export function parseArguments(args: readonly string[]): Parsed<StoreCommand> {
  const [name, ...rest] = args;
  if (name === undefined) return { fault: 'Say what to do.' };
  switch (name) {
    case 'copy':
      return rest.length === 0 ? { command: { name } } : { fault: `Unexpected argument '${rest[0]}'.` };
    case 'backup':
    case 'restore': {
      const [file, surplus] = rest;
      if (file === undefined) return { fault: `${name} needs a file.` };
      return surplus === undefined
        ? { command: { name, file } }
        : { fault: `Unexpected argument '${surplus}'.` };
    }
    default:
      return { fault: `There is no command "${name}".` };
  }
}
