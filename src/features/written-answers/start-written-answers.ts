import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WRITTEN_ANSWER_URL } from '../../model/urls.ts';
import { answerEndpoint } from '../../server/api/answer-endpoint.ts';
import { createTooManyAttempts, errorAnswer, notFoundError, sendError } from '../../server/http/errors.ts';
import { SMALL_BODY } from '../../server/http/limits.ts';
import { sendProgress } from '../../server/http/send-progress.ts';
import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { DAY_MS, HOUR_MS } from '../../shared/duration.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { composeAnswer, type WrittenAnswer } from './compose-answer.ts';
import { readModelApi } from './model-api.ts';
import { usageFile } from './usage-file.ts';
import { createUsageStore, type Usage } from './usage-store.ts';
import { type AnswerLine, questionSchema, writtenAnswerEndpoints } from './written-answer-endpoints.ts';

/** Answers that a process has written at the same time: each holds a connection to the model. */
const AT_ONCE_MAX = 16;
const AT_ONCE_PER_READER_MAX = 2;
/** The limits are those of accounts and of the whole site, wherever the requests come from. */
const ANY_ADDRESS = '127.0.0.1';

const malformedError = errorAnswer(
  400,
  'malformed',
  'Send a question of at most 500 characters, and optionally language and tags.',
);
const busyError = errorAnswer(503, 'unavailable', 'Too many answers are being written. Try again shortly.', {
  'retry-after': '10',
});
const searchError = errorAnswer(503, 'unavailable', 'Search can’t answer right now. Try again shortly.');

/**
 * Has the owner's model write answers for readers, and streams them. If `ANSWERS_URL` isn't set, it only reports that
 * written answers are off.
 */
export async function startWrittenAnswers({
  app,
  environment,
  identity,
  findPassages,
  measure,
  reportAnswered,
  reportUnanswered,
}: FeatureContext): Promise<Stop | undefined> {
  const api = readModelApi(environment);
  answerEndpoint(app, writtenAnswerEndpoints.showAnswerModel, async () => ({
    answer: { model: api === undefined ? null : { host: new URL(api.url).host, model: api.model } },
  }));
  if (api === undefined) {
    app.post(WRITTEN_ANSWER_URL, SMALL_BODY, async (_, reply) => sendError(reply, notFoundError));
    return undefined;
  }
  const modelApi = api;
  const { ANSWERS_PER_READER, ANSWERS_PER_DAY, ANSWERS_SECONDS, ANSWERS_KEEP } = environment;
  const database = await openDatabase(environment, usageFile);
  const usageStore = createUsageStore(database);
  const sinceStart = { requests: 0, failed: 0, tokens: 0 };
  measure('docs_written_answers_total', () => sinceStart.requests);
  measure('docs_written_answer_failures_total', () => sinceStart.failed);
  measure('docs_written_answer_tokens_total', () => sinceStart.tokens);

  const writingByReader = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  /** Counts a question for its reader and for the site. Returns the time to try again if a limit is reached. */
  async function findLimit(reader: string): Promise<{ of: 'reader' | 'site'; retryAt: number } | undefined> {
    const now = Date.now();
    const ofReader = await identity.parts.throttle.countRequest(
      {
        kind: 'written-answer',
        subject: reader,
        limit: { limit: ANSWERS_PER_READER, windowMs: HOUR_MS },
      },
      ANY_ADDRESS,
      now,
    );
    if (!ofReader.allowed) return { of: 'reader', retryAt: ofReader.retryAt };
    const ofSite = await identity.parts.throttle.countRequest(
      { kind: 'written-answers', limit: { limit: ANSWERS_PER_DAY, windowMs: DAY_MS } },
      ANY_ADDRESS,
      now,
    );
    if (ofSite.allowed) return undefined;
    await ofReader.takeBack();
    return { of: 'site', retryAt: ofSite.retryAt };
  }

  async function count(usage: Usage): Promise<void> {
    sinceStart.requests += usage.requests;
    sinceStart.failed += usage.failed;
    sinceStart.tokens += usage.promptTokens + usage.completionTokens;
    await usageStore
      .add(usage, Date.now())
      .catch((error: unknown) => app.log.error({ err: error }, "The use of the model couldn't be counted."));
  }

  app.post(WRITTEN_ANSWER_URL, SMALL_BODY, async (request, reply) => {
    const reader = request.gate.user?.accountId;
    if (reader === undefined) return sendError(reply, notFoundError);
    const body = questionSchema.safeParse(request.body);
    if (!body.success) return sendError(reply, malformedError);
    const writing = writingByReader.get(reader) ?? 0;
    if (writing >= AT_ONCE_PER_READER_MAX) return sendError(reply, createTooManyAttempts(Date.now() + 5_000));
    if (running.size >= AT_ONCE_MAX || stopping.signal.aborted) return sendError(reply, busyError);
    writingByReader.set(reader, writing + 1);
    let endWriting = () => {};
    const task = new Promise<void>((resolve) => {
      endWriting = resolve;
    });
    running.add(task);
    const releaseReader = () => {
      const remainingAnswers = (writingByReader.get(reader) ?? 1) - 1;
      if (remainingAnswers > 0) writingByReader.set(reader, remainingAnswers);
      else writingByReader.delete(reader);
      running.delete(task);
      endWriting();
    };
    try {
      return await answerQuestion(body.data, { request, reply, reader, giveBack: releaseReader });
    } catch (error) {
      releaseReader();
      throw error;
    }
  });

  async function answerQuestion(
    {
      question,
      language,
      tags,
    }: { question: string; language?: string | undefined; tags?: string[] | undefined },
    { request, reply, reader, giveBack }: OpenRequest,
  ): Promise<FastifyReply> {
    const refuse = (error: Parameters<typeof sendError>[1]) => {
      giveBack();
      return sendError(reply, error);
    };
    const foundPassages = await findPassages({ text: question, language, tags }, request);
    if (foundPassages === undefined) return refuse(searchError);
    const limit = foundPassages.length === 0 ? undefined : await findLimit(reader);
    if (limit?.of === 'reader') return refuse(createTooManyAttempts(limit.retryAt));
    if (limit?.of === 'site') return refuse(refuseForToday(limit.retryAt));
    const disconnecting = new AbortController();
    reply.raw.once('close', () => disconnecting.abort());
    if (request.raw.socket.destroyed) disconnecting.abort();
    const timeoutSignal = AbortSignal.timeout(ANSWERS_SECONDS * 1_000);
    const lines = new PassThrough();
    const writeLine = (line: AnswerLine) => {
      if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
    };
    writeLine({ sent: foundPassages.length });
    const write = async () => {
      const answer = await composeAnswer(question, {
        api: modelApi,
        passages: foundPassages.map((passage, index) => ({ ...passage, number: index + 1 })),
        language: language ?? request.gate.release.tag,
        signal: AbortSignal.any([disconnecting.signal, stopping.signal, timeoutSignal]),
        onLine: writeLine,
      });
      const { struck } = answer;
      const end = answer.end === 'stopped' ? 'too-late' : answer.end;
      writeLine({ end, struck });
      lines.end();
      if (answer.reason !== undefined)
        request.log.warn({ reason: answer.reason }, "The model for written answers can't be used.");
      if (foundPassages.length > 0) await count(toUsage(answer));
      if (ANSWERS_KEEP && answer.end === 'answered') reportAnswered(question, answer.sections, request);
      if (ANSWERS_KEEP && answer.end === 'unanswered') reportUnanswered(question, request);
    };
    runInBackground(write().finally(giveBack), (error) => {
      request.log.error({ err: error }, "An answer couldn't be written.");
      lines.destroy();
    });
    return sendProgress(reply, lines);
  }

  return async () => {
    stopping.abort();
    await Promise.all(running);
    await database.close();
  };
}

/** A request whose place is taken until `release` is called. */
interface OpenRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** `accountId` of the reader. */
  reader: string;
  giveBack: () => void;
}

function refuseForToday(retryAt: number) {
  const wait = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  return errorAnswer(429, 'too-many', 'The site’s limit of written answers for today has been reached.', {
    'retry-after': String(wait),
  });
}

function toUsage({ end, struck, tokens }: WrittenAnswer): Usage {
  return {
    requests: 1,
    answered: end === 'answered' ? 1 : 0,
    failed: end === 'failed' ? 1 : 0,
    struck,
    promptTokens: tokens.prompt,
    completionTokens: tokens.completion,
  };
}
