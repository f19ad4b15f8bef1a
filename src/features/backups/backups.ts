import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Environment } from '../../config/environment.ts';
import { describeReason } from '../../shared/reason.ts';
import { type Backup, listBackups } from '../../storage/backup-files.ts';
import type { DataFile } from '../../storage/data-file.ts';
import type { Leases } from '../../storage/duties.ts';
import type { BackupResult, BackupTask } from './backup-worker.ts';
import type { BackupPlan } from './make-backup.ts';

interface BackupState {
  isUnderway: boolean;
  /** Set if the last attempt, in any process, failed. */
  failure?: { at: number; message: string };
}

/** `underway`: this or another process is creating a backup. `unwanted`: `isWanted` returned false. */
type BackupOutcome = BackupResult | { outcome: 'underway' | 'unwanted' };

type BackupEnvironment = Pick<
  Environment,
  'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_HOURS' | 'BACKUP_KEEP'
>;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** How long a lease lasts unless it is renewed. After a process dies, the next backup waits no longer than this. */
const LEASE_MS = 10 * SECOND;

/** The backups that a server creates by itself. All processes of a site share them. */
export interface Backups {
  folder: string;
  /** The schedule creates a backup when the newest one is older than this. */
  everyMs: number;
  /** Number of backups to keep (`BACKUP_KEEP`). */
  keep: number;
  /** Lists the backups, newest first. A test restore of each has succeeded. */
  list(): Backup[];
  /** How the last attempt went. Rejects with a `StoreError` if the store can't answer. */
  readState(): Promise<BackupState>;
  /**
   * Creates a backup now, whatever the schedule says. Calls `isWanted` once no other process can start one, and
   * does nothing if it returns false.
   */
  makeNow(isWanted?: () => boolean): Promise<BackupOutcome>;
  /** Cancels the backup that this process is creating. */
  close(): Promise<void>;
}

/** Returns `undefined` if the environment configures no folder for backups. */
export function openBackups(
  environment: BackupEnvironment,
  leases: Leases,
  dataFiles: readonly DataFile[],
  clock: () => number = Date.now,
): Backups | undefined {
  if (environment.BACKUP_DIR === undefined) return undefined;
  const folder = path.resolve(environment.BACKUP_DIR);
  const keep = environment.BACKUP_KEEP;
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
  const source = databaseUrl === undefined ? { dataDir } : { databaseUrl };
  const plan: BackupPlan = { source, dataFiles, folder, keep };
  let activeWorker: Worker | undefined;
  let leaseRelease: Promise<void> | undefined;
  let isClosing = false;
  return {
    folder,
    everyMs: environment.BACKUP_HOURS * HOUR,
    keep,
    list: () => listBackups(folder),
    readState: async () => {
      const record = await leases.readLease('backup');
      const isUnderway = record !== undefined && record.heldUntil > clock();
      if (isUnderway || record?.failure == null) return { isUnderway };
      return { isUnderway, failure: { at: record.triedAt, message: record.failure } };
    },
    makeNow: async (isWanted = () => true) => {
      const now = clock();
      const holder = await leases.claimLease('backup', now, now + LEASE_MS);
      if (holder === undefined) return { outcome: 'underway' };
      if (!isWanted()) {
        await leases.releaseLease('backup', holder, null);
        return { outcome: 'unwanted' };
      }
      const renewal = setInterval(() => {
        // If renewing fails, another process may start a backup too. That is safe: their file names differ.
        leases.renewLease('backup', holder, clock() + LEASE_MS).catch(() => {});
      }, LEASE_MS / 4).unref();
      const result = await runInWorker({ plan, now }, (worker) => {
        activeWorker = worker;
      });
      activeWorker = undefined;
      clearInterval(renewal);
      // A backup that this process cancelled isn't a failure, so another process may start one immediately.
      const failure = result.outcome === 'made' || isClosing ? null : result.message;
      leaseRelease = leases.releaseLease('backup', holder, failure);
      await leaseRelease;
      return result;
    },
    close: async () => {
      isClosing = true;
      await activeWorker?.terminate();
      // If the store is unreachable, the lease expires by itself.
      await leaseRelease?.catch(() => {});
    },
  };
}

function runInWorker(task: BackupTask, onStart: (worker: Worker) => void): Promise<BackupResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
    });
    onStart(worker);
    worker.once('message', (result: BackupResult) => resolve(result));
    worker.once('error', (error) => resolve({ outcome: 'failed', message: describeReason(error) }));
    // A stop has no effect if the worker has already reported its result.
    worker.once('exit', () =>
      resolve({ outcome: 'failed', message: 'The backup worker exited before finishing.' }),
    );
  });
}
