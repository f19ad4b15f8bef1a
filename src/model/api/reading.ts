import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countByDay, day, days, listOf, listSearch, sortedBy } from './lists.ts';

const readPage = z.strictObject({
  page: z.string().describe('Its path.'),
  count: z.int().describe('How often it was opened.'),
  last: day.describe('The last day on which it was.'),
});

/** What is read, counted by page and day and by nobody in particular. */
export const readingEndpoints = {
  listReading: {
    call: 'GET /api/v1/reading',
    access: 'administrator',
    summary: 'A page of the pages that were opened: searched, sorted.',
    query: z.strictObject({
      search: listSearch,
      days,
      ...sortedBy(['count', 'page', 'last']),
    }),
    answer: listOf(readPage),
  },
  readReadingDays: {
    call: 'GET /api/v1/reading/days',
    access: 'administrator',
    summary: 'How many pages were opened on each day. Days without any are left out.',
    query: z.strictObject({ days }),
    answer: countByDay,
  },
} as const satisfies Record<string, Endpoint>;

export type ReadPage = z.infer<typeof readPage>;
