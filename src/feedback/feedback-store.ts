import { z } from 'zod';
import { flag, insertInto } from '../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../storage/open-database.ts';
import { columnsOf } from '../storage/tables.ts';
import type { Feedback } from './feedback.ts';

const feedbackRow = z.object({
  page: z.string(),
  reader: z.string(),
  helpful: flag,
  comment: z.string(),
  at: z.int(),
});

/** What readers said, in SQLite or PostgreSQL. Rejects with a `StoreError` when it cannot be used, as every method does. */
export async function openFeedback(environment: StorageEnvironment) {
  const database = await openDatabase(environment, 'feedback');
  const { names, query, byteOrder, close } = database;
  const remove = `DELETE FROM ${names.feedback} WHERE`;
  return {
    /** A later answer of the same reader to the same page takes the place of the first. */
    put: async ({ page, reader, helpful, comment, at }: Feedback): Promise<void> => {
      const replace = `ON CONFLICT (page, reader)
        DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at`;
      await query(...insertInto(database, 'feedback', { page, reader, helpful, comment, at }, replace));
    },
    /** Newest first; of one page where it is given. */
    list: async (page?: string): Promise<Feedback[]> => {
      const all = await query(
        `SELECT ${columnsOf('feedback')} FROM ${names.feedback} WHERE CAST($1 AS text) IS NULL OR page = $1
         ORDER BY at DESC, page ${byteOrder}, reader ${byteOrder}`,
        [page ?? null],
      );
      return z.array(feedbackRow).parse(all.rows);
    },
    /** Of one reader, oldest first. */
    listOf: async (reader: string): Promise<Feedback[]> => {
      const all = `SELECT ${columnsOf('feedback')} FROM ${names.feedback} WHERE reader = $1 ORDER BY at, page`;
      return z.array(feedbackRow).parse((await query(all, [reader])).rows);
    },
    /** What was changed last before that time. */
    removeBefore: async (at: number): Promise<void> => void (await query(`${remove} at < $1`, [at])),
    removeOf: async (reader: string): Promise<void> => void (await query(`${remove} reader = $1`, [reader])),
    close,
  };
}
