import { z } from 'zod';
import type { Endpoint } from '../../model/api/endpoint.ts';

/** The longest question that is sent to a model. */
const QUESTION_MAX_CHARACTERS = 500;

/** The body of `POST /_written-answer`. */
export const questionSchema = z.strictObject({
  question: z.string().trim().min(1).max(QUESTION_MAX_CHARACTERS),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/i)
    .optional(),
  tags: z.array(z.string().max(200)).max(50).optional(),
});

/** A line of the answer to `POST /_written-answer`, as JSON. */
export type AnswerLine =
  /** The first line: how many passages the model got. */
  | { sent: number }
  /** A passage that the next sentences are tied to, when it is cited first. */
  | { passage: CitedPassage }
  /** A sentence with the numbers of the passages that support it. */
  | { sentence: string; passages: readonly number[]; isNewParagraph: boolean }
  /** The last line. `struck` counts sentences that were left out, because no passage supports them. */
  | { end: AnswerEnd; struck: number };

/**
 * How an answer ended: completely, without a sentence that can be shown, too late, too long, or with a failure of the
 * model's API.
 */
export type AnswerEnd = 'answered' | 'unanswered' | 'too-late' | 'too-long' | 'failed';

/** A passage of the documentation with its number in the answer. */
export interface CitedPassage {
  number: number;
  url: string;
  titles: readonly string[];
  text: string;
}

const modelSchema = z.strictObject({
  host: z.string().describe('Host that questions are sent to.'),
  model: z.string().describe('Name of the model.'),
});

export const writtenAnswerEndpoints = {
  showAnswerModel: {
    call: 'GET /api/v1/written-answers',
    access: 'reader',
    summary: 'Get the model that writes answers, and where questions to it are sent.',
    answer: z.strictObject({
      model: modelSchema.nullable().describe('`null` if written answers are off.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
