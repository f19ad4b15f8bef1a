import { z } from 'zod';
import { DAY_MS, formatIsoDay } from '../../shared/duration.ts';
import { insertInto, readFirstRow } from '../../storage/database.ts';
import type { UsageDatabase } from './usage-file.ts';

const KEPT_DAYS = 400;

const usageColumns = ['requests', 'answered', 'failed', 'struck', 'prompt_tokens', 'completion_tokens'];

const usageRow = z.object({
  requests: z.int(),
  answered: z.int(),
  failed: z.int(),
  /** Sentences that readers didn't get, because no passage supports them. */
  struck: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
});

/** The cost of written answers, and how many ended in which way. */
export type Usage = z.infer<typeof usageRow>;

/** The sums of each day, for all processes. */
interface UsageStore {
  add(usage: Usage, now: number): Promise<void>;
  /** Returns the sum of the last `days` days, the current one included. */
  sum(days: number, now: number): Promise<Usage>;
}

export function createUsageStore(database: UsageDatabase): UsageStore {
  const { names, query } = database;
  const table = names.written_answers;
  return {
    async add(usage, now) {
      const sums = usageColumns.map((column) => `${column} = counted.${column} + excluded.${column}`);
      const row = { day: formatIsoDay(now), ...usage };
      const [sql, values] = insertInto(
        database,
        'written_answers',
        row,
        `ON CONFLICT (day) DO UPDATE SET ${sums.join(', ')}`,
      );
      await query(sql.replace(`INTO ${table} (`, `INTO ${table} AS counted (`), values);
      await query(`DELETE FROM ${table} WHERE day < $1`, [formatIsoDay(now - KEPT_DAYS * DAY_MS)]);
    },
    async sum(days, now) {
      const sums = usageColumns
        .map((column) => `CAST(coalesce(sum(${column}), 0) AS bigint) AS ${column}`)
        .join(', ');
      const result = await query(
        `SELECT requests, answered, failed, struck, prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens"
         FROM (SELECT ${sums} FROM ${table} WHERE day >= $1) AS total`,
        [formatIsoDay(now - (days - 1) * DAY_MS)],
      );
      return readFirstRow(result, usageRow) ?? usageRow.parse({});
    },
  };
}
