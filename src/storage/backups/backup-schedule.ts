import { reasonOf } from '../../shared/reason.ts';
import type { Backups } from './backups.ts';

interface ScheduleOptions {
  clock?: () => number;
  everyMs?: number;
  logger: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

const LOOK_EVERY_MS = 60_000;
/** After a failure. Who makes room on a disk need not wait a day. */
const TRY_AGAIN_MS = 3_600_000;

/** Makes a backup whenever the newest one is too old, in whichever process comes first. Returns how to stop. */
export function startBackupSchedule(
  backups: Backups,
  { logger, clock = Date.now, everyMs = LOOK_EVERY_MS }: ScheduleOptions,
): () => Promise<void> {
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (!isDue(backups, clock())) return;
    try {
      const { failure } = await backups.state();
      if (failure !== undefined && clock() - failure.at < TRY_AGAIN_MS) return;
      const made = await backups.makeNow(() => isDue(backups, clock()));
      if (made.outcome === 'made')
        logger.info({ ...made.backup }, 'A backup was made, and restored to see that it can be.');
      if (made.outcome === 'failed')
        logger.error({ code: made.code, reason: made.message }, 'No backup could be made.');
    } catch (error) {
      logger.error({ reason: reasonOf(error) }, 'No backup could be made.');
    }
  }

  const lookUnlessLooking = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const timer = setInterval(lookUnlessLooking, everyMs).unref();
  lookUnlessLooking();
  return async () => {
    clearInterval(timer);
    await backups.close();
    await looking;
  };
}

function isDue({ list, everyMs }: Backups, now: number): boolean {
  const [newest] = list();
  return newest === undefined || now - newest.madeAt >= everyMs;
}
