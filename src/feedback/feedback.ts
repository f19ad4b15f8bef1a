import { z } from 'zod';
import { flag } from '../storage/database.ts';

const COMMENT_MAX_CHARACTERS = 2_000;

/** What a reader may say of a page: as posted by the form, and by the shell. */
export const feedbackInput = z.object({
  /** Canonical path of the page. */
  page: z.string().startsWith('/').max(2_000),
  helpful: z.enum(['yes', 'no']),
  comment: z
    .string()
    .default('')
    .transform((text) => tidy(text))
    .pipe(z.string().max(COMMENT_MAX_CHARACTERS)),
});

/** Line breaks stay; other control characters have no place in what a person wrote. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** One reader's opinion of one page. */
export const feedbackRow = z.object({
  page: z.string(),
  /** Id of the account. */
  reader: z.string(),
  helpful: flag,
  comment: z.string(),
  /** Milliseconds since the epoch, of the last change. */
  at: z.int(),
});
export type Feedback = z.infer<typeof feedbackRow>;

/** With what has come of it, and what an administrator wrote to it. */
export const settledRow = feedbackRow.extend({
  state: z.enum(['open', 'answered', 'done']),
  note: z.string(),
});
export type SettledFeedback = z.infer<typeof settledRow>;
