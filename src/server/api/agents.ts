import type { FastifyInstance } from 'fastify';
import { isoTimes } from '../../shared/iso-times.ts';
import { letsAgentsIn } from '../agents/agent-routes.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';

/** Agents of all readers, for administrators. */
export function agentsApi(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  const { agents } = identity;

  answerEndpoint(app, 'listAgents', async ({ query }) => {
    const { rows, total } = await agents.page(partOf(query));
    return {
      answer: {
        rows: rows.map((row) => isoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt')),
        total,
        isOn: letsAgentsIn(identity, baseUrl),
      },
    };
  });

  answerEndpoint(app, 'endAgents', async (_, { user, request }) => ({
    answer: { ended: await agents.endAll({ by: user.email, from: request.ip }) },
  }));
}
