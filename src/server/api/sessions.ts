import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** Who is signed in, for administrators. */
export function sessionsApi(app: FastifyInstance, { sessions }: Pick<Identity, 'sessions'>): void {
  answerEndpoint(app, 'listAllSessions', async ({ query }, { token }) => {
    const { order, page, limit, ...wanted } = query;
    const part = { descending: order === 'descending', offset: (page - 1) * limit, limit };
    const { sessions: found, total } = await sessions.page({ ...wanted, ...part }, token);
    const rows = found.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
    }));
    return { answer: { rows, total } };
  });

  answerEndpoint(app, 'endAccountSession', async ({ params }, { user }) => {
    await sessions.end(params.account, params.session, user.email);
    return { answer: undefined };
  });
}
