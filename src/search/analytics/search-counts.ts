import { z } from 'zod';
import { addCountedRows, OVERFLOW_KEY } from '../../storage/counted-rows.ts';
import { insertInto, parameters, readNumber } from '../../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../../storage/open-database.ts';

export interface CountedSearch {
  day: string;
  query: string;
  hits: number;
}

export interface CountedOpening {
  day: string;
  query: string;
  /** Address of what was opened. */
  opened: string;
}

export interface SearchReport {
  searches: number;
  frequent: QueryCount[];
  withoutResults: QueryCount[];
  /** There were results, and nobody opened one. */
  unopened: QueryCount[];
}

const countRow = z.object({
  query: z.string(),
  count: z.int(),
  /** Hits when it was last searched. */
  hits: z.int(),
  opened: z.int(),
});
export type QueryCount = z.infer<typeof countRow>;

export type SearchCounts = Awaited<ReturnType<typeof openCounts>>;

/** Which of the searches: all, or those about which something could be done. */
type SearchKind = 'all' | 'without-results' | 'unopened';

interface SearchQuery {
  /** The first day that counts. */
  since: string;
  /** The first day that does not; none unless said. */
  until?: string | undefined;
  kind: SearchKind;
  /** All of these words are in what was typed. */
  search: string;
  sort: 'count' | 'query' | 'hits' | 'opened';
  descending: boolean;
  offset: number;
  limit: number;
}

const conditions: Record<SearchKind, string> = {
  all: 'true',
  'without-results': 'hits = 0',
  unopened: 'hits > 0 AND opened = 0',
};

const dayRow = z.object({ day: z.string(), count: z.int() });

/** Of each table. */
const ROWS_PER_DAY = 5_000;
/** After every day. */
const NEVER = '9999-12-31';

/**
 * What the administrator learns of searches, in SQLite or PostgreSQL. Days are `YYYY-MM-DD` in UTC. Rejects with a
 * `StoreError` when they cannot be used, as every method does.
 */
export async function openCounts(environment: StorageEnvironment, rowsPerDay: number = ROWS_PER_DAY) {
  const database = await openDatabase(environment, 'searches');
  const { names, query, transaction, byteOrder, position, close } = database;
  const { searches: searchesTable, openings: openingsTable } = names;
  const perQuery = `
    SELECT s.query, s.count, s.hits, coalesce(o.count, 0) AS opened
    FROM (
      SELECT query, sum(count) AS count, max(last_hits) AS hits FROM (
        SELECT query, count, first_value(hits) OVER (PARTITION BY query ORDER BY day DESC) AS last_hits
        FROM ${searchesTable} WHERE day >= $1 AND day < $2) AS days
      GROUP BY query) AS s
    LEFT JOIN (SELECT query, sum(count) AS count FROM ${openingsTable} WHERE day >= $1 AND day < $2 GROUP BY query) AS o
      ON o.query = s.query`;

  async function page({ since, until = NEVER, kind, search, sort, descending, offset, limit }: SearchQuery) {
    // `$1` and `$2` are what the statement over the queries reads.
    const value = parameters();
    for (const day of [since, until]) value(day);
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = [
      `query <> '${OVERFLOW_KEY}'`,
      conditions[kind],
      ...words.map((word) => `${position}(query, ${value(word)}) > 0`),
    ];
    const from = `FROM (${perQuery}) AS q WHERE ${wanted.join(' AND ')}`;
    const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
    const direction = descending ? 'DESC' : 'ASC';
    const by =
      sort === 'query' ? `query ${byteOrder} ${direction}` : `${sort} ${direction}, query ${byteOrder}`;
    const found = await query(
      `SELECT * ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
      value.values,
    );
    return { rows: z.array(countRow).parse(found.rows), total };
  }

  return {
    page,
    /** Days without searches are left out. */
    byDay: async (since: string) => {
      const found = await query(
        `SELECT day, sum(count) AS count FROM ${searchesTable} WHERE day >= $1 GROUP BY day ORDER BY day`,
        [since],
      );
      return z.array(dayRow).parse(found.rows);
    },
    add: (searches: readonly CountedSearch[], openings: readonly CountedOpening[]): Promise<void> =>
      transaction(function* () {
        const sum = (table: string) => `DO UPDATE SET count = ${table}.count + excluded.count`;
        yield* addCountedRows(
          { table: searchesTable, keys: ['query'], perDay: rowsPerDay },
          searches,
          (row) => {
            const onConflict = `ON CONFLICT (day, query) ${sum('searches')}, hits = excluded.hits`;
            return insertInto(database, 'searches', { ...row, count: 1 }, onConflict);
          },
        );
        const opened = { table: openingsTable, keys: ['query', 'opened'], perDay: rowsPerDay } as const;
        yield* addCountedRows(opened, openings, (row) => {
          const onConflict = `ON CONFLICT (day, query, opened) ${sum('openings')}`;
          return insertInto(database, 'openings', { ...row, count: 1 }, onConflict);
        });
      }),
    /** At most so many of each kind. */
    report: async (since: string, most: number): Promise<SearchReport> => {
      const list = async (kind: SearchKind): Promise<QueryCount[]> => {
        const all = { search: '', sort: 'count', descending: true, offset: 0, limit: most } as const;
        return (await page({ ...all, since, kind })).rows;
      };
      const total = `SELECT coalesce(sum(count), 0) AS count FROM ${searchesTable} WHERE day >= $1`;
      return {
        searches: readNumber(await query(total, [since]), 'count') ?? 0,
        frequent: await list('all'),
        withoutResults: await list('without-results'),
        unopened: await list('unopened'),
      };
    },
    removeBefore: async (day: string): Promise<void> => {
      await query(`DELETE FROM ${searchesTable} WHERE day < $1`, [day]);
      await query(`DELETE FROM ${openingsTable} WHERE day < $1`, [day]);
    },
    close,
  };
}
