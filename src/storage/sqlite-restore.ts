import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditNote } from '../accounts/audit.ts';
import { openSharedFile } from './open-shared-file.ts';
import { ACCOUNT_COLUMNS, AUDIT_COLUMNS } from './rows.ts';
import type { SideFile } from './side-file.ts';
import { hasTable } from './sqlite-backup.ts';
import { namedError } from './sqlite-errors.ts';
import { openDatabase } from './sqlite-file.ts';
import { CAN_SIGN_IN } from './sqlite-statements.ts';
import { StoreError } from './store-error.ts';

export type RestoreResult =
  | { outcome: 'restored'; accounts: number }
  /** Nobody of the backup could sign in as administrator; nothing was changed. */
  | { outcome: 'no-administrator' };

/**
 * Puts the accounts of a backup in the place of those in the store, while other processes use it: all of them or
 * nothing. Every session ends, for those that were ended since the backup must not come back. The audit log and the
 * files beside the accounts keep what they have, and get what only the backup knows. Throws a `StoreError` when one of
 * the files cannot be used.
 */
export function restoreStore(
  file: string,
  from: string,
  note: AuditNote,
  sideFiles: readonly SideFile[] = [],
): RestoreResult {
  if (!existsSync(from)) throw new StoreError('store-folder-missing', `There is no ${from}.`);
  // Closed to others; and no data folder comes to be for a backup that is none.
  const scratch = mkdtempSync(path.join(tmpdir(), 'restore-'));
  try {
    const copy = path.join(scratch, path.basename(from));
    prepare(from, copy);
    const live = openDatabase(file);
    try {
      live.prepare('ATTACH ? AS saved').run(copy);
      for (const [at, sideFile] of sideFiles.entries()) attach(live, sideFile, `beside${at}`);
      return replace(live, note, sideFiles);
    } catch (error) {
      throw namedError(error, file);
    } finally {
      live.close();
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** A copy at the newest schema: the backup itself stays as it is. */
function prepare(from: string, copy: string): void {
  try {
    copyFileSync(from, copy);
    openDatabase(copy).close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(error.code, error.message.replaceAll(copy, from), { cause: error });
  }
}

/** Made where it is missing. */
function attach(live: DatabaseSync, { file, schema }: SideFile, name: string): void {
  try {
    openSharedFile(file, schema).close();
    live.prepare(`ATTACH ? AS ${name}`).run(file);
  } catch (error) {
    throw namedError(error, file);
  }
}

function replace(live: DatabaseSync, note: AuditNote, sideFiles: readonly SideFile[]): RestoreResult {
  const { at, event, by = null } = note;
  live.exec('BEGIN IMMEDIATE');
  const administrators = live
    .prepare(`SELECT 1 FROM saved.accounts WHERE role = 'administrator' AND ${CAN_SIGN_IN}`)
    .all();
  if (administrators.length === 0) {
    live.exec('ROLLBACK');
    return { outcome: 'no-administrator' };
  }
  // With an account its sessions and known addresses go.
  live.exec(`
    DELETE FROM accounts;
    DELETE FROM setup_links;
    INSERT INTO accounts (${ACCOUNT_COLUMNS}) SELECT ${ACCOUNT_COLUMNS} FROM saved.accounts;
    INSERT INTO known_addresses SELECT * FROM saved.known_addresses;
    INSERT INTO audit (${AUDIT_COLUMNS})
      SELECT ${AUDIT_COLUMNS} FROM saved.audit EXCEPT SELECT ${AUDIT_COLUMNS} FROM audit;
  `);
  for (const [at, { tables }] of sideFiles.entries()) {
    for (const table of tables) {
      // Not in a backup of a store without.
      if (!hasTable(live, 'saved', table)) continue;
      live.exec(`INSERT OR IGNORE INTO beside${at}.${table} SELECT * FROM saved.${table}`);
    }
  }
  live.prepare('INSERT INTO audit (at, event, by_whom) VALUES (?, ?, ?)').run(at, event, by);
  const { n } = live.prepare('SELECT count(*) AS n FROM accounts').get() ?? {};
  live.exec('COMMIT');
  return { outcome: 'restored', accounts: Number(n) };
}
