import { z } from 'zod';
import { time } from '../../../model/api/account.ts';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import {
  countByDay,
  createPageSchema,
  createSortedQuery,
  daySchema,
  days,
  listSearch,
} from '../../../model/api/lists.ts';

const pagePath = z.string().describe('Path of the page.');

/** Feedback on a page. Without answers, nothing is known about how helpful it is. */
const helpfulCount = {
  helpful: z.int().describe('Number of readers who found the page helpful.'),
  answers: z.int().describe('Number of readers who gave feedback.'),
};

const readPage = z.strictObject({
  page: pagePath,
  count: z.int().describe('Number of views.'),
  before: z
    .int()
    .nullable()
    .describe('Number of views in the previous period of the same length. `null` if none are stored.'),
  last: daySchema.describe('Day of the last view.'),
  ...countByDay.shape,
  ...helpfulCount,
});

const beforeOrAfter = z.strictObject({ count: z.int().describe('Number of views.'), ...helpfulCount });

const pageChange = z.strictObject({
  changedAt: time
    .nullable()
    .describe(
      'When a release last changed the page. `null` if none has since page views were first counted.',
    ),
  days: z
    .int()
    .describe('Number of days compared: as many before the day of the change as from that day on.'),
  before: beforeOrAfter.describe('Before the change: views in that number of days, and all stored feedback.'),
  after: beforeOrAfter.describe('Since the change, in the same way.'),
});

/** Page views, counted by page and day, without readers. */
export const viewEndpoints = {
  listReading: {
    call: 'GET /api/v1/reading',
    access: 'administrator',
    summary: 'List viewed pages with their trend and feedback. Supports search and sorting.',
    query: z.strictObject({
      search: listSearch,
      days,
      ...createSortedQuery(['count', 'trend', 'page', 'last']),
    }),
    answer: createPageSchema(readPage).extend({
      countedSince: daySchema
        .nullable()
        .describe('First day with a stored view. `null` before the first one.'),
      pages: z.int().describe('Number of pages that the site has.'),
      unopened: z.int().describe('Number of these pages without a view in the period.'),
    }),
  },
  listUnopened: {
    call: 'GET /api/v1/reading/unopened',
    access: 'administrator',
    summary: 'List the pages of the site without a view in the period. Supports search and sorting.',
    query: z.strictObject({ search: listSearch, days, ...createSortedQuery(['page'], 'ascending') }),
    answer: createPageSchema(z.strictObject({ page: pagePath })),
  },
  readReadingDays: {
    call: 'GET /api/v1/reading/days',
    access: 'administrator',
    summary: 'Get the number of page views per day. Days without views are left out.',
    query: z.strictObject({
      days,
      page: z.string().max(2_000).optional().describe('Only views of the page at this path.'),
    }),
    answer: countByDay,
  },
  readPageChange: {
    call: 'GET /api/v1/reading/change',
    access: 'administrator',
    summary: 'Get when a release last changed a page, with its views and feedback before and after.',
    query: z.strictObject({ page: z.string().max(2_000).describe('Path of the page.') }),
    answer: pageChange,
  },
} as const satisfies Record<string, Endpoint>;

export type ReadPage = z.infer<typeof readPage>;
export type PageChange = z.infer<typeof pageChange>;
