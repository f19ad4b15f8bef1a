import { createHash } from 'node:crypto';
import { z } from 'zod';
import { booleanColumn } from '../../../storage/database.ts';

const COMMENT_MAX_CHARACTERS = 2_000;
/** A few sentences. Its place in an index of PostgreSQL limits it, too. */
const PASSAGE_MAX_CHARACTERS = 600;

/** Problems that a passage can have. */
export const reportKinds = ['wrong', 'unclear', 'missing', 'other'] as const;
const reportKind = z.enum(reportKinds);

const comment = z
  .string()
  .default('')
  .transform((text) => tidy(text))
  .pipe(z.string().max(COMMENT_MAX_CHARACTERS));

/** Feedback as the form and the shell post it. */
export const feedbackInput = z.object({
  /** Canonical path of the page. */
  page: z.string().startsWith('/').max(2_000),
  helpful: z.enum(['yes', 'no']),
  comment,
});

/** A report as the shell posts it. The passage is empty if it is about the whole page. */
export const reportInput = z
  .object({
    page: z.string().startsWith('/').max(2_000),
    kind: reportKind,
    passage: z
      .string()
      .default('')
      .transform((text) => tidy(text))
      .pipe(z.string().max(PASSAGE_MAX_CHARACTERS)),
    comment,
  })
  .refine(({ passage, comment }) => passage !== '' || comment !== '');

/** Normalizes line breaks and removes other control characters. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** Undefined instead of null. */
const absent = z.null().transform(() => undefined);

/** One reader's opinion of one page, or their report about a passage in it. */
export const feedbackRow = z.object({
  page: z.string(),
  /** Id of the account. */
  reader: z.string(),
  helpful: booleanColumn,
  comment: z.string(),
  /** Milliseconds since the epoch, of the last change. */
  at: z.int(),
  /** Undefined for an opinion. A report isn't `helpful`. */
  kind: reportKind.or(absent).optional(),
  /** The words that a report quotes. Empty if it is about the whole page. */
  passage: z.string().or(absent).optional(),
  /** Name of the release that was served when the report came. */
  release: z.string().or(absent).optional(),
});
export type Feedback = z.infer<typeof feedbackRow>;

/** One reader's report. A later one about the same passage, of the same kind, replaces it. */
export interface Report extends Omit<Feedback, 'helpful'> {
  kind: (typeof reportKinds)[number];
  passage: string;
  release: string;
}

/** Feedback with its state and an administrator's note. */
export const settledRow = feedbackRow.extend({
  state: z.enum(['open', 'answered', 'done']),
  note: z.string(),
});
export type SettledFeedback = z.infer<typeof settledRow>;

/** An id that distinguishes the feedback of a page without revealing the reader. */
export function hashFeedbackId(feedback: Pick<Feedback, 'reader' | 'page' | 'kind' | 'passage'>): string {
  const { reader, page, kind, passage } = feedback;
  const parts = kind === undefined ? [reader, page] : [reader, page, kind, passage];
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16);
}
