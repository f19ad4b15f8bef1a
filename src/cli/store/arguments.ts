export type StoreCommand = { name: 'copy' };

export type ParsedArguments = { command: StoreCommand } | { help: true } | { fault: string };

export const usage = `Where accounts and sessions are kept.

  npm run store -- copy                  from DATA_DIR into the database that DATABASE_URL names

copy wants the server stopped and the database empty, and copies everything or nothing. The file in DATA_DIR
stays as it was. Exit code: 0 done, 1 not done, 2 misused.`;

export function parseArguments(args: readonly string[]): ParsedArguments {
  const [name, ...rest] = args;
  if (name === undefined) return { fault: 'Say what to do.' };
  if (args.includes('--help') || args.includes('-h') || name === 'help') return { help: true };
  switch (name) {
    case 'copy':
      return rest.length === 0 ? { command: { name } } : { fault: `Unexpected argument '${rest[0]}'.` };
    default:
      return { fault: `There is no command "${name}".` };
  }
}
