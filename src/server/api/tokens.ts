import type { FastifyInstance } from 'fastify';
import type { ListedToken } from '../../accounts/personal-tokens/personal-tokens.ts';
import { tokensEndpoints } from '../../model/api/tokens.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { accountNotFoundError, errorAnswer } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for personal tokens: users manage their own, administrators those of all accounts. */
export function tokensApi(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  const { tokens, accounts } = identity;
  const longestDays = Math.floor(tokens.longestMs / DAY_MS);
  const tooManyMessage = `The account already has ${tokens.max} tokens, which is the maximum. Revoke one first.`;
  const refusalMessage =
    longestDays === 0
      ? 'Personal tokens are turned off on this site.'
      : `Tokens on this site can be valid for at most ${longestDays} days.`;

  answerEndpoint(app, tokensEndpoints.listTokens, async (_, { user }) => ({
    answer: {
      tokens: (await tokens.list(user.accountId)).map(toRow),
      longestDays,
      max: tokens.max,
      letsAgentsIn: baseUrl !== undefined && tokens.acceptsAgents(),
    },
  }));

  answerEndpoint(app, tokensEndpoints.makeToken, async ({ body: { name, days } }, { user, request }) => {
    const result = await tokens.make(user, { name, forMs: days * DAY_MS, from: request.ip });
    switch (result.outcome) {
      case 'made':
        return { answer: { token: toRow(result.token), secret: result.secret } };
      case 'full':
        return { error: errorAnswer(409, 'too-many-tokens', tooManyMessage) };
      case 'refused':
        return { error: errorAnswer(403, 'forbidden', refusalMessage) };
    }
  });

  answerEndpoint(app, tokensEndpoints.endToken, async ({ params }, { user, request }) => {
    await tokens.end(user.accountId, params.token, { from: request.ip });
    return { answer: undefined };
  });

  answerEndpoint(app, tokensEndpoints.listAccountTokens, async ({ params }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    return { answer: { tokens: (await tokens.list(account.id)).map(toRow) } };
  });

  answerEndpoint(app, tokensEndpoints.endAccountToken, async ({ params }, { user }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    await tokens.end(account.id, params.token, { by: user.email });
    return { answer: undefined };
  });

  answerEndpoint(app, tokensEndpoints.endAccountTokens, async ({ params }, { user }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    return { answer: { ended: await tokens.endAll(account.id, { by: user.email }) } };
  });
}

const toRow = (token: ListedToken) => isoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
