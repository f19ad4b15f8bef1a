import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FEEDBACK_URL, joinBasePath, removeBasePath, SEARCH_PATH } from '../../../model/urls.ts';
import { listRecords } from '../../../releases/release-record.ts';
import { answerEndpoint, toPageQuery } from '../../../server/api/answer-endpoint.ts';
import { prefixBasePath } from '../../../server/http/base-path.ts';
import { errorAnswer, sendError } from '../../../server/http/errors.ts';
import { isForm } from '../../../server/http/forms.ts';
import { SMALL_BODY } from '../../../server/http/limits.ts';
import { encodeLocation } from '../../../server/http/location.ts';
import { findEntryFor } from '../../../server/release/views.ts';
import type { FeatureContext, Stop } from '../../../server/server-feature.ts';
import { DAY_MS } from '../../../shared/duration.ts';
import { toIsoTimes } from '../../../shared/iso-times.ts';
import { createRate } from '../../../shared/rate.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { drawTellAuthors, drawToldAuthors } from './draw-tell-authors.ts';
import { feedbackInput, hashFeedbackId, reportInput } from './feedback.ts';
import { feedbackEndpoints } from './feedback-endpoints.ts';
import type { FeedbackStore } from './feedback-store.ts';

/** A limit above what a person sends: more answers come from a program or a stuck key. */
const ANSWERS_MAX = 20;
const ANSWERS_MS = 60_000;

const malformedFeedbackError = errorAnswer(
  400,
  'malformed',
  'Send page, helpful (yes or no) and optionally a comment of at most 2000 characters. A report has kind (wrong, unclear, missing or other) and passage (at most 600 characters) instead of helpful.',
);
const unknownPageError = errorAnswer(404, 'not-found', 'Page not found.');
const tooManyError = errorAnswer(
  429,
  'too-many-attempts',
  'Too many answers at once. Try again in a minute.',
  {
    'retry-after': '60',
  },
);

/**
 * `POST /_feedback`, behind the gate: stores a reader's opinion of a page, or a report about a passage, for
 * `FEEDBACK_DAYS`.
 */
export function startFeedback(
  {
    app,
    environment,
    identity,
    dist,
    addToNoResults,
    addToSearchStart,
  }: Pick<
    FeatureContext,
    'app' | 'environment' | 'identity' | 'dist' | 'addToNoResults' | 'addToSearchStart'
  >,
  store: FeedbackStore,
  { now = Date.now, cleanUpEveryMs = 15 * 60_000 }: { now?: () => number; cleanUpEveryMs?: number } = {},
): Stop {
  const isWithinAnswerRate = createRate(ANSWERS_MAX, ANSWERS_MS, now);
  const cleanUpTimer = setInterval(() => {
    store
      .removeBefore(now() - environment.FEEDBACK_DAYS * DAY_MS)
      .catch((error: unknown) => app.log.warn({ err: error }, "Old feedback couldn't be deleted."));
  }, cleanUpEveryMs);
  cleanUpTimer.unref();
  identity.onAccountRemoved((accountId) => {
    store
      .removeByReader(accountId)
      .catch((error: unknown) =>
        app.log.error({ err: error, accountId }, "Feedback of a removed account couldn't be deleted."),
      );
  });
  identity.personalData.registerExporter('feedback', async ({ id }) =>
    (await store.listByReader(id)).map(({ page, helpful, comment, at, kind, passage }) => ({
      page,
      ...(kind === undefined ? { helpful } : { kind, passage }),
      comment,
      at: new Date(at),
    })),
  );
  answerFeedbackEndpoints(app, identity.mail, store);
  addToNoResults(async ({ query }, { gate: { user, release } }) => {
    if (user === undefined) return undefined;
    const page = joinBasePath(joinBasePath(SEARCH_PATH, release.path), release.basePath);
    const action = prefixBasePath(FEEDBACK_URL, release.basePath);
    return drawTellAuthors({ query, page, action, texts: release.texts });
  });
  addToSearchStart(async ({ gate: { user, release } }) => user && drawToldAuthors(release.texts));

  app.post(FEEDBACK_URL, SMALL_BODY, async (request, reply) => {
    const { release, user } = request.gate;
    const parseResult = z.union([reportInput, feedbackInput]).safeParse(request.body);
    if (!parseResult.success) return sendError(reply, malformedFeedbackError);
    const { page } = parseResult.data;
    const pathBelow = removeBasePath(page, release.basePath) ?? '';
    const entry = findEntryFor(user, release, pathBelow);
    if (!user || entry?.cache !== 'page' || entry.status !== 200) return sendError(reply, unknownPageError);
    // A form redirects back to its place in the page, with an anchor that shows the outcome.
    const redirectBack = (anchor: string) => reply.redirect(`${encodeLocation(pathBelow)}#${anchor}`, 303);
    if (!isWithinAnswerRate(user.accountId))
      return isForm(request) ? redirectBack('feedback-failed') : sendError(reply, tooManyError);
    const common = { reader: user.accountId, at: now() };
    try {
      if ('kind' in parseResult.data) {
        const isStored = await store.putReport({
          ...parseResult.data,
          ...common,
          release: findReleaseName(dist, release.build),
        });
        if (!isStored) return sendError(reply, tooManyError);
      } else {
        await store.put({ ...parseResult.data, ...common, helpful: parseResult.data.helpful === 'yes' });
      }
    } catch (error) {
      if (!isForm(request) || !(error instanceof StoreError)) throw error;
      request.log.error({ err: error }, "Feedback couldn't be stored.");
      return redirectBack('feedback-failed');
    }
    return isForm(request) ? redirectBack('feedback-thanks') : reply.code(204).send();
  });
  return async () => clearInterval(cleanUpTimer);
}

/** API for administrators to read and settle feedback. It hides the reader, who gets answers by mail. */
function answerFeedbackEndpoints(
  app: FastifyInstance,
  mail: FeatureContext['identity']['mail'],
  store: FeedbackStore,
): void {
  answerEndpoint(app, feedbackEndpoints.listFeedback, async ({ query }) => {
    const { rows, total } = await store.readPage(toPageQuery(query));
    return {
      answer: {
        rows: rows.map(({ reader, kind, passage, release, ...row }) => ({
          ...toIsoTimes(row, 'at'),
          id: hashFeedbackId({ reader, page: row.page, kind, passage }),
          kind: kind ?? ('opinion' as const),
          passage: passage ?? '',
          release: release ?? '',
        })),
        total,
        mail: mail.isThere,
      },
    };
  });

  answerEndpoint(app, feedbackEndpoints.settleFeedback, async ({ body }) => {
    const { page, id, state, note: text } = body;
    const feedback = (await store.list(page)).find((candidate) => hashFeedbackId(candidate) === id);
    const isThere =
      feedback?.at === Date.parse(body.at) && (await store.settle(feedback, { state, note: text }));
    if (!isThere)
      return { error: errorAnswer(404, 'not-found', 'This feedback no longer exists or has changed.') };
    const mailOutcome =
      state !== 'open' && (await mail.tell(feedback.reader, `feedback-${state}`, { page, text }));
    return { answer: { mailed: mailOutcome } };
  });
}

/** The name that administrators know a release by. A preview has none, so it is the build's id. */
function findReleaseName(dist: string | undefined, build: string): string {
  const records = dist === undefined ? [] : listRecords(dist);
  return records.find((record) => record.build === build)?.name ?? build;
}
