import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { listOf, listOrder, listPart, listSearch } from './lists.ts';

const state = z.enum(['open', 'answered', 'done']);

/** Who gave it is not told: they can be answered all the same. */
const given = z.strictObject({
  id: z.string().describe('Among those of its page.'),
  page: z.string().describe('Its path.'),
  helpful: z.boolean(),
  comment: z.string(),
  at: time,
  state,
  note: z.string().describe('What an administrator wrote to it.'),
});

/** What readers said of pages. */
export const feedbackEndpoints = {
  listFeedback: {
    method: 'GET',
    path: '/api/v1/feedback',
    access: 'administrator',
    summary: 'A page of what readers said: searched, filtered, sorted.',
    query: z.strictObject({
      search: listSearch,
      state: state.optional(),
      sort: z.enum(['at', 'page', 'helpful', 'state']).default('at'),
      order: listOrder,
      ...listPart,
    }),
    answer: listOf(given).extend({ mail: z.boolean().describe('Readers can be told.') }),
  },
  settleFeedback: {
    method: 'PATCH',
    path: '/api/v1/feedback',
    access: 'administrator',
    summary: 'Says that a piece of feedback is answered, done, or open again. Its reader is told by mail.',
    body: z.strictObject({
      page: z.string().max(2_000),
      id: z.string().max(64),
      at: time.describe('As it was read: what its reader has changed since is another piece.'),
      state,
      note: z.string().trim().max(2_000),
    }),
    answer: z.strictObject({ mailed: z.boolean() }),
    errors: { 404: 'There is no such feedback any more.' },
  },
} as const satisfies Record<string, Endpoint>;

export type GivenFeedback = z.infer<typeof given>;
