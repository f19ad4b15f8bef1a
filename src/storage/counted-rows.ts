import { numberOf, run, type Statement, type Work } from './database.ts';

/** Names the row for all that its day leaves out. What is counted is never empty. */
export const OTHERS = '';

/**
 * Adds rows that say how often something was on a day; `keys` are what it was. What comes after so many of a day is
 * counted together: nobody can fill the disk.
 */
export function* addCounted<Key extends string, Row extends Record<Key | 'day', string>>(
  { table, keys, perDay }: { table: string; keys: readonly Key[]; perDay: number },
  rows: readonly Row[],
  insert: (row: Row) => Statement,
): Work<void> {
  const others = Object.fromEntries(keys.map((key) => [key, OTHERS]));
  const same = keys.map((key, at) => `${key} = $${at + 2}`).join(' AND ');
  const valuesOf = (row: Row) => [row.day, ...keys.map((key) => row[key])];
  // Always in the same order: of two machines that count the same, one waits for the other.
  const ordered = rows.toSorted((a, b) => {
    const [left, right] = [valuesOf(a).join(' '), valuesOf(b).join(' ')];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  for (const [day, ofDay] of Map.groupBy(ordered, (row) => row.day)) {
    const there = yield* run(`SELECT count(*) AS n FROM ${table} WHERE day = $1`, [day]);
    let left = perDay - (numberOf(there, 'n') ?? 0);
    for (const row of ofDay) {
      const known = yield* run(`SELECT 1 FROM ${table} WHERE day = $1 AND ${same}`, valuesOf(row));
      const isNamed = known.rows.length > 0 || left-- > 0;
      yield* run(...insert(isNamed ? row : { ...row, ...others }));
    }
  }
}
