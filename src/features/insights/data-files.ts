import { defineDataFile } from '../../storage/data-file.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Searches and page views by day, and when pages changed. The migrations of earlier releases are in
 * `src/storage/migrations.ts`.
 */
export const countsFile = defineDataFile({
  name: 'searches',
  durable: false,
  unmarked: true,
  connections: 1,
  migrations: [
    {
      // The content of each page of the newest release, and when a release changed it. Null until then.
      sqlite: `
        CREATE TABLE page_contents (
          page TEXT PRIMARY KEY, hash TEXT NOT NULL, changed_at INTEGER
        ) STRICT, WITHOUT ROWID;`,
    },
  ],
  tables: {
    searches: { restored: 'add', columns: 'day query count hits' },
    openings: { restored: 'add', columns: 'day query opened count' },
    readings: { restored: 'add', columns: 'day page count' },
    page_contents: { restored: 'add', columns: 'page hash changed_at' },
  },
});

export type CountsDatabase = Database<typeof countsFile.tables>;

/** Feedback of readers. The migrations of earlier releases are in `src/storage/migrations.ts`. */
export const feedbackFile = defineDataFile({
  name: 'feedback',
  durable: false,
  unmarked: true,
  connections: 1,
  migrations: [],
  tables: {
    feedback: { restored: 'add', columns: 'page reader helpful comment at state note' },
  },
});
