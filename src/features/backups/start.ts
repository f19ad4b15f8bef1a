import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { answerBackupEndpoints } from './backup-routes.ts';
import { startBackupSchedule } from './backup-schedule.ts';
import { openBackups } from './backups.ts';

/** Answers administrators. If the environment names a folder for backups, it also creates them on schedule. */
export async function startBackups({
  app,
  environment,
  dataFiles,
  leases,
  measure,
}: FeatureContext): Promise<Stop | undefined> {
  const backups = openBackups(environment, leases, dataFiles);
  answerBackupEndpoints(app, backups);
  if (backups === undefined) return undefined;
  measure('docs_backup_age_seconds', () => {
    const [newest] = backups.list();
    return newest && (Date.now() - newest.madeAt) / 1_000;
  });
  return startBackupSchedule(backups, { logger: app.log });
}
