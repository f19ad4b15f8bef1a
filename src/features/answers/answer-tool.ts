import { z } from 'zod';
import type { FeatureTool } from '../../server/server-feature.ts';

/**
 * The longest question, also for the API. Only its words that say something are searched. It isn't beside the endpoints,
 * because every command loads the tool, and only servers load those.
 */
export const QUESTION_MAX_CHARACTERS = 500;

/** Lets a reader's assistant ask a question and get the passage that answers it. */
export const answerQuestionTool = {
  name: 'answer_question',
  access: 'reader',
  title: 'Answer a question',
  description:
    'Returns the passage of the documentation that answers a question, word for word, and often a second one, because it isn’t certain which one answers. Each has the URL of its section; other sections about the question follow. If nothing answers well enough, it says so: use search then.',
  input: z.object({
    question: z
      .string()
      .min(1)
      .max(QUESTION_MAX_CHARACTERS)
      .describe('A whole question, such as "How do I change my password?"'),
  }),
} satisfies FeatureTool;
