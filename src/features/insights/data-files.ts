import { defineDataFile } from '../../storage/data-file.ts';
import type { Database } from '../../storage/database.ts';

/** Searches and page views by day. The migrations of earlier releases are in `src/storage/migrations.ts`. */
export const countsFile = defineDataFile({
  name: 'searches',
  durable: false,
  unmarked: true,
  connections: 1,
  migrations: [],
  tables: {
    searches: { restored: 'add', columns: 'day query count hits' },
    openings: { restored: 'add', columns: 'day query opened count' },
    readings: { restored: 'add', columns: 'day page count' },
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
