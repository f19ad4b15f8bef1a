import type { FastifyInstance } from 'fastify';
import { isoTimes } from '../../shared/iso-times.ts';
import type { Backup } from '../../storage/backups/backup-files.ts';
import { errorAnswer, nothingHere } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** Proxies give up on an answer after a minute: what takes longer goes on, and the list says so. */
const WAITED_MS = 20_000;

/** What the server saves by itself, for administrators. */
export function backupsApi(app: FastifyInstance, { backups }: RouteParts): void {
  answerEndpoint(app, 'listBackups', async () => {
    if (backups === undefined) return { answer: { rows: [], schedule: null, isUnderway: false } };
    const { folder, keep, everyMs } = backups;
    const { isUnderway, failure } = await backups.state();
    return {
      answer: {
        rows: backups.list().map(row),
        schedule: { folder, keep, everyHours: everyMs / 3_600_000 },
        isUnderway,
        ...(failure && { failure: isoTimes(failure, 'at') }),
      },
    };
  });

  answerEndpoint(app, 'makeBackup', async (_, { user }) => {
    if (backups === undefined) return { error: nothingHere };
    const waited = new Promise<{ outcome: 'goes-on' }>((resolve) => {
      setTimeout(() => resolve({ outcome: 'goes-on' }), WAITED_MS).unref();
    });
    const making = backups.makeNow();
    // Nobody may be there any more to hear of it: the list tells it.
    making.catch((error: unknown) => app.log.error({ err: error }, 'No backup could be made.'));
    const made = await Promise.race([making, waited]);
    switch (made.outcome) {
      case 'made':
        app.log.info({ by: user.email, name: made.backup.name }, 'A backup was made.');
        return { answer: { made: row(made.backup) } };
      case 'goes-on':
        return { answer: { made: null } };
      case 'failed':
        return { error: errorAnswer(503, 'unavailable', made.message) };
      case 'underway':
      case 'unwanted':
        return { error: errorAnswer(409, 'underway', 'A backup is being made.') };
    }
  });
}

function row({ name, madeAt, bytes }: Backup) {
  return { name, bytes, madeAt: new Date(madeAt).toISOString() };
}
