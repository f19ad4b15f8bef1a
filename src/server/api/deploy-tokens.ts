import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import type { ListedDeployToken } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { errorAnswer } from '../http/errors.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** What CI publishes with, in the hands of administrators. */
export function deployTokensApi(
  app: FastifyInstance,
  { deployTokens }: Pick<Identity, 'deployTokens'>,
): void {
  answerEndpoint(app, 'listDeployTokens', async () => ({
    answer: { tokens: (await deployTokens.list()).map(row) },
  }));

  answerEndpoint(app, 'makeDeployToken', async ({ body: { name, days } }, { user, request }) => {
    const by = { by: user.email, from: request.ip };
    const made = await deployTokens.make({ name, forMs: days * DAY_MS }, by);
    if (made.outcome === 'made') return { answer: { token: row(made.token), secret: made.secret } };
    const message = `There are ${made.max} deploy tokens, and no site has more.`;
    return { error: errorAnswer(409, 'too-many-tokens', message) };
  });

  answerEndpoint(app, 'endDeployToken', async ({ params }, { user, request }) => {
    await deployTokens.end(params.token, { by: user.email, from: request.ip });
    return { answer: undefined };
  });
}

const row = (token: ListedDeployToken) => isoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
