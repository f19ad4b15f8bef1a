import {
  defineCommand,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
} from '../command/define-command.ts';
import { runStoreCommand, type StoreCommand } from './store/run-command.ts';

export const command = defineCommand({
  help: `Backs up, restores or copies what the site stores: accounts, sessions, feedback and search counts.

  {call} backup <file>    Save everything to a new file.
  {call} backup           Create a backup in BACKUP_DIR, as the server does.
  {call} list             List the backups in BACKUP_DIR, newest first.
  {call} restore <file>   Replace the accounts with those of a backup.
  {call} copy             Copy everything from DATA_DIR to the database in DATABASE_URL.

backup, list and restore work while the server runs.

restore saves the current state to a file first. Accounts, passwords and roles become those of the backup. All
sessions end, because the backup may contain sessions that ended after it was created. The audit log, feedback and
search counts are merged: nothing that is stored now is lost.

copy needs a stopped server and an empty database. It copies everything or nothing, and leaves DATA_DIR as it is.

With DATABASE_URL, these commands use that database instead of DATA_DIR. A backup can be restored into either.

With BACKUP_DIR, the server creates a backup every BACKUP_HOURS, restores it into a temporary folder as a test, and
keeps the newest BACKUP_KEEP.

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: {},
  parse([name, file, ...surplus]): ParsedArguments<StoreCommand> {
    switch (name) {
      case 'copy':
      case 'list':
        return rejectSurplus(file === undefined ? surplus : [file, ...surplus]) ?? { input: { name } };
      case 'backup':
        return rejectSurplus(surplus) ?? { input: { name, file } };
      case 'restore':
        if (file === undefined) return { misuse: 'The backup file is missing: restore <file>' };
        return rejectSurplus(surplus) ?? { input: { name, file } };
      default:
        return rejectSubcommand(name, ['backup', 'list', 'restore', 'copy']);
    }
  },
  run: runStoreCommand,
});
