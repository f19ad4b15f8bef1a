import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { retryWhileBusy } from './retry-while-busy.ts';

const BUSY_TIMEOUT_MS = 2_000;
const OPENING_TIMEOUT_MS = 10_000;

/**
 * A file that several processes may make and open at the same moment, at this schema (`CREATE … IF NOT EXISTS`). A
 * power cut may take the last writes; for what must not be lost there are the stores of the identity subject.
 */
export function openSharedFile(file: string, schema: string): DatabaseSync {
  // SQLite would make it readable for everybody; its companions inherit the mode.
  closeSync(openSync(file, 'a', 0o600));
  return retryWhileBusy(OPENING_TIMEOUT_MS, () => {
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      database.exec(schema);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}
