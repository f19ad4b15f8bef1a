import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Feedback } from '../../feedback/feedback.ts';
import type { openFeedback } from '../../feedback/feedback-store.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** What administrators do with feedback. Who gave it stays unsaid, and is answered by mail. */
export function feedbackAdministration(
  app: FastifyInstance,
  store: Awaited<ReturnType<typeof openFeedback>>,
): void {
  const { mail } = app.identity;

  answerEndpoint(app, 'listFeedback', async ({ query }) => {
    const { order, page, limit, ...wanted } = query;
    const part = { descending: order === 'descending', offset: (page - 1) * limit, limit };
    const { rows, total } = await store.page({ ...wanted, ...part });
    return {
      answer: {
        rows: rows.map(({ reader, at, ...row }) => ({
          ...row,
          id: idOf({ reader, page: row.page }),
          at: new Date(at).toISOString(),
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
    if (!isThere)
      return { error: { status: 404, code: 'not-found', message: 'There is no such feedback any more.' } };
    const mailed = state !== 'open' && (await mail.tell(given.reader, `feedback-${state}`, { page, text }));
    return { answer: { mailed } };
  });
}

/** Names it among those of its page, and says nothing of its reader. */
function idOf({ reader, page }: Pick<Feedback, 'reader' | 'page'>): string {
  return createHash('sha256').update(`${reader} ${page}`).digest('base64url').slice(0, 16);
}
