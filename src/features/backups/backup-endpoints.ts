import { z } from 'zod';
import { time } from '../../model/api/account.ts';
import type { Endpoint } from '../../model/api/endpoint.ts';

const backup = z.strictObject({
  name: z.string().describe('File name.'),
  madeAt: time.describe('When the backup started.'),
  bytes: z.int().describe('File size in bytes.'),
});

/** Backups that the server makes by itself. */
export const backupEndpoints = {
  listBackups: {
    call: 'GET /api/v1/backups',
    access: 'administrator',
    summary: 'List backups, newest first, with their schedule.',
    answer: z.strictObject({
      rows: z.array(backup).describe('Backups. Each one was tested by restoring it.'),
      schedule: z
        .strictObject({
          folder: z.string().describe('Folder on the server (`BACKUP_DIR`).'),
          everyHours: z.number().describe('Hours between backups (`BACKUP_HOURS`).'),
          keep: z.int().describe('Number of backups to keep (`BACKUP_KEEP`).'),
        })
        .nullable()
        .describe('When backups are created, or `null` if the server creates none.'),
      isUnderway: z.boolean().describe('Whether a backup is running.'),
      failure: z
        .strictObject({
          at: time.describe('When the backup failed.'),
          message: z.string().describe('Why it failed and what to do.'),
        })
        .optional()
        .describe('Failure of the last attempt. Missing if it succeeded.'),
    }),
  },
  makeBackup: {
    call: 'POST /api/v1/backups',
    access: 'administrator',
    status: 201,
    summary: 'Create a backup and test it by restoring it.',
    answer: z.strictObject({
      made: backup.nullable().describe('The new backup, or `null` if it is still running.'),
    }),
    errors: {
      404: 'Backups are turned off: `BACKUP_DIR` isn’t set.',
      409: 'A backup is already running.',
      503: 'The backup failed. See `message`.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type BackupRow = z.infer<typeof backup>;
