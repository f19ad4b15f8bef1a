/** Creates one backup outside the thread that serves readers, because `node:sqlite` blocks. `backups.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { describeReason } from '../../shared/reason.ts';
import type { Backup } from '../../storage/backup-files.ts';
import { StoreError } from '../../storage/store-error.ts';
import { type BackupPlan, makeBackup } from './make-backup.ts';

export interface BackupTask {
  plan: BackupPlan;
  now: number;
}

export type BackupResult =
  | { outcome: 'made'; backup: Backup }
  /** `code` is set if the store failed. Without a code, the failure is a bug. */
  | { outcome: 'failed'; code?: StoreError['code']; message: string };

async function createBackup({ plan, now }: BackupTask): Promise<BackupResult> {
  try {
    return { outcome: 'made', backup: await makeBackup(plan, now) };
  } catch (error) {
    const storeCode = error instanceof StoreError ? { code: error.code } : {};
    return { outcome: 'failed', ...storeCode, message: describeReason(error) };
  }
}

const task: BackupTask = workerData;
parentPort?.postMessage(await createBackup(task));
