import { z } from 'zod';
import { addCountedRows, OVERFLOW_KEY } from '../../../storage/counted-rows.ts';
import { insertInto, parameters, readNumber } from '../../../storage/database.ts';
import type { CountsDatabase } from '../data-files.ts';

/** Views of one page on one day. */
export interface CountedPage {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Path of the page. */
  page: string;
  count: number;
}

interface ReadingQuery {
  /** First day to count. */
  since: string;
  /** Words that must all occur in the path, ignoring case. */
  search: string;
  sort: 'count' | 'page' | 'last';
  descending: boolean;
  offset: number;
  limit: number;
}

const pageRow = z.object({ page: z.string(), count: z.int(), last: z.string() });
const dayRow = z.object({ day: z.string(), count: z.int() });

/** Maximum number of pages counted separately on a day, so that a site of a million pages can't fill the disk. */
const ROWS_PER_DAY = 20_000;

/** Page views by day, stored in SQLite or PostgreSQL. Every method rejects with a `StoreError` if the store fails. */
export interface ReadingCounts {
  add(counted: readonly CountedPage[]): Promise<void>;
  /** Returns one page of the list of pages with their views, and the total number of pages. */
  page(query: ReadingQuery): Promise<{ rows: z.infer<typeof pageRow>[]; total: number }>;
  /** Returns the views per day, without days that have none. */
  byDay(since: string): Promise<z.infer<typeof dayRow>[]>;
  removeBefore(day: string): Promise<void>;
}

export function createReadingCounts(
  database: CountsDatabase,
  rowsPerDay: number = ROWS_PER_DAY,
): ReadingCounts {
  const { names, query, transaction, byteOrder, position } = database;
  const { readings } = names;
  const onConflict = 'ON CONFLICT (day, page) DO UPDATE SET count = readings.count + excluded.count';
  const order = { count: 'count', page: `page ${byteOrder}`, last: 'last' };

  return {
    add: (counted) =>
      transaction(() =>
        addCountedRows({ table: readings, keys: ['page'], perDay: rowsPerDay }, counted, (row) =>
          insertInto(database, 'readings', row, onConflict),
        ),
      ),
    page: async ({ since, search, sort, descending, offset, limit }) => {
      const value = parameters();
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const conditions = [
        `day >= ${value(since)}`,
        `page <> '${OVERFLOW_KEY}'`,
        ...words.map((word) => `${position}(lower(page), ${value(word)}) > 0`),
      ];
      const from = `FROM ${readings} WHERE ${conditions.join(' AND ')}`;
      const total =
        readNumber(await query(`SELECT count(DISTINCT page) AS n ${from}`, value.values), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, page ${byteOrder}`;
      const result = await query(
        `SELECT page, sum(count) AS count, max(day) AS last ${from} GROUP BY page
         ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.values,
      );
      return { rows: z.array(pageRow).parse(result.rows), total };
    },
    byDay: async (since) => {
      const { rows } = await query(
        `SELECT day, sum(count) AS count FROM ${readings} WHERE day >= $1 GROUP BY day ORDER BY day`,
        [since],
      );
      return z.array(dayRow).parse(rows);
    },
    removeBefore: async (day) => {
      await query(`DELETE FROM ${readings} WHERE day < $1`, [day]);
    },
  };
}
