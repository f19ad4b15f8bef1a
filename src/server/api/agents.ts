import type { FastifyInstance } from 'fastify';
import { agentsEndpoints } from '../../model/api/agents.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { areAgentsEnabled } from '../agents/agent-routes.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint, toPageQuery } from './answer-endpoint.ts';

/** API for administrators to see the agents of all readers and revoke their access. */
export function agentsApi(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  const { agents } = identity;

  answerEndpoint(app, agentsEndpoints.listAgents, async ({ query }) => {
    const { rows, total } = await agents.page(toPageQuery(query));
    return {
      answer: {
        rows: rows.map((row) => isoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt')),
        total,
        isOn: areAgentsEnabled(identity, baseUrl),
      },
    };
  });

  answerEndpoint(app, agentsEndpoints.endAgents, async (_, { user, request }) => ({
    answer: { ended: await agents.endAll({ by: user.email, from: request.ip }) },
  }));
}
