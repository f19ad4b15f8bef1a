import { z } from 'zod';

/** What the address of every list may say: a program takes many rows at a time. */
export const listPart = {
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).describe('Counts from 1.'),
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(25).describe('Rows on a page.'),
};

export const listOrder = (usual: 'ascending' | 'descending' = 'descending') =>
  z.enum(['ascending', 'descending']).default(usual).describe('In which direction it is sorted.');

export const listSearch = z.string().max(200).default('').describe('All of these words are in it.');

/** How a list may be asked for that is sorted by one of these: by the first unless the address says another. */
export function sortedBy<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  order?: Parameters<typeof listOrder>[0],
) {
  const sort = z.enum(sorts).default(sorts[0]).describe('By what the list is sorted.');
  return { sort, order: listOrder(order), ...listPart };
}

/** A page of a list. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    rows: z.array(row).describe('Those of this page.'),
    total: z.int().describe('Of all pages.'),
  });
}

export const day = z.iso.date().describe('`YYYY-MM-DD`, UTC.');

/** How often something was done on each day. */
export const countByDay = z.strictObject({
  days: z
    .array(z.strictObject({ day, count: z.int().describe('How often.') }))
    .describe('The earliest first.'),
});

export const days = z.coerce
  .number<number>()
  .int()
  .min(1)
  .max(90)
  .default(90)
  .describe('How many days are looked back on, today included.');
