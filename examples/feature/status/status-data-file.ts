import { defineDataFile } from 'gatehouse/feature';

/** Readers who want to know when the service works again, each with the language of the page. */
export const noticesFile = defineDataFile({
  name: 'service-status',
  // A reader who was promised an email gets it, also after a power cut.
  durable: true,
  connections: 1,
  migrations: [
    {
      sqlite: `CREATE TABLE notice_requests (
        reader TEXT PRIMARY KEY, language TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
    },
  ],
  tables: { notice_requests: { restored: 'add', columns: 'reader language expires_at' } },
});
