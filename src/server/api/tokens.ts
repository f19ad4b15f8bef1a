import type { FastifyInstance } from 'fastify';
import type { ListedToken } from '../../accounts/personal-tokens/personal-tokens.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { letsAgentsIn } from '../agents/agent-routes.ts';
import { errorAnswer, noAccount } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** Personal tokens, in the hands of their owner and of administrators. */
export function tokensApi(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  const { tokens, accounts } = identity;
  const longestDays = Math.floor(tokens.longestMs / DAY_MS);
  const tooMany = `There are ${tokens.max} tokens, and no account has more.`;
  const refusal =
    longestDays === 0
      ? 'There are no personal tokens on this site.'
      : `Tokens of this site are good for at most ${longestDays} days.`;

  answerEndpoint(app, 'listTokens', async (_, { user }) => ({
    answer: {
      tokens: (await tokens.list(user.accountId)).map(row),
      longestDays,
      max: tokens.max,
      letsAgentsIn: letsAgentsIn(identity, baseUrl),
    },
  }));

  answerEndpoint(app, 'makeToken', async ({ body: { name, days } }, { user, request }) => {
    const made = await tokens.make(user, { name, forMs: days * DAY_MS, from: request.ip });
    switch (made.outcome) {
      case 'made':
        return { answer: { token: row(made.token), secret: made.secret } };
      case 'full':
        return { error: errorAnswer(409, 'too-many-tokens', tooMany) };
      case 'refused':
        return { error: errorAnswer(403, 'forbidden', refusal) };
    }
  });

  answerEndpoint(app, 'endToken', async ({ params }, { user, request }) => {
    await tokens.end(user.accountId, params.token, { from: request.ip });
    return { answer: undefined };
  });

  answerEndpoint(app, 'listAccountTokens', async ({ params }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    return { answer: { tokens: (await tokens.list(account.id)).map(row) } };
  });

  answerEndpoint(app, 'endAccountToken', async ({ params }, { user }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    await tokens.end(account.id, params.token, { by: user.email });
    return { answer: undefined };
  });

  answerEndpoint(app, 'endAccountTokens', async ({ params }, { user }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    return { answer: { ended: await tokens.endAll(account.id, { by: user.email }) } };
  });
}

const row = (token: ListedToken) => isoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
