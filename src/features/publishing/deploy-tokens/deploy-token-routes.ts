import type { FastifyInstance } from 'fastify';
import { answerEndpoint } from '../../../server/api/answer-endpoint.ts';
import { errorAnswer } from '../../../server/http/errors.ts';
import { DAY_MS } from '../../../shared/duration.ts';
import { toIsoTimes } from '../../../shared/iso-times.ts';
import { deployTokenEndpoints } from './deploy-token-endpoints.ts';
import type { DeployTokens, ListedDeployToken } from './deploy-tokens.ts';

/** API for administrators to manage deploy tokens, with which CI publishes. */
export function answerDeployTokenEndpoints(app: FastifyInstance, deployTokens: DeployTokens): void {
  answerEndpoint(app, deployTokenEndpoints.listDeployTokens, async () => ({
    answer: { tokens: (await deployTokens.list()).map(toRow) },
  }));

  answerEndpoint(
    app,
    deployTokenEndpoints.makeDeployToken,
    async ({ body: { name, days } }, { user, request }) => {
      const by = { by: user.email, from: request.ip };
      const result = await deployTokens.make({ name, forMs: days * DAY_MS }, by);
      if (result.outcome === 'made') return { answer: { token: toRow(result.token), secret: result.secret } };
      const message = `The site already has ${result.max} deploy tokens, which is the maximum. Revoke one first.`;
      return { error: errorAnswer(409, 'too-many-tokens', message) };
    },
  );

  answerEndpoint(app, deployTokenEndpoints.endDeployToken, async ({ params }, { user, request }) => {
    await deployTokens.end(params.token, { by: user.email, from: request.ip });
    return { answer: undefined };
  });
}

const toRow = (token: ListedDeployToken) => toIsoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
