import { z } from 'zod';
import { type Database, insertInto } from '../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../storage/open-database.ts';
import { columnsOf } from '../storage/tables.ts';
import type { Feedback } from './feedback.ts';

/** What readers said, in SQLite or PostgreSQL. */
interface FeedbackStore {
  /** A later answer of the same reader to the same page takes the place of the first. */
  put(feedback: Feedback): Promise<void>;
  /** Newest first; of one page where it is given. */
  list(page?: string): Promise<Feedback[]>;
  /** What was changed last before that time. */
  removeBefore(at: number): Promise<void>;
  removeOf(reader: string): Promise<void>;
  close(): Promise<void>;
}

const feedbackRow = z.object({
  page: z.string(),
  reader: z.string(),
  // PostgreSQL has booleans, SQLite 0 and 1.
  helpful: z.union([z.boolean(), z.int().transform((value) => value === 1)]),
  comment: z.string(),
  at: z.int(),
});

/** Rejects with a `StoreError` when it cannot be used, as every method does. */
export async function openFeedback(environment: StorageEnvironment): Promise<FeedbackStore> {
  return feedbackStore(await openDatabase(environment, 'feedback'));
}

function feedbackStore(database: Database): FeedbackStore {
  const { names, query, byteOrder, close } = database;
  const remove = `DELETE FROM ${names.feedback} WHERE`;
  return {
    put: async ({ page, reader, helpful, comment, at }) => {
      const replace = `ON CONFLICT (page, reader)
        DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at`;
      await query(...insertInto(database, 'feedback', { page, reader, helpful, comment, at }, replace));
    },
    list: async (page) => {
      const all = await query(
        `SELECT ${columnsOf('feedback')} FROM ${names.feedback} WHERE CAST($1 AS text) IS NULL OR page = $1
         ORDER BY at DESC, page ${byteOrder}, reader ${byteOrder}`,
        [page ?? null],
      );
      return z.array(feedbackRow).parse(all.rows);
    },
    removeBefore: async (at) => void (await query(`${remove} at < $1`, [at])),
    removeOf: async (reader) => void (await query(`${remove} reader = $1`, [reader])),
    close,
  };
}
