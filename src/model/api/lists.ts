import { z } from 'zod';

/** What the address of every list may say: a program takes many rows at a time. */
export const listPart = {
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).describe('Counts from 1.'),
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(25),
};

export const listOrder = z.enum(['ascending', 'descending']).default('descending');

export const listSearch = z.string().max(200).default('').describe('All of these words are in it.');

/** A page of a list. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row), total: z.int().describe('Of all pages.') });
}

/** `YYYY-MM-DD`, UTC. */
export const day = z.iso.date();

export const days = z.coerce
  .number<number>()
  .int()
  .min(1)
  .max(90)
  .default(90)
  .describe('How many days are looked back on, today included.');
