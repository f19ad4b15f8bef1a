import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Environment } from '../../config/environment.ts';
import { reasonOf } from '../../shared/reason.ts';
import type { Duties } from '../duties.ts';
import { listBackups } from './backup-files.ts';
import type { BackupResult, BackupTask } from './backup-worker.ts';
import type { BackupPlan } from './make-backup.ts';

export type Backups = NonNullable<ReturnType<typeof openBackups>>;

interface BackupState {
  isUnderway: boolean;
  /** The last attempt of all processes came to nothing. */
  failure?: { at: number; message: string };
}

/** `underway`: another one is being made, in this process or in another one. `unwanted`: it was made meanwhile. */
type MadeBackup = BackupResult | { outcome: 'underway' | 'unwanted' };

type BackupEnvironment = Pick<
  Environment,
  'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_HOURS' | 'BACKUP_KEEP'
>;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** How long the duty is held without being renewed. The next backup waits no longer for a process that died. */
const HELD_MS = 10 * SECOND;

/**
 * The backups that a server makes by itself. Every process of a site sees the same ones. `undefined` where the
 * environment names no folder for them.
 */
export function openBackups(environment: BackupEnvironment, duties: Duties, clock: () => number = Date.now) {
  if (environment.BACKUP_DIR === undefined) return undefined;
  const folder = path.resolve(environment.BACKUP_DIR);
  const keep = environment.BACKUP_KEEP;
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
  const source = databaseUrl === undefined ? { dataDir } : { databaseUrl };
  const plan: BackupPlan = { source, folder, keep };
  let making: Worker | undefined;
  let ending: Promise<void> | undefined;
  let isClosing = false;
  return {
    folder,
    everyMs: environment.BACKUP_HOURS * HOUR,
    /** How many stay. */
    keep,
    /** All that are there, the newest first; each was restored once, to see that it can be. */
    list: () => listBackups(folder),
    /** How the last attempt went; rejects with a `StoreError` while the store cannot say. */
    state: async (): Promise<BackupState> => {
      const record = await duties.dutyRecord('backup');
      const isUnderway = record !== undefined && record.heldUntil > clock();
      if (isUnderway || record?.failure == null) return { isUnderway };
      return { isUnderway, failure: { at: record.triedAt, message: record.failure } };
    },
    /** One now, whatever the schedule says; it takes as long as it takes. `isWanted` is asked once nobody else can begin. */
    makeNow: async (isWanted: () => boolean = () => true): Promise<MadeBackup> => {
      const now = clock();
      const holder = await duties.claimDuty('backup', now, now + HELD_MS);
      if (holder === undefined) return { outcome: 'underway' };
      if (!isWanted()) {
        await duties.endDuty('backup', holder, null);
        return { outcome: 'unwanted' };
      }
      const holding = setInterval(() => {
        // Should it fail, somebody else may begin: each has files of its own name.
        duties.keepDuty('backup', holder, clock() + HELD_MS).catch(() => {});
      }, HELD_MS / 4).unref();
      const result = await inWorker({ plan, now }, (worker) => {
        making = worker;
      });
      making = undefined;
      clearInterval(holding);
      // What this process gave up itself is no failure: whoever comes next may begin at once.
      const failure = result.outcome === 'made' || isClosing ? null : result.message;
      ending = duties.endDuty('backup', holder, failure);
      await ending;
      return result;
    },
    /** Gives up what this process is making. */
    close: async (): Promise<void> => {
      isClosing = true;
      await making?.terminate();
      // A store that is gone leaves the duty to others by itself.
      await ending?.catch(() => {});
    },
  };
}

function inWorker(task: BackupTask, onStart: (worker: Worker) => void): Promise<BackupResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
    });
    onStart(worker);
    worker.once('message', (result: BackupResult) => resolve(result));
    worker.once('error', (error) => resolve({ outcome: 'failed', message: reasonOf(error) }));
    // After its word, or without one.
    worker.once('exit', () => resolve({ outcome: 'failed', message: 'It ended before it was made.' }));
  });
}
