import { defineDataFile, type Migration } from '../src/storage/data-file.ts';

const createTables: Migration = {
  sqlite: `
    CREATE TABLE greetings (reader TEXT PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE greeting_days (day TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
};
const addMood: Migration = {
  sqlite: `
    ALTER TABLE greetings ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
    CREATE INDEX greetings_of_mood ON greetings (mood);`,
};

const common = { name: 'guest-book', durable: true, connections: 1 };
const greetingDays = { restored: 'add', columns: 'day count' } as const;

/** Data of a feature outside of the engine, as its first release declares it. */
export const firstGuestBook = defineDataFile({
  ...common,
  migrations: [createTables],
  tables: {
    greetings: { restored: 'replace', columns: 'reader text at' },
    greeting_days: greetingDays,
  },
});

/** The same guest book in its second release, which adds a column. */
export const guestBook = defineDataFile({
  ...common,
  migrations: [createTables, addMood],
  tables: {
    greetings: { restored: 'replace', columns: 'reader text at mood' },
    greeting_days: greetingDays,
  },
});
