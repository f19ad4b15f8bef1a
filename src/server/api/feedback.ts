import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import { type Feedback, feedbackInput } from '../../feedback/feedback.ts';
import { type FeedbackStore, openFeedback } from '../../feedback/feedback-store.ts';
import { belowBasePath, FEEDBACK_URL } from '../../model/urls.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { createRate } from '../../shared/rate.ts';
import type { StorageEnvironment } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { errorAnswer, sendError } from '../http/errors.ts';
import { isForm } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { encodePath } from '../http/location.ts';
import { entryFor } from '../release/views.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';

/** A person answers a page now and then; more than this is a program, or a stuck key. */
const ANSWERS_MAX = 20;
const ANSWERS_MS = 60_000;

const notAnAnswer = errorAnswer(
  400,
  'malformed',
  'Expecting page, helpful (yes or no) and, if you like, a comment of at most 2000 characters.',
);
const noSuchPage = errorAnswer(404, 'not-found', 'There is no page at this address.');
const tooMany = errorAnswer(429, 'too-many-attempts', 'Too many answers at once. Try again in a minute.', {
  'retry-after': '60',
});

/** `POST /_feedback`, behind the gate: what a reader thinks of a page, kept for `FEEDBACK_DAYS`. */
export function siteFeedback(
  environment: StorageEnvironment & Pick<Environment, 'FEEDBACK_DAYS'>,
  { now = Date.now, cleanUpEveryMs = 15 * 60_000 }: { now?: () => number; cleanUpEveryMs?: number } = {},
): FastifyPluginAsync {
  return async (app) => {
    const store = await openFeedback(environment);
    const mayAnswer = createRate(ANSWERS_MAX, ANSWERS_MS, now);
    const cleaning = setInterval(() => {
      store
        .removeBefore(now() - environment.FEEDBACK_DAYS * DAY_MS)
        .catch((error: unknown) => app.log.warn({ err: error }, 'old feedback could not be removed'));
    }, cleanUpEveryMs);
    cleaning.unref();
    app.identity.onAccountRemoved((accountId) => {
      store
        .removeByReader(accountId)
        .catch((error: unknown) => app.log.error({ err: error, accountId }, 'feedback could not be removed'));
    });
    app.identity.personalData.registerExporter('feedback', async ({ id }) =>
      (await store.listByReader(id)).map(({ page, helpful, comment, at }) => ({
        page,
        helpful,
        comment,
        at: new Date(at),
      })),
    );
    app.addHook('onClose', () => {
      clearInterval(cleaning);
      return store.close();
    });

    feedbackAdministration(app, store);

    app.post(FEEDBACK_URL, SMALL_BODY, async (request, reply) => {
      const { release, user } = request.gate;
      const parsed = feedbackInput.safeParse(request.body);
      if (!parsed.success) return sendError(reply, notAnAnswer);
      const { page, helpful, comment } = parsed.data;
      const below = belowBasePath(page, release.basePath) ?? '';
      const entry = entryFor(user, release, below);
      if (!user || entry?.cache !== 'page' || entry.status !== 200) return sendError(reply, noSuchPage);
      // A form leads back to where it is in the page, and to what came of it.
      const back = (anchor: string) => reply.redirect(`${encodePath(below)}#${anchor}`, 303);
      if (!mayAnswer(user.accountId))
        return isForm(request) ? back('feedback-failed') : sendError(reply, tooMany);
      try {
        await store.put({ page, reader: user.accountId, helpful: helpful === 'yes', comment, at: now() });
      } catch (error) {
        if (!isForm(request) || !(error instanceof StoreError)) throw error;
        request.log.error({ err: error }, 'an answer could not be kept');
        return back('feedback-failed');
      }
      return isForm(request) ? back('feedback-thanks') : reply.code(204).send();
    });
  };
}

/** What administrators do with feedback. Who gave it stays unsaid, and is answered by mail. */
function feedbackAdministration(app: FastifyInstance, store: FeedbackStore): void {
  const { mail } = app.identity;

  answerEndpoint(app, 'listFeedback', async ({ query }) => {
    const { rows, total } = await store.page(partOf(query));
    return {
      answer: {
        rows: rows.map(({ reader, ...row }) => ({
          ...isoTimes(row, 'at'),
          id: idOf({ reader, page: row.page }),
        })),
        total,
        mail: mail.isThere,
      },
    };
  });

  answerEndpoint(app, 'settleFeedback', async ({ body }) => {
    const { page, id, state, note: text } = body;
    const given = (await store.list(page)).find((each) => idOf(each) === id);
    const isThere = given?.at === Date.parse(body.at) && (await store.settle(given, { state, note: text }));
    if (!isThere) return { error: errorAnswer(404, 'not-found', 'There is no such feedback any more.') };
    const mailed = state !== 'open' && (await mail.tell(given.reader, `feedback-${state}`, { page, text }));
    return { answer: { mailed } };
  });
}

/** Names it among those of its page, and says nothing of its reader. */
function idOf({ reader, page }: Pick<Feedback, 'reader' | 'page'>): string {
  return createHash('sha256').update(`${reader} ${page}`).digest('base64url').slice(0, 16);
}
