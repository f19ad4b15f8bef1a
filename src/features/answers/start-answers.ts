import type { FastifyRequest } from 'fastify';
import { answerEndpoint } from '../../server/api/answer-endpoint.ts';
import { getReaderKey } from '../../server/api/search.ts';
import { errorAnswer } from '../../server/http/errors.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { createFairQueue } from '../../shared/fair-queue.ts';
import { answerEndpoints } from './answer-endpoints.ts';
import { answerQuestionTool } from './answer-tool.ts';
import { drawAnswer } from './draw-answer.ts';
import { type AnswerOutcome, findAnswer } from './find-answer.ts';
import { findPassages } from './find-passages.ts';
import { openReaderView, readLatestTags } from './reader-view.ts';
import type { AnswerScope, ReaderView } from './search-for-question.ts';
import { writeAnswer } from './write-answer.ts';

/** Passages are compared on the main thread, so few questions at a time: pages go first. */
const QUESTIONS_AT_ONCE = 2;
const WAITING_MAX = 200;

/** Answers questions of readers: in search, over the API and for assistants. */
export function startAnswers({
  app,
  search,
  baseUrl,
  answerTool,
  addToResults,
  offerPassages,
  reportUnanswered,
}: Pick<
  FeatureContext,
  'app' | 'search' | 'baseUrl' | 'answerTool' | 'addToResults' | 'offerPassages' | 'reportUnanswered'
>): void {
  const queue = createFairQueue({ concurrency: QUESTIONS_AT_ONCE, waiting: WAITING_MAX });

  /** Runs `find` in the view of the reader, when it is their turn. */
  async function findInView<Result>(
    { language, tags }: { language?: string | undefined; tags?: readonly string[] | undefined },
    request: FastifyRequest,
    find: (scope: AnswerScope, view: ReaderView) => Promise<Result>,
  ): Promise<Result | 'busy'> {
    const { gate } = request;
    const scope = {
      language: language ?? gate.release.tag,
      tags: tags ?? (await readLatestTags(gate)),
    };
    const requester = { key: getReaderKey(request), isKnown: gate.user !== undefined };
    return queue(requester, () => find(scope, openReaderView(request, search)));
  }

  async function answer(
    question: string,
    parameters: { language?: string | undefined; tags?: readonly string[] | undefined },
    request: FastifyRequest,
  ): Promise<AnswerOutcome> {
    const result = await findInView(parameters, request, (scope, view) => findAnswer(question, scope, view));
    if (result === 'busy') return { outcome: 'unavailable' };
    if (result.outcome === 'silent') reportUnanswered(question, request);
    return result;
  }

  answerEndpoint(app, answerEndpoints.answerQuestion, async ({ query }, { request }) => {
    const { question, language, tags } = query;
    const result = await answer(question, { language, tags: tags?.split(',') }, request);
    if (result.outcome === 'unavailable')
      return { error: errorAnswer(503, 'unavailable', 'Search can’t answer right now. Try again shortly.') };
    return { answer: { answer: result.outcome === 'answered' ? result.answer : null } };
  });

  offerPassages(async ({ text, ...parameters }, request) => {
    const passages = await findInView(parameters, request, (scope, view) => findPassages(text, scope, view));
    return passages === 'busy' ? undefined : passages;
  });

  answerTool(answerQuestionTool, async ({ question }, { request }) => {
    const result = await answer(question, {}, request);
    const { site } = request.gate;
    const origin = baseUrl ?? `${site.protocol}://${site.host}`;
    return result.outcome === 'unavailable'
      ? { failure: 'Search is temporarily unavailable. Try again in a moment.' }
      : { text: writeAnswer(result, origin) };
  });

  addToResults(async ({ query, language, page }, request) => {
    if (page > 0) return undefined;
    const result = await answer(query, { language }, request);
    return result.outcome === 'answered' ? drawAnswer(result.answer, request.gate.release.texts) : undefined;
  });
}
