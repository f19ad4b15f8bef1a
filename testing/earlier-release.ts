import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Account } from '../src/accounts/account.ts';
import type { AuditEntry } from '../src/accounts/store/audit-store.ts';
import type { SignedIn } from '../src/accounts/store/session-store.ts';
import type { Feedback } from '../src/features/insights/feedback/feedback.ts';
import type { SearchReport } from '../src/features/insights/searches/search-counts.ts';

/** The data that the earlier release itself read back, and the secrets of this data. */
export interface Expected {
  /** The time of the release's last write. */
  now: number;
  password: string;
  tokens: Record<'ada' | 'rosa' | 'ended' | 'invite', string>;
  accounts: Account[];
  sessions: SignedIn[];
  audit: AuditEntry[];
  feedback: Feedback[];
  searches: SearchReport;
  /** The rows of every table. */
  tables: Record<string, Record<string, unknown>[]>;
}

const fixtures = path.join(import.meta.dirname, '../tests/fixtures/earlier-release');
const read = (name: string) => readFileSync(path.join(fixtures, name), 'utf8');

export const expected: Record<'sqlite' | 'postgres', Expected> = JSON.parse(read('expected.json'));

/** The `DATA_DIR` of an installation of the earlier release. */
export function makeEarlierFolder(folder: string): void {
  mkdirSync(folder);
  for (const name of ['accounts', 'searches', 'feedback']) makeFile(`${name}.sql`, `${folder}/${name}.db`);
}

export function makeEarlierBackup(file: string): void {
  makeFile('backup.sql', file);
}

/** The SQL that restores its data into an empty database. */
export const earlierSchema = read('postgres.sql');

function makeFile(dump: string, file: string): void {
  const database = new DatabaseSync(file);
  database.exec(read(dump));
  database.close();
}
