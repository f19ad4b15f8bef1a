import type { DataFile } from '../../storage/data-file.ts';
import { restoreDatabase } from '../../storage/postgres/restore-database.ts';
import {
  type RestoreRules,
  restoreFolder,
  type RestoreResult as StorageRestoreResult,
} from '../../storage/sqlite/restore.ts';
import type { AuditNote } from '../audit.ts';
import { CAN_SIGN_IN } from './account-rows.ts';
import { writeAuditStatements } from './audit-store.ts';

type RestoreResult =
  | { outcome: 'restored'; accounts: number }
  /** The backup has no administrator who could sign in. Nothing was changed. */
  | { outcome: 'no-administrator' };

/**
 * Restores these files from a backup into a data folder that other processes may be using. All sessions end, because sessions that were
 * revoked since the backup must not become valid again. Throws a `StoreError` if one of the files can't be used.
 */
export function restoreAccounts(
  folder: string,
  from: string,
  note: AuditNote,
  files: readonly DataFile[],
): RestoreResult {
  return toResult(restoreFolder(folder, from, createRules(note), files));
}

/** Restores a backup into the database at this URL, in the same way. */
export async function restoreAccountsInDatabase(
  url: string,
  from: string,
  note: AuditNote,
  files: readonly DataFile[],
): Promise<RestoreResult> {
  return toResult(await restoreDatabase(url, from, createRules(note), files));
}

const createRules = (note: AuditNote): RestoreRules => ({
  isUsable: ({ names, execute }) => {
    const administrators = `SELECT 1 FROM ${names.accounts} a WHERE a.role = 'administrator' AND ${CAN_SIGN_IN}`;
    return execute(administrators).rows.length > 0;
  },
  auditStatements: (live) => writeAuditStatements(live, note, undefined),
});

const toResult = (result: StorageRestoreResult): RestoreResult =>
  result.outcome === 'unusable' ? { outcome: 'no-administrator' } : result;
