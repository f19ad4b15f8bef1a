import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { namesIn } from '../../shared/if-present.ts';

/** One file with all that the data folder held. Whatever has such a name was restored once, to see that it can be. */
export interface Backup {
  name: string;
  file: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  bytes: number;
}

const NAME = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;
/** Of backups that are being made, and of those whose maker died. */
const UNFINISHED = /^backup-\d{8}T\d{9}Z\.db\.partial/;

/** In the order of their names they are in the order of their times. */
export function backupName(at: number): string {
  return `backup-${new Date(at).toISOString().replace(/[-:.]/g, '')}.db`;
}

/** The newest first. A folder that is not there has none. */
export function listBackups(folder: string): Backup[] {
  return namesIn(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const parts = NAME.exec(name)?.slice(1).map(Number);
      const file = path.join(folder, name);
      const bytes = statSync(file, { throwIfNoEntry: false })?.size;
      if (parts === undefined || bytes === undefined) return [];
      const [year = 0, month = 1, day = 1, ...time] = parts;
      return [{ name, file, madeAt: Date.UTC(year, month - 1, day, ...time), bytes }];
    });
}

export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder))
    if (UNFINISHED.test(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
}
