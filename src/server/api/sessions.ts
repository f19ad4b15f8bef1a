import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';

/** Who is signed in, for administrators. */
export function sessionsApi(app: FastifyInstance, { sessions }: Pick<Identity, 'sessions'>): void {
  answerEndpoint(app, 'listAllSessions', async ({ query }, { token }) => {
    const { sessions: found, total } = await sessions.page(partOf(query), token);
    return { answer: { rows: found.map((session) => isoTimes(session, 'createdAt', 'lastSeenAt')), total } };
  });

  answerEndpoint(app, 'endAccountSession', async ({ params }, { user }) => {
    await sessions.end(params.account, params.session, user.email);
    return { answer: undefined };
  });
}
