import { restoreDatabase } from '../../storage/postgres/restore-database.ts';
import {
  type RestoreResult as Restored,
  type RestoreRules,
  restoreFolder,
} from '../../storage/sqlite/restore.ts';
import type { AuditNote } from '../audit.ts';
import { CAN_SIGN_IN } from './account-rows.ts';
import { noted } from './audit-store.ts';

type RestoreResult =
  | { outcome: 'restored'; accounts: number }
  /** Nobody of the backup could sign in as administrator; nothing was changed. */
  | { outcome: 'no-administrator' };

/**
 * Brings a backup into the data folder while other processes use it. Every session ends, for those that were ended
 * since the backup must not come back. Throws a `StoreError` when one of the files cannot be used.
 */
export function restoreAccounts(folder: string, from: string, note: AuditNote): RestoreResult {
  return resultOf(restoreFolder(folder, from, rules(note)));
}

/** The same into the database of this address. */
export async function restoreAccountsInDatabase(
  url: string,
  from: string,
  note: AuditNote,
): Promise<RestoreResult> {
  return resultOf(await restoreDatabase(url, from, rules(note)));
}

const rules = (note: AuditNote): RestoreRules => ({
  isUsable: ({ names, execute }) => {
    const administrators = `SELECT 1 FROM ${names.accounts} a WHERE a.role = 'administrator' AND ${CAN_SIGN_IN}`;
    return execute(administrators).rows.length > 0;
  },
  writeDown: (live) => noted(live, note, undefined),
});

const resultOf = (result: Restored): RestoreResult =>
  result.outcome === 'unusable' ? { outcome: 'no-administrator' } : result;
