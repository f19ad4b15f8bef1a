import { z } from 'zod';
import type { FeatureTool } from '../../server/server-feature.ts';
import { QUESTION_MAX_CHARACTERS } from './answer-endpoints.ts';

/** Lets a reader's assistant ask a question and get the passage that answers it. */
export const answerQuestionTool = {
  name: 'answer_question',
  access: 'reader',
  title: 'Answer a question',
  description:
    'Returns the passage of the documentation that answers a question, word for word, or passages of two pages if it isn’t certain which one answers. Each has the URL of its section; other sections about the question follow. If nothing answers well enough, it says so: use search then.',
  input: z.object({
    question: z
      .string()
      .min(1)
      .max(QUESTION_MAX_CHARACTERS)
      .describe('A whole question, such as "How do I change my password?"'),
  }),
} satisfies FeatureTool;
