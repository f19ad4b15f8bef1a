import { defineDataFile } from '../../storage/data-file.ts';
import type { Database } from '../../storage/database.ts';

/** The cost of written answers by day, without questions, answers and readers. */
export const usageFile = defineDataFile({
  name: 'written-answers',
  durable: false,
  connections: 1,
  migrations: [
    {
      sqlite: `CREATE TABLE written_answers (
        day TEXT PRIMARY KEY, requests INTEGER NOT NULL, answered INTEGER NOT NULL, failed INTEGER NOT NULL,
        struck INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
      postgres: `CREATE TABLE written_answers (
        day text PRIMARY KEY, requests bigint NOT NULL, answered bigint NOT NULL, failed bigint NOT NULL,
        struck bigint NOT NULL, prompt_tokens bigint NOT NULL, completion_tokens bigint NOT NULL
      )`,
    },
  ],
  tables: {
    written_answers: {
      restored: 'add',
      columns: 'day requests answered failed struck prompt_tokens completion_tokens',
    },
  },
});

export type UsageDatabase = Database<typeof usageFile.tables>;
