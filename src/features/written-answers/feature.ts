import { z } from 'zod';
import type { TextsOf } from '../../config/feature-messages.ts';
import { nonEmptyText, onOrOff, type SettingsOf, wholeNumber } from '../../config/settings.ts';
import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { WRITTEN_ANSWER_URL } from '../../model/urls.ts';
import { defineFeature, describeFeatureOff } from '../feature.ts';
import type en from './messages/en.json';
import { usageFile } from './usage-file.ts';
import type { writtenAnswerEndpoints } from './written-answer-endpoints.ts';

const group = 'Written answers';

const settings = {
  ANSWERS_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine(
        isBareAddress,
        'must be an address without name, password, query and fragment, such as http://127.0.0.1:11434/v1',
      )
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    group,
    meaning:
      'Switches written answers on: address of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`. The server sends requests to `/chat/completions` below it, and nowhere else.',
  },
  ANSWERS_MODEL: {
    schema: nonEmptyText.optional(),
    group,
    meaning: 'Name of the model, as the API knows it.',
  },
  ANSWERS_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
      .optional(),
    group,
    meaning: 'Key for the API, sent as a bearer token.',
  },
  ANSWERS_PER_READER: {
    schema: wholeNumber(1, 10_000).default(20),
    group,
    meaning: 'Questions that each reader may send to the model in an hour.',
  },
  ANSWERS_PER_DAY: {
    schema: wholeNumber(1, 1_000_000).default(500),
    group,
    meaning: 'Questions that all readers together may send to the model in 24 hours.',
  },
  ANSWERS_SECONDS: {
    schema: wholeNumber(1, 110).default(60),
    group,
    meaning: 'Seconds after which an answer that is still being written ends.',
  },
  ANSWERS_KEEP: {
    schema: onOrOff.default(false),
    group,
    meaning:
      'Whether questions to the model are counted among searches, without the reader: those that it answered with the number of their sources, the others as searches without results.',
  },
};

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../config/settings.ts' {
  interface FeatureSettings extends SettingsOf<typeof settings> {}
}

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof writtenAnswerEndpoints> {}
}

/**
 * Answers questions with a model that the owner brings. Off until `ANSWERS_URL` is set. The model gets passages that the
 * reader may see, and readers get only sentences that one of these passages supports.
 */
export const writtenAnswers = defineFeature({
  name: 'written-answers',
  settings,
  findSettingProblems(values) {
    if (values.ANSWERS_URL === undefined)
      return ['ANSWERS_MODEL', 'ANSWERS_KEY']
        .filter((name) => values[name] !== undefined)
        .map((name) => `${name} has no effect without ANSWERS_URL. Set ANSWERS_URL or remove ${name}.`);
    const featuresOff = (values.FEATURES_OFF ?? '').split(',').map((name) => name.trim());
    return [
      ...(values.ANSWERS_MODEL === undefined ? ['ANSWERS_URL requires ANSWERS_MODEL.'] : []),
      ...(featuresOff.includes('answers') ? [describeFeatureOff('ANSWERS_URL', 'answers')] : []),
    ];
  },
  dataFiles: [usageFile],
  messages: new URL('./messages/', import.meta.url),
  routes: [{ method: 'POST', path: WRITTEN_ANSWER_URL, access: 'reader', kind: 'route' }],
  endpoints: async () => (await import('./written-answer-endpoints.ts')).writtenAnswerEndpoints,
  apiSubjects: {
    'written-answers': {
      name: 'Written answers',
      description: 'Answers that a model of the owner writes.',
    },
  },
  parts: { 'search-answer': new URL('./offer-part.tsx', import.meta.url) },
  metrics: [
    {
      name: 'docs_written_answers_total',
      help: 'Questions sent to the model for written answers, since the start.',
      aggregator: 'sum',
    },
    {
      name: 'docs_written_answer_failures_total',
      help: 'Questions to the model that ended with a failure of its API, since the start.',
      aggregator: 'sum',
    },
    {
      name: 'docs_written_answer_tokens_total',
      help: 'Tokens of questions to the model and of its answers, since the start. Estimated if the API doesn’t count them.',
      aggregator: 'sum',
    },
  ],
  async examine(environment, options) {
    const { checkWrittenAnswers } = await import('./check-written-answers.ts');
    return checkWrittenAnswers(environment, options);
  },
  async start(context) {
    const { startWrittenAnswers } = await import('./start-written-answers.ts');
    return startWrittenAnswers(context);
  },
});

function isBareAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
