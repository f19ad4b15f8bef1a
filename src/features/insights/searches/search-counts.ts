import { z } from 'zod';
import { addCountedRows, OVERFLOW_KEY } from '../../../storage/counted-rows.ts';
import { collectParameters, insertInto, readNumber } from '../../../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../../../storage/open-database.ts';
import { type CountsDatabase, countsFile } from '../data-files.ts';

export interface CountedSearch {
  day: string;
  query: string;
  hits: number;
}

export interface CountedOpening {
  day: string;
  query: string;
  /** The address that was opened. */
  opened: string;
}

export interface SearchReport {
  searches: number;
  frequent: QueryCount[];
  withoutResults: QueryCount[];
  /** Queries with results of which none was opened. */
  unopened: QueryCount[];
}

const countRow = z.object({
  query: z.string(),
  count: z.int(),
  /** The number of hits at the last search. */
  hits: z.int(),
  opened: z.int(),
});
export type QueryCount = z.infer<typeof countRow>;

/**
 * The store of search counts. Days are `YYYY-MM-DD` in UTC. All methods reject with a `StoreError` if the store can't be
 * used.
 */
export interface SearchCounts {
  /** Returns one page of the matching queries, and the total number of matches. */
  readPage(query: SearchQuery): Promise<{ rows: QueryCount[]; total: number }>;
  /** Returns the number of searches per day since `since`. Days without searches are left out. */
  countByDay(since: string): Promise<{ day: string; count: number }[]>;
  /** Adds counts, all or none. */
  add(searches: readonly CountedSearch[], openings: readonly CountedOpening[]): Promise<void>;
  /** Lists at most `most` queries of each kind since `since`. */
  report(since: string, most: number): Promise<SearchReport>;
  /** Removes the counts of earlier days. */
  removeBefore(day: string): Promise<void>;
}

/** Which searches to list: all, or those that could be improved. */
type SearchKind = 'all' | 'without-results' | 'unopened';

interface SearchQuery {
  /** The first day of the period. */
  since: string;
  /** The first day after the period. Without it, the period has no end. */
  until?: string | undefined;
  kind: SearchKind;
  /** Words that the query must contain. */
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

/** The limit of rows in each table. */
const ROWS_PER_DAY = 5_000;
/** Later than any day. */
const NEVER = '9999-12-31';

/** Opens the counts of searches by themselves, without those of page views. */
export async function openCounts(
  environment: StorageEnvironment,
  rowsPerDay?: number,
): Promise<SearchCounts & { close(): Promise<void> }> {
  const database = await openDatabase(environment, countsFile);
  return { ...createSearchCounts(database, rowsPerDay), close: database.close };
}

/**
 * Counts of searches in SQLite or PostgreSQL. Days are `YYYY-MM-DD` in UTC. All methods reject with a `StoreError` if the
 * store can't be used.
 */
export function createSearchCounts(
  database: CountsDatabase,
  rowsPerDay: number = ROWS_PER_DAY,
): SearchCounts {
  const { names, query, transaction, byteOrder, position } = database;
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

  async function readPage({
    since,
    until = NEVER,
    kind,
    search,
    sort,
    descending,
    offset,
    limit,
  }: SearchQuery) {
    // `$1` and `$2` are the parameters of the statement for queries.
    const value = collectParameters();
    for (const day of [since, until]) value(day);
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const reportParameters = [
      `query <> '${OVERFLOW_KEY}'`,
      conditions[kind],
      ...words.map((word) => `${position}(query, ${value(word)}) > 0`),
    ];
    const from = `FROM (${perQuery}) AS q WHERE ${reportParameters.join(' AND ')}`;
    const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
    const direction = descending ? 'DESC' : 'ASC';
    const by =
      sort === 'query' ? `query ${byteOrder} ${direction}` : `${sort} ${direction}, query ${byteOrder}`;
    const totalResult = await query(
      `SELECT * ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
      value.values,
    );
    return { rows: z.array(countRow).parse(totalResult.rows), total };
  }

  return {
    readPage,
    /** The number of searches per day. Days without searches are left out. */
    countByDay: async (since: string) => {
      const dayResult = await query(
        `SELECT day, sum(count) AS count FROM ${searchesTable} WHERE day >= $1 GROUP BY day ORDER BY day`,
        [since],
      );
      return z.array(dayRow).parse(dayResult.rows);
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
        const openingsDeclaration = {
          table: openingsTable,
          keys: ['query', 'opened'],
          perDay: rowsPerDay,
        } as const;
        yield* addCountedRows(openingsDeclaration, openings, (row) => {
          const onConflict = `ON CONFLICT (day, query, opened) ${sum('openings')}`;
          return insertInto(database, 'openings', { ...row, count: 1 }, onConflict);
        });
      }),
    /** Lists at most `top` queries of each kind. */
    report: async (since: string, most: number): Promise<SearchReport> => {
      const list = async (kind: SearchKind): Promise<QueryCount[]> => {
        const all = { search: '', sort: 'count', descending: true, offset: 0, limit: most } as const;
        return (await readPage({ ...all, since, kind })).rows;
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
  };
}
