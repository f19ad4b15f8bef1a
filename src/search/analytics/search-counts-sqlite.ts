import { openSharedFile } from '../../storage/open-shared-file.ts';
import type { QueryCount, SearchCounts } from './search-counts.ts';

export const searchCountsSchema = `
  CREATE TABLE IF NOT EXISTS searches (
    day TEXT NOT NULL, query TEXT NOT NULL, count INTEGER NOT NULL, hits INTEGER NOT NULL, PRIMARY KEY (day, query)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS openings (
    day TEXT NOT NULL, query TEXT NOT NULL, opened TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (day, query, opened)
  ) WITHOUT ROWID;
`;

const perQuery = `
  SELECT s.query AS query, sum(s.count) AS count,
    (SELECT hits FROM searches l WHERE l.query = s.query ORDER BY day DESC LIMIT 1) AS hits,
    coalesce((SELECT sum(o.count) FROM openings o WHERE o.query = s.query AND o.day >= :since), 0) AS opened
  FROM searches s WHERE s.day >= :since GROUP BY s.query
`;

/** The counts in their own SQLite file: losing it loses nothing that a reader needs. */
export function openSearchCounts(file: string): SearchCounts {
  const db = openSharedFile(file, searchCountsSchema);
  const addSearch = db.prepare(
    `INSERT INTO searches VALUES (:day, :query, 1, :hits)
     ON CONFLICT DO UPDATE SET count = count + 1, hits = excluded.hits`,
  );
  const addOpening = db.prepare(
    'INSERT INTO openings VALUES (:day, :query, :opened, 1) ON CONFLICT DO UPDATE SET count = count + 1',
  );
  const total = db.prepare('SELECT coalesce(sum(count), 0) AS count FROM searches WHERE day >= ?');
  const list = (condition: string) =>
    db.prepare(`SELECT * FROM (${perQuery}) WHERE ${condition} ORDER BY count DESC, query LIMIT :most`);
  const frequent = list('true');
  const withoutResults = list('hits = 0');
  const unopened = list('hits > 0 AND opened = 0');
  return {
    async add(searches, openings) {
      db.exec('BEGIN IMMEDIATE');
      try {
        for (const search of searches) addSearch.run({ ...search });
        for (const opening of openings) addOpening.run({ ...opening });
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    async report(since, most) {
      const rows = (statement: typeof frequent) => statement.all({ since, most }).map(queryCount);
      return {
        searches: Number(total.get(since)?.count),
        frequent: rows(frequent),
        withoutResults: rows(withoutResults),
        unopened: rows(unopened),
      };
    },
    async removeBefore(day) {
      db.prepare('DELETE FROM searches WHERE day < ?').run(day);
      db.prepare('DELETE FROM openings WHERE day < ?').run(day);
    },
    async close() {
      db.close();
    },
  };
}

function queryCount(row: Record<string, unknown>): QueryCount {
  return {
    query: String(row.query),
    count: Number(row.count),
    hits: Number(row.hits),
    opened: Number(row.opened),
  };
}
