import { z } from 'zod';

/** Query parameters of every list. The interface asks for at most 100 rows at a time, programs for up to 1,000. */
export const listPart = {
  page: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Page number, starting at 1.'),
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(25).describe('Rows per page.'),
};

export const createOrderSchema = (defaultOrder: 'ascending' | 'descending' = 'descending') =>
  z.enum(['ascending', 'descending']).default(defaultOrder).describe('Sort direction.');

export const listSearch = z
  .string()
  .max(200)
  .default('')
  .describe('Words that a row must contain, all of them.');

/** Query parameters of a list that can be sorted by these columns. The first one is the default. */
export function createSortedQuery<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  order?: Parameters<typeof createOrderSchema>[0],
) {
  const sort = z.enum(sorts).default(sorts[0]).describe('Sort key.');
  return { sort, order: createOrderSchema(order), ...listPart };
}

/** A page of a list. */
export function createPageSchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    rows: z.array(row).describe('Rows on this page.'),
    total: z.int().describe('Number of matching rows on all pages.'),
  });
}

export const daySchema = z.iso.date().describe('Day as `YYYY-MM-DD` (UTC).');

/** Number of events per day. */
export const countByDay = z.strictObject({
  days: z
    .array(z.strictObject({ day: daySchema, count: z.int().describe('Number of events on this day.') }))
    .describe('Days with at least one event, earliest first.'),
});

export const days = z.coerce
  .number<number>()
  .int()
  .min(1)
  .max(90)
  .default(90)
  .describe('Number of days to look back, including today.');
