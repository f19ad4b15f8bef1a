import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFolder } from '../shared/if-present.ts';

/** A file with all data of the site. A file gets such a name only after a test restore has succeeded. */
export interface Backup {
  name: string;
  file: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  bytes: number;
}

const BACKUP_NAME = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;
/** Name of a backup that is being created, or was abandoned by a process that died. */
const UNFINISHED_NAME = /^backup-\d{8}T\d{9}Z\.db\.partial/;

/** Names sort in the order of their times. */
export function buildBackupName(at: number): string {
  return `backup-${new Date(at).toISOString().replace(/[-:.]/g, '')}.db`;
}

/** Lists the backups, newest first. A missing folder has none. */
export function listBackups(folder: string): Backup[] {
  return listFolder(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const parts = BACKUP_NAME.exec(name)?.slice(1).map(Number);
      const file = path.join(folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (parts === undefined || !stats?.isFile()) return [];
      const [year = 0, month = 1, day = 1, ...time] = parts;
      return [{ name, file, madeAt: Date.UTC(year, month - 1, day, ...time), bytes: stats.size }];
    });
}

/** Removes what interrupted backups left in the folder. */
export function removeUnfinished(folder: string): void {
  for (const name of listFolder(folder))
    if (UNFINISHED_NAME.test(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
}
