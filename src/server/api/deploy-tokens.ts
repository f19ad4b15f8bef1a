import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import type { ListedDeployToken } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { deployTokensEndpoints } from '../../model/api/deploy-tokens.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { errorAnswer } from '../http/errors.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for administrators to manage deploy tokens, with which CI publishes. */
export function deployTokensApi(
  app: FastifyInstance,
  { deployTokens }: Pick<Identity, 'deployTokens'>,
): void {
  answerEndpoint(app, deployTokensEndpoints.listDeployTokens, async () => ({
    answer: { tokens: (await deployTokens.list()).map(toRow) },
  }));

  answerEndpoint(
    app,
    deployTokensEndpoints.makeDeployToken,
    async ({ body: { name, days } }, { user, request }) => {
      const by = { by: user.email, from: request.ip };
      const result = await deployTokens.make({ name, forMs: days * DAY_MS }, by);
      if (result.outcome === 'made') return { answer: { token: toRow(result.token), secret: result.secret } };
      const message = `The site already has ${result.max} deploy tokens, which is the maximum. Revoke one first.`;
      return { error: errorAnswer(409, 'too-many-tokens', message) };
    },
  );

  answerEndpoint(app, deployTokensEndpoints.endDeployToken, async ({ params }, { user, request }) => {
    await deployTokens.end(params.token, { by: user.email, from: request.ip });
    return { answer: undefined };
  });
}

const toRow = (token: ListedDeployToken) => isoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
