import { z } from 'zod';
import { insertInto, numberOf, parameters } from '../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../storage/open-database.ts';
import { columnsOf } from '../storage/tables.ts';
import { type Feedback, feedbackRow, type SettledFeedback, settledRow } from './feedback.ts';

interface FeedbackQuery {
  /** All of these words are in page, comment or note, whatever their case. */
  search: string;
  state?: SettledFeedback['state'] | undefined;
  sort: 'at' | 'page' | 'helpful' | 'state';
  descending: boolean;
  offset: number;
  limit: number;
}

/** What readers said, in SQLite or PostgreSQL. Rejects with a `StoreError` when it cannot be used, as every method does. */
export async function openFeedback(environment: StorageEnvironment) {
  const database = await openDatabase(environment, 'feedback');
  const { names, query, byteOrder, position, close } = database;
  const order = { at: 'at', page: `page ${byteOrder}`, helpful: 'helpful', state: 'state' };
  const remove = `DELETE FROM ${names.feedback} WHERE`;
  return {
    /** A later answer of the same reader to the same page takes the place of the first. */
    put: async ({ page, reader, helpful, comment, at }: Feedback): Promise<void> => {
      // What was answered and is said in other words now is open again.
      const replace = `ON CONFLICT (page, reader)
        DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at, state = CASE
          WHEN feedback.helpful = excluded.helpful AND feedback.comment = excluded.comment THEN feedback.state
          ELSE excluded.state END`;
      const row = { page, reader, helpful, comment, at, state: 'open', note: '' };
      await query(...insertInto(database, 'feedback', row, replace));
    },
    /** Newest first; of one page where it is given. */
    list: async (page?: string): Promise<Feedback[]> => {
      const all = await query(
        `SELECT page, reader, helpful, comment, at FROM ${names.feedback} WHERE CAST($1 AS text) IS NULL OR page = $1
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
    page: async ({ search, state, sort, descending, offset, limit }: FeedbackQuery) => {
      const value = parameters();
      const text = "lower(page || ' ' || comment || ' ' || note)";
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const conditions = words.map((word) => `${position}(${text}, ${value(word)}) > 0`);
      if (state !== undefined) conditions.push(`state = ${value(state)}`);
      const from = `FROM ${names.feedback} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
      const total = numberOf(await query(`SELECT count(*) AS n ${from}`, value.given), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, at DESC, page ${byteOrder}, reader ${byteOrder}`;
      const found = await query(
        `SELECT ${columnsOf('feedback')} ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.given,
      );
      return { rows: z.array(settledRow).parse(found.rows), total };
    },
    /** `false` when its reader has changed it since that time, or it is gone. */
    settle: async (
      { page, reader, at }: Pick<Feedback, 'page' | 'reader' | 'at'>,
      { state, note }: Pick<SettledFeedback, 'state' | 'note'>,
    ): Promise<boolean> => {
      const settled = await query(
        `UPDATE ${names.feedback} SET state = $4, note = $5 WHERE page = $1 AND reader = $2 AND at = $3`,
        [page, reader, at, state, note],
      );
      return settled.changes > 0;
    },
    /** What was changed last before that time. */
    removeBefore: async (at: number): Promise<void> => {
      await query(`${remove} at < $1`, [at]);
    },
    removeOf: async (reader: string): Promise<void> => {
      await query(`${remove} reader = $1`, [reader]);
    },
    close,
  };
}
