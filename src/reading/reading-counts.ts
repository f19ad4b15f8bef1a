import { z } from 'zod';
import { addCounted, OTHERS } from '../storage/counted-rows.ts';
import { insertInto, numberOf, parameters } from '../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../storage/open-database.ts';

export interface CountedPage {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Path of the page. */
  page: string;
  count: number;
}

interface ReadingQuery {
  /** The first day that counts. */
  since: string;
  /** Is in the path, whatever its case. */
  search: string;
  sort: 'count' | 'page' | 'last';
  descending: boolean;
  offset: number;
  limit: number;
}

const pageRow = z.object({ page: z.string(), count: z.int(), last: z.string() });
const dayRow = z.object({ day: z.string(), count: z.int() });

export type ReadingCounts = Awaited<ReturnType<typeof openReadings>>;

/** A site of a million pages fills no disk. */
const ROWS_PER_DAY = 20_000;

/** How often each page was opened on each day, in SQLite or PostgreSQL. Every method rejects with a `StoreError` when it cannot be used. */
export async function openReadings(environment: StorageEnvironment, rowsPerDay: number = ROWS_PER_DAY) {
  const database = await openDatabase(environment, 'searches');
  const { names, query, transaction, byteOrder, position, close } = database;
  const { readings } = names;
  const onConflict = 'ON CONFLICT (day, page) DO UPDATE SET count = readings.count + excluded.count';
  const order = { count: 'count', page: `page ${byteOrder}`, last: 'last' };

  return {
    add: (counted: readonly CountedPage[]): Promise<void> =>
      transaction(() =>
        addCounted({ table: readings, keys: ['page'], perDay: rowsPerDay }, counted, (row) =>
          insertInto(database, 'readings', row, onConflict),
        ),
      ),
    page: async ({ since, search, sort, descending, offset, limit }: ReadingQuery) => {
      const value = parameters();
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const conditions = [
        `day >= ${value(since)}`,
        `page <> '${OTHERS}'`,
        ...words.map((word) => `${position}(lower(page), ${value(word)}) > 0`),
      ];
      const from = `FROM ${readings} WHERE ${conditions.join(' AND ')}`;
      const total = numberOf(await query(`SELECT count(DISTINCT page) AS n ${from}`, value.given), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, page ${byteOrder}`;
      const found = await query(
        `SELECT page, sum(count) AS count, max(day) AS last ${from} GROUP BY page
         ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.given,
      );
      return { rows: z.array(pageRow).parse(found.rows), total };
    },
    /** Days on which nothing was opened are left out. */
    byDay: async (since: string) => {
      const found = await query(
        `SELECT day, sum(count) AS count FROM ${readings} WHERE day >= $1 GROUP BY day ORDER BY day`,
        [since],
      );
      return z.array(dayRow).parse(found.rows);
    },
    removeBefore: async (day: string): Promise<void> => {
      await query(`DELETE FROM ${readings} WHERE day < $1`, [day]);
    },
    close,
  };
}
