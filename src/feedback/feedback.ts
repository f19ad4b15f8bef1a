import { z } from 'zod';

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

/** What has come of it. */
export type FeedbackState = 'open' | 'answered' | 'done';

/** One reader's opinion of one page. */
export interface Feedback {
  page: string;
  /** Id of the account. */
  reader: string;
  helpful: boolean;
  comment: string;
  /** Milliseconds since the epoch, of the last change. */
  at: number;
}

export interface SettledFeedback extends Feedback {
  state: FeedbackState;
  /** What an administrator wrote to it. */
  note: string;
}
