import { z } from 'zod';
import { addCountedRows, OVERFLOW_KEY } from '../../../storage/counted-rows.ts';
import { collectParameters, insertInto, readNumber } from '../../../storage/database.ts';
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
  /** First day of the period. */
  since: string;
  /** First day of the previous period. */
  before: string;
  /** Words that must all occur in the path, ignoring case. */
  search: string;
  sort: 'count' | 'trend' | 'page' | 'last';
  descending: boolean;
  offset: number;
  limit: number;
}

const pageRow = z.object({ page: z.string(), count: z.int(), before: z.int(), last: z.string() });
const dayRow = z.object({ day: z.string(), count: z.int() });
const pageDayRow = dayRow.extend({ page: z.string() });
const firstRow = z.object({ day: z.string().nullable() });

/** Maximum number of pages counted separately on a day, so that a site of a million pages can't fill the disk. */
const ROWS_PER_DAY = 20_000;

/** Page views by day, stored in SQLite or PostgreSQL. Every method rejects with a `StoreError` if the store fails. */
export interface ReadingCounts {
  add(counted: readonly CountedPage[]): Promise<void>;
  /** Returns one page of the list of pages with views in the period, and the total number of these pages. */
  readPage(query: ReadingQuery): Promise<{ rows: z.infer<typeof pageRow>[]; total: number }>;
  /** Returns the views per day, without days that have none: of all pages, or of this one. */
  countByDay(since: string, page?: string): Promise<z.infer<typeof dayRow>[]>;
  /** Returns the views per day for each of these pages. */
  countByPageAndDay(since: string, pages: readonly string[]): Promise<Map<string, z.infer<typeof dayRow>[]>>;
  /** Lists the pages with at least so many views on so many days, the most viewed first. */
  listMostViewed(query: { since: string; views: number; days: number; limit: number }): Promise<string[]>;
  /** Lists the pages that were viewed in the period. */
  listViewed(since: string): Promise<Set<string>>;
  /** Returns the first day with a view of any page. Undefined before the first view. */
  findFirstDay(): Promise<string | undefined>;
  removeBefore(day: string): Promise<void>;
}

export function createReadingCounts(
  database: CountsDatabase,
  rowsPerDay: number = ROWS_PER_DAY,
): ReadingCounts {
  const { names, query, transaction, byteOrder, position, elements } = database;
  const { readings } = names;
  const onConflict = 'ON CONFLICT (day, page) DO UPDATE SET count = readings.count + excluded.count';
  const order = { count: 'count', trend: 'trend', page: `page ${byteOrder}`, last: 'last' };

  return {
    add: (views) =>
      transaction(() =>
        addCountedRows({ table: readings, keys: ['page'], perDay: rowsPerDay }, views, (row) =>
          insertInto(database, 'readings', row, onConflict),
        ),
      ),
    readPage: async ({ since, before, search, sort, descending, offset, limit }) => {
      const value = collectParameters();
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const firstDay = value(since);
      const conditions = [
        `day >= ${value(before)}`,
        `page <> '${OVERFLOW_KEY}'`,
        ...words.map((word) => `${position}(lower(page), ${value(word)}) > 0`),
      ];
      const inPeriod = `sum(CASE WHEN day >= ${firstDay} THEN count ELSE 0 END)`;
      const beforePeriod = `sum(CASE WHEN day < ${firstDay} THEN count ELSE 0 END)`;
      const viewedPages = `SELECT page, ${inPeriod} AS count, ${beforePeriod} AS before,
          ${inPeriod} - ${beforePeriod} AS trend, max(day) AS last
        FROM ${readings} WHERE ${conditions.join(' AND ')} GROUP BY page HAVING max(day) >= ${firstDay}`;
      const countResult = await query(`SELECT count(*) AS n FROM (${viewedPages}) AS viewed`, value.values);
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, page ${byteOrder}`;
      const result = await query(
        `${viewedPages} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.values,
      );
      return { rows: z.array(pageRow).parse(result.rows), total: readNumber(countResult, 'n') ?? 0 };
    },
    countByDay: async (since, page) => {
      const { rows } = await query(
        `SELECT day, sum(count) AS count FROM ${readings}
         WHERE day >= $1 AND (CAST($2 AS text) IS NULL OR page = $2) GROUP BY day ORDER BY day`,
        [since, page ?? null],
      );
      return z.array(dayRow).parse(rows);
    },
    countByPageAndDay: async (since, pages) => {
      const { rows } = await query(
        `SELECT page, day, count FROM ${readings}
         WHERE day >= $1 AND page IN (SELECT value ->> 0 FROM ${elements('$2')}) ORDER BY page, day`,
        [since, JSON.stringify(pages.map((page) => [page]))],
      );
      const byPage = Map.groupBy(z.array(pageDayRow).parse(rows), ({ page }) => page);
      return new Map(
        [...byPage].map(([page, days]) => [page, days.map(({ day, count }) => ({ day, count }))]),
      );
    },
    listMostViewed: async ({ since, views, days, limit }) => {
      const { rows } = await query(
        `SELECT page FROM ${readings} WHERE day >= $1 AND page <> '${OVERFLOW_KEY}'
         GROUP BY page HAVING sum(count) >= $2 AND count(*) >= $3
         ORDER BY sum(count) DESC, page ${byteOrder} LIMIT $4`,
        [since, views, days, limit],
      );
      return z
        .array(pageRow.pick({ page: true }))
        .parse(rows)
        .map(({ page }) => page);
    },
    listViewed: async (since) => {
      const { rows } = await query(`SELECT DISTINCT page FROM ${readings} WHERE day >= $1`, [since]);
      return new Set(
        z
          .array(pageRow.pick({ page: true }))
          .parse(rows)
          .map(({ page }) => page),
      );
    },
    findFirstDay: async () => {
      const { rows } = await query(`SELECT min(day) AS day FROM ${readings}`);
      return z.array(firstRow).parse(rows)[0]?.day ?? undefined;
    },
    removeBefore: async (day) => {
      await query(`DELETE FROM ${readings} WHERE day < $1`, [day]);
    },
  };
}
