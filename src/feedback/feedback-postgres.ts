import { z } from 'zod';
import { connect, type PostgresOptions } from '../storage/postgres-connection.ts';
import { migrate } from '../storage/postgres-migrate.ts';
import { SCHEMA } from '../storage/postgres-migrations.ts';
import type { FeedbackStore } from './feedback.ts';

const put = `
  INSERT INTO ${SCHEMA}.feedback (page, reader, helpful, comment, at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (page, reader) DO UPDATE
    SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at`;
// Order of the bytes, as the embedded store has it, whatever the database's own is.
const list = `
  SELECT * FROM ${SCHEMA}.feedback WHERE $1::text IS NULL OR page = $1
  ORDER BY at DESC, page COLLATE "C", reader COLLATE "C"`;

const feedbackRow = z.object({
  page: z.string(),
  reader: z.string(),
  helpful: z.boolean(),
  comment: z.string(),
  at: z.int(),
});

/** The feedback of all machines in the shared store's database. Rejects with a `StoreError` when it cannot be used. */
export async function openSharedFeedback(
  url: string,
  options: PostgresOptions = { maxConnections: 1 },
): Promise<FeedbackStore> {
  await migrate(url, options);
  const { query, close } = connect(url, options);
  return {
    put: async ({ page, reader, helpful, comment, at }) =>
      void (await query(put, [page, reader, helpful, comment, at])),
    list: async (page) => z.array(feedbackRow).parse((await query(list, [page ?? null])).rows),
    removeBefore: async (at) => void (await query(`DELETE FROM ${SCHEMA}.feedback WHERE at < $1`, [at])),
    removeOf: async (reader) =>
      void (await query(`DELETE FROM ${SCHEMA}.feedback WHERE reader = $1`, [reader])),
    close,
  };
}
