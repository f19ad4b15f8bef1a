import { describeReason } from '../../shared/reason.ts';
import type { Backups } from './backups.ts';

interface ScheduleOptions {
  clock?: () => number;
  everyMs?: number;
  logger: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

const CHECK_EVERY_MS = 60_000;
/** How long to wait after a failure: much less than a day, since the administrator may have freed disk space. */
const RETRY_AFTER_MS = 3_600_000;

/**
 * Creates a backup whenever the newest one is too old. If several processes run a schedule, the first one does it.
 * Returns a function that stops the schedule.
 */
export function startBackupSchedule(
  backups: Backups,
  { logger, clock = Date.now, everyMs = CHECK_EVERY_MS }: ScheduleOptions,
): () => Promise<void> {
  let check: Promise<void> | undefined;

  async function backUpIfDue(): Promise<void> {
    if (!isDue(backups, clock())) return;
    try {
      const { failure } = await backups.readState();
      if (failure !== undefined && clock() - failure.at < RETRY_AFTER_MS) return;
      const result = await backups.makeNow(() => isDue(backups, clock()));
      if (result.outcome === 'made')
        logger.info({ ...result.backup }, 'Backup created. A test restore succeeded.');
      if (result.outcome === 'failed')
        logger.error({ code: result.code, reason: result.message }, 'Backup failed.');
    } catch (error) {
      logger.error({ reason: describeReason(error) }, 'Backup failed.');
    }
  }

  const startCheck = () => {
    check ??= backUpIfDue().finally(() => {
      check = undefined;
    });
  };
  const timer = setInterval(startCheck, everyMs).unref();
  startCheck();
  return async () => {
    clearInterval(timer);
    await backups.close();
    await check;
  };
}

function isDue({ list, everyMs }: Backups, now: number): boolean {
  const [newest] = list();
  return newest === undefined || now - newest.madeAt >= everyMs;
}
