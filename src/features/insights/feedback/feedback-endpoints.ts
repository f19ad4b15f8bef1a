import { z } from 'zod';
import { time } from '../../../model/api/account.ts';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import { createPageSchema, createSortedQuery, listSearch } from '../../../model/api/lists.ts';
import { reportKinds } from './feedback.ts';

const state = z
  .enum(['open', 'answered', 'done'])
  .describe('`open`: not handled yet. `answered`: the reader got a reply. `done`: nothing is left to do.');

/** Readers stay anonymous to administrators, who can reply all the same. */
const feedbackEntry = z.strictObject({
  id: z.string().describe('Id among the feedback of its page.'),
  page: z.string().describe('Path of the page.'),
  kind: z
    .enum(['opinion', ...reportKinds])
    .describe(
      '`opinion`: whether the page helped. The others report a problem with a passage or with the page.',
    ),
  helpful: z.boolean().describe('Whether the reader found the page helpful. False for reports.'),
  passage: z.string().describe('The words that a report quotes from the page. Can be empty.'),
  release: z
    .string()
    .describe('Name of the release that was served when the report came. Empty for opinions.'),
  comment: z.string().describe('Comment of the reader. Can be empty.'),
  at: time.describe('When the reader gave or last changed it.'),
  state,
  note: z.string().describe('Reply or note of an administrator.'),
});

/** Feedback of readers on pages. */
export const feedbackEndpoints = {
  listFeedback: {
    call: 'GET /api/v1/feedback',
    access: 'administrator',
    summary: 'List feedback. Supports search, filters and sorting.',
    query: z.strictObject({
      search: listSearch,
      state: state.optional().describe('Only feedback in this state.'),
      ...createSortedQuery(['at', 'page', 'helpful', 'state']),
    }),
    answer: createPageSchema(feedbackEntry).extend({
      mail: z.boolean().describe('Whether readers can be notified by email.'),
    }),
  },
  settleFeedback: {
    call: 'PATCH /api/v1/feedback',
    access: 'administrator',
    summary: 'Mark feedback as answered, done or open. If the site sends mail, the reader is notified.',
    body: z.strictObject({
      page: z.string().max(2_000).describe('Path of the page.'),
      id: z.string().max(64).describe('Id among the feedback of its page.'),
      at: time.describe(
        '`at` of the feedback as listed. The request fails if the reader has changed it since.',
      ),
      state,
      note: z.string().trim().max(2_000).describe('Reply to the reader. Can be empty.'),
    }),
    answer: z.strictObject({ mailed: z.boolean().describe('Whether the reader is notified by email.') }),
    errors: { 404: 'The feedback no longer exists.' },
  },
} as const satisfies Record<string, Endpoint>;

export type GivenFeedback = z.infer<typeof feedbackEntry>;
