import { defineDataFile } from '../../storage/data-file.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Searches and page views by day, and when pages changed. The first tables are created in
 * `src/storage/migrations.ts`.
 */
export const countsFile = defineDataFile({
  name: 'searches',
  durable: false,
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

/**
 * Feedback of readers: opinions of pages, and reports about a passage. The first table is created in
 * `src/storage/migrations.ts`.
 */
export const feedbackFile = defineDataFile({
  name: 'feedback',
  durable: false,
  connections: 1,
  migrations: [
    {
      sqlite: `CREATE TABLE reports (
        id TEXT PRIMARY KEY, page TEXT NOT NULL, reader TEXT NOT NULL, kind TEXT NOT NULL, passage TEXT NOT NULL,
        comment TEXT NOT NULL, release TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, note TEXT NOT NULL
      ) STRICT, WITHOUT ROWID`,
      postgres: `CREATE TABLE reports (
        id text PRIMARY KEY, page text NOT NULL, reader text NOT NULL, kind text NOT NULL, passage text NOT NULL,
        comment text NOT NULL, release text NOT NULL, at bigint NOT NULL, state text NOT NULL, note text NOT NULL
      )`,
    },
  ],
  tables: {
    feedback: { restored: 'add', columns: 'page reader helpful comment at state note' },
    reports: { restored: 'add', columns: 'id page reader kind passage comment release at state note' },
  },
});
