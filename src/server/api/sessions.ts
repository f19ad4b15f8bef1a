import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { sessionsEndpoints } from '../../model/api/sessions.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { answerEndpoint, toPageQuery } from './answer-endpoint.ts';

/** API for administrators to list and end the sessions of all users. */
export function registerSessionsApi(app: FastifyInstance, { sessions }: Pick<Identity, 'sessions'>): void {
  answerEndpoint(app, sessionsEndpoints.listAllSessions, async ({ query }, { token }) => {
    const { sessions: listedSessions, total } = await sessions.readPage(toPageQuery(query), token);
    return {
      answer: {
        rows: listedSessions.map((session) => toIsoTimes(session, 'createdAt', 'lastSeenAt')),
        total,
      },
    };
  });

  answerEndpoint(app, sessionsEndpoints.endAccountSession, async ({ params }, { user }) => {
    await sessions.end(params.account, params.session, user.email);
    return { answer: undefined };
  });
}
