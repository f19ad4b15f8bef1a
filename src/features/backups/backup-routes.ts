import type { FastifyInstance } from 'fastify';
import { answerEndpoint } from '../../server/api/answer-endpoint.ts';
import { errorAnswer, notFoundError } from '../../server/http/errors.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import type { Backup } from '../../storage/backup-files.ts';
import { backupEndpoints } from './backup-endpoints.ts';
import type { Backups } from './backups.ts';

/** Proxies wait about a minute for an answer. A backup that takes longer than this continues in the background. */
const ANSWER_WITHIN_MS = 20_000;

/** API for administrators to list the server's backups and create one. */
export function answerBackupEndpoints(app: FastifyInstance, backups: Backups | undefined): void {
  answerEndpoint(app, backupEndpoints.listBackups, async () => {
    if (backups === undefined) return { answer: { rows: [], schedule: null, isUnderway: false } };
    const { folder, keep, everyMs } = backups;
    const { isUnderway, failure } = await backups.readState();
    return {
      answer: {
        rows: backups.list().map(toRow),
        schedule: { folder, keep, everyHours: everyMs / 3_600_000 },
        isUnderway,
        ...(failure && { failure: toIsoTimes(failure, 'at') }),
      },
    };
  });

  answerEndpoint(app, backupEndpoints.makeBackup, async (_, { user }) => {
    if (backups === undefined) return { error: notFoundError };
    const timeout = new Promise<{ outcome: 'goes-on' }>((resolve) => {
      setTimeout(() => resolve({ outcome: 'goes-on' }), ANSWER_WITHIN_MS).unref();
    });
    const pendingBackup = backups.makeNow();
    // The client may have its answer already, so a failure is logged and also shown in the list.
    pendingBackup.catch((error: unknown) => app.log.error({ err: error }, "A backup couldn't be created."));
    const result = await Promise.race([pendingBackup, timeout]);
    switch (result.outcome) {
      case 'made':
        app.log.info({ by: user.email, name: result.backup.name }, 'A backup was created.');
        return { answer: { made: toRow(result.backup) } };
      case 'goes-on':
        return { answer: { made: null } };
      case 'failed':
        return { error: errorAnswer(503, 'unavailable', result.message) };
      case 'underway':
      case 'unwanted':
        return { error: errorAnswer(409, 'underway', 'Another backup is already in progress.') };
    }
  });
}

function toRow({ name, madeAt, bytes }: Backup) {
  return { name, bytes, madeAt: new Date(madeAt).toISOString() };
}
