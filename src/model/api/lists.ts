import { z } from 'zod';

/** What the address of every list may say. Pages count from 1; a program takes many rows at a time. */
export const listPart = {
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(25),
};

export const listOrder = z.enum(['ascending', 'descending']).default('descending');

/** All of these words are in it. */
export const listSearch = z.string().max(200).default('');

/** A page of a list. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row), total: z.int().describe('Of all pages.') });
}

/** `YYYY-MM-DD`, UTC. */
export const day = z.iso.date();

/** How many days are looked back on, today included. */
export const days = z.coerce.number<number>().int().min(1).max(90).default(90);
