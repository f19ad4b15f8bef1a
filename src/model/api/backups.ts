import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const backup = z.strictObject({
  name: z.string().describe('Of its file.'),
  madeAt: time.describe('When it was begun.'),
  bytes: z.int().describe('Of its file.'),
});

/** What the server saves by itself. */
export const backupsEndpoints = {
  listBackups: {
    call: 'GET /api/v1/backups',
    access: 'administrator',
    summary: 'The backups that are there, the newest first, and when others are made.',
    answer: z.strictObject({
      rows: z.array(backup).describe('Each was restored once, to see that it can be.'),
      schedule: z
        .strictObject({
          folder: z.string().describe('On the server: `BACKUP_DIR`.'),
          everyHours: z.number().describe('`BACKUP_HOURS`.'),
          keep: z.int().describe('So many stay: `BACKUP_KEEP`.'),
        })
        .nullable()
        .describe('`null`: the server makes none.'),
      isUnderway: z.boolean().describe('One is being made.'),
      failure: z
        .strictObject({
          at: time.describe('When it failed.'),
          message: z.string().describe('Why, and what to do.'),
        })
        .optional()
        .describe('Of the last attempt.'),
    }),
  },
  makeBackup: {
    call: 'POST /api/v1/backups',
    access: 'administrator',
    status: 201,
    summary: 'Makes a backup now, and restores it to see that it can be.',
    answer: z.strictObject({ made: backup.nullable().describe('`null`: it takes longer, and goes on.') }),
    errors: {
      404: 'The server makes no backups.',
      409: 'One is being made.',
      503: 'It came to nothing: the message says why.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type BackupRow = z.infer<typeof backup>;
