import { z } from 'zod';
import { connect, type PostgresOptions } from '../../storage/postgres-connection.ts';
import { migrate } from '../../storage/postgres-migrate.ts';
import { SCHEMA } from '../../storage/postgres-migrations.ts';
import { storable } from '../../storage/postgres-text.ts';
import type { QueryCount, SearchCounts } from './search-counts.ts';

const addSearch = `
  INSERT INTO ${SCHEMA}.searches AS s VALUES ($1, $2, 1, $3)
  ON CONFLICT (day, query) DO UPDATE SET count = s.count + 1, hits = excluded.hits`;
const addOpening = `
  INSERT INTO ${SCHEMA}.openings AS o VALUES ($1, $2, $3, 1)
  ON CONFLICT (day, query, opened) DO UPDATE SET count = o.count + 1`;
const total = `SELECT coalesce(sum(count), 0)::int AS count FROM ${SCHEMA}.searches WHERE day >= $1`;
const perQuery = `
  SELECT s.query AS query, sum(s.count)::int AS count,
    (SELECT l.hits FROM ${SCHEMA}.searches l WHERE l.query = s.query ORDER BY l.day DESC LIMIT 1) AS hits,
    coalesce((SELECT sum(o.count) FROM ${SCHEMA}.openings o WHERE o.query = s.query AND o.day >= $1), 0)::int
      AS opened
  FROM ${SCHEMA}.searches s WHERE s.day >= $1 GROUP BY s.query`;
// Order of the bytes, as the embedded store has it, whatever the database's own is.
const list = (condition: string) =>
  `SELECT * FROM (${perQuery}) q WHERE ${condition} ORDER BY count DESC, query COLLATE "C" LIMIT $2`;

const totalRow = z.object({ count: z.int() });
const countRow = z.object({ query: z.string(), count: z.int(), hits: z.int(), opened: z.int() });

/** The counts of all machines in the shared store's database. Rejects with a `StoreError` when it cannot be used. */
export async function openSharedSearchCounts(
  url: string,
  options: PostgresOptions = { maxConnections: 1 },
): Promise<SearchCounts> {
  await migrate(url, options);
  const { query, transaction, close } = connect(url, options);
  return {
    add: (searches, openings) =>
      transaction(async (within) => {
        // Always in the same order: two machines that write the same words wait for each other, and do not deadlock.
        for (const { day, query: words, hits } of searches.toSorted(byQuery)) {
          await within(addSearch, [day, storable(words), hits]);
        }
        for (const { day, query: words, opened } of openings.toSorted(byQuery)) {
          await within(addOpening, [day, storable(words), storable(opened)]);
        }
      }),
    async report(since, most) {
      const rows = async (condition: string): Promise<QueryCount[]> =>
        z.array(countRow).parse((await query(list(condition), [since, most])).rows);
      return {
        searches: totalRow.parse((await query(total, [since])).rows[0]).count,
        frequent: await rows('true'),
        withoutResults: await rows('hits = 0'),
        unopened: await rows('hits > 0 AND opened = 0'),
      };
    },
    async removeBefore(day) {
      await query(`DELETE FROM ${SCHEMA}.searches WHERE day < $1`, [day]);
      await query(`DELETE FROM ${SCHEMA}.openings WHERE day < $1`, [day]);
    },
    close,
  };
}

function byQuery(a: { day: string; query: string }, b: { day: string; query: string }): number {
  const [left, right] = [`${a.day} ${a.query}`, `${b.day} ${b.query}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
