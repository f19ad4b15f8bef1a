import type { TextsOf } from '../../config/feature-messages.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { defineFeature } from '../feature.ts';
import type { answerEndpoints } from './answer-endpoints.ts';
import { answerQuestionTool } from './answer-tool.ts';
import type en from './messages/en.json';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof answerEndpoints> {}
}

/** Answers questions with a passage of the documentation, in search, over the API and for assistants. */
export const answers = defineFeature({
  name: 'answers',
  messages: new URL('./messages/', import.meta.url),
  endpoints: async () => (await import('./answer-endpoints.ts')).answerEndpoints,
  apiSubjects: {
    answers: { name: 'Answers', description: 'Passages of the documentation that answer a question.' },
  },
  tools: [answerQuestionTool],
  parts: { 'search-answer': new URL('./search-answer.tsx', import.meta.url) },
  async start(context) {
    const { startAnswers } = await import('./start-answers.ts');
    startAnswers(context);
    return undefined;
  },
});
