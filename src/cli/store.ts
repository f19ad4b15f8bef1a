import { defineCommand, noMore, noSuchCommand } from './command.ts';
import { runCommand, type StoreCommand } from './store/run-command.ts';

export const command = defineCommand({
  help: `Where accounts, sessions, feedback and search counts are kept.

  {call} copy                  from DATA_DIR into the database that DATABASE_URL names
  {call} backup <file>         all that is kept into one new file, while the server runs
  {call} backup                one more of those that the server makes by itself into BACKUP_DIR
  {call} list                  those that it has made, the newest first
  {call} restore <file>        replaces the accounts by those of a backup

copy wants the server stopped and the database empty, and copies everything or nothing. The files in DATA_DIR
stay as they were.

restore may run while the server does. It ends every session, so that none comes back that has ended since the
backup; passwords and roles are those of the backup again. The audit log, feedback and search counts keep what they
have, and get what only the backup knows. What was there before is saved beside it first.

With DATABASE_URL it is all in that database, and so is what is saved and brought back. A backup is the same file either
way: it goes into a database or a data folder, wherever it is from.

With BACKUP_DIR set the server makes a backup every BACKUP_HOURS, restores it into a folder of its own to see that
it can be, and keeps the newest BACKUP_KEEP.
Exit code: 0 done, 1 not done, 2 misused.`,
  options: {},
  parse([name, file, ...rest]): { wanted: StoreCommand } | { fault: string } {
    switch (name) {
      case 'copy':
      case 'list':
        return noMore(file === undefined ? rest : [file, ...rest]) ?? { wanted: { name } };
      case 'backup':
        return noMore(rest) ?? { wanted: { name, file } };
      case 'restore':
        if (file === undefined) return { fault: `${name} needs a file.` };
        return noMore(rest) ?? { wanted: { name, file } };
      default:
        return noSuchCommand(name);
    }
  },
  run: runCommand,
});
