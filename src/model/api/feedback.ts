import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { listOf, listSearch, sortedBy } from './lists.ts';

const state = z
  .enum(['open', 'answered', 'done'])
  .describe('`answered`: its reader was told something; `done`: there is nothing more to do.');

/** Who gave it is not told: they can be answered all the same. */
const given = z.strictObject({
  id: z.string().describe('Among those of its page.'),
  page: z.string().describe('Its path.'),
  helpful: z.boolean().describe('Whether the page was.'),
  comment: z.string().describe('In the words of its reader; may be empty.'),
  at: time.describe('When it was said, or changed by its reader.'),
  state,
  note: z.string().describe('What an administrator wrote to it.'),
});

/** What readers said of pages. */
export const feedbackEndpoints = {
  listFeedback: {
    call: 'GET /api/v1/feedback',
    access: 'administrator',
    summary: 'A page of what readers said: searched, filtered, sorted.',
    query: z.strictObject({
      search: listSearch,
      state: state.optional().describe('Only what is in this state.'),
      ...sortedBy(['at', 'page', 'helpful', 'state']),
    }),
    answer: listOf(given).extend({ mail: z.boolean().describe('Readers can be told.') }),
  },
  settleFeedback: {
    call: 'PATCH /api/v1/feedback',
    access: 'administrator',
    summary: 'Says that a piece of feedback is answered, done, or open again. Its reader is told by mail.',
    body: z.strictObject({
      page: z.string().max(2_000).describe('Its path.'),
      id: z.string().max(64).describe('Among those of its page.'),
      at: time.describe('As it was read: what its reader has changed since is another piece.'),
      state,
      note: z.string().trim().max(2_000).describe('What its reader is told; may be empty.'),
    }),
    answer: z.strictObject({ mailed: z.boolean().describe('Whether its reader is told by mail.') }),
    errors: { 404: 'There is no such feedback any more.' },
  },
} as const satisfies Record<string, Endpoint>;

export type GivenFeedback = z.infer<typeof given>;
