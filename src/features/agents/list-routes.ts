import type { FastifyInstance } from 'fastify';
import { answerEndpoint, toPageQuery } from '../../server/api/answer-endpoint.ts';
import type { RouteParts } from '../../server/route-parts.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { agentEndpoints } from './agent-endpoints.ts';
import { areAgentsEnabled } from './agent-routes.ts';
import type { Agents } from './agents.ts';

/** API for administrators to see the agents of all readers and revoke their access. */
export function answerAgentEndpoints(
  app: FastifyInstance,
  { agents, baseUrl }: Pick<RouteParts, 'baseUrl'> & { agents: Agents },
): void {
  answerEndpoint(app, agentEndpoints.listAgents, async ({ query }) => {
    const { rows, total } = await agents.readPage(toPageQuery(query));
    return {
      answer: {
        rows: rows.map((row) => toIsoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt')),
        total,
        isOn: areAgentsEnabled(agents, baseUrl),
      },
    };
  });

  answerEndpoint(app, agentEndpoints.endAgents, async (_, { user, request }) => ({
    answer: { ended: await agents.endAll({ by: user.email, from: request.ip }) },
  }));
}
