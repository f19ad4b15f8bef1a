import { readNumber, run, type Statement, type Work } from './database.ts';

/** Key of the row that counts everything beyond a day's limit. Real keys are never empty. */
export const OVERFLOW_KEY = '';

/**
 * Adds rows that count how often something happened on a day. The `keys` columns say what happened. After `perDay`
 * different keys on a day, everything else is counted in one row, so that no visitor can fill the disk.
 */
export function* addCountedRows<Key extends string, Row extends Record<Key | 'day', string>>(
  { table, keys, perDay }: { table: string; keys: readonly Key[]; perDay: number },
  rows: readonly Row[],
  insert: (row: Row) => Statement,
): Work<void> {
  const overflowKeys = Object.fromEntries(keys.map((key) => [key, OVERFLOW_KEY]));
  const hasSameKeys = keys.map((key, index) => `${key} = $${index + 2}`).join(' AND ');
  const listKeyValues = (row: Row) => [row.day, ...keys.map((key) => row[key])];
  // Always in the same order, so that two processes that count the same keys wait for each other and don't deadlock.
  const orderedRows = rows.toSorted((a, b) => {
    const [left, right] = [listKeyValues(a).join(' '), listKeyValues(b).join(' ')];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  for (const [day, rowsOnDay] of Map.groupBy(orderedRows, (row) => row.day)) {
    const countResult = yield* run(`SELECT count(*) AS n FROM ${table} WHERE day = $1`, [day]);
    let remainingCount = perDay - (readNumber(countResult, 'n') ?? 0);
    for (const row of rowsOnDay) {
      const existingRows = yield* run(
        `SELECT 1 FROM ${table} WHERE day = $1 AND ${hasSameKeys}`,
        listKeyValues(row),
      );
      const hasOwnRow = existingRows.rows.length > 0 || remainingCount-- > 0;
      yield* run(...insert(hasOwnRow ? row : { ...row, ...overflowKeys }));
    }
  }
}
