import { z } from 'zod';
import { booleanColumn } from '../../../storage/database.ts';

const COMMENT_MAX_CHARACTERS = 2_000;

/** Feedback as the form and the shell post it. */
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

/** Normalizes line breaks and removes other control characters. */
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
  helpful: booleanColumn,
  comment: z.string(),
  /** Milliseconds since the epoch, of the last change. */
  at: z.int(),
});
export type Feedback = z.infer<typeof feedbackRow>;

/** Feedback with its state and an administrator's note. */
export const settledRow = feedbackRow.extend({
  state: z.enum(['open', 'answered', 'done']),
  note: z.string(),
});
export type SettledFeedback = z.infer<typeof settledRow>;
