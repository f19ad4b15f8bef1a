import { z } from 'zod';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import {
  countByDay,
  createPageSchema,
  daySchema,
  days,
  listSearch,
  sortedBy,
} from '../../../model/api/lists.ts';

const readPage = z.strictObject({
  page: z.string().describe('Path of the page.'),
  count: z.int().describe('Number of views.'),
  last: daySchema.describe('Day of the last view.'),
});

/** Page views, counted by page and day, without readers. */
export const viewEndpoints = {
  listReading: {
    call: 'GET /api/v1/reading',
    access: 'administrator',
    summary: 'List viewed pages. Supports search and sorting.',
    query: z.strictObject({
      search: listSearch,
      days,
      ...sortedBy(['count', 'page', 'last']),
    }),
    answer: createPageSchema(readPage),
  },
  readReadingDays: {
    call: 'GET /api/v1/reading/days',
    access: 'administrator',
    summary: 'Get the number of page views per day. Days without views are left out.',
    query: z.strictObject({ days }),
    answer: countByDay,
  },
} as const satisfies Record<string, Endpoint>;

export type ReadPage = z.infer<typeof readPage>;
