import type { FastifyInstance } from 'fastify';
import type { ListedToken } from '../../accounts/personal-tokens/personal-tokens.ts';
import { tokensEndpoints } from '../../model/api/tokens.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { accountNotFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for the tokens of programs: users list and revoke their own, administrators those of all accounts. */
export function registerTokensApi(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  const { tokens, accounts } = identity;

  answerEndpoint(app, tokensEndpoints.listTokens, async (_, { user }) => ({
    answer: {
      tokens: (await tokens.list(user.accountId)).map(toTokenRow),
      longestDays: tokens.accepts('personal') ? Math.floor(tokens.longestMs / DAY_MS) : 0,
      max: tokens.max,
      letsAgentsIn: baseUrl !== undefined && tokens.accepts('agent'),
    },
  }));

  answerEndpoint(app, tokensEndpoints.endToken, async ({ params }, { user, request }) => {
    await tokens.end(user.accountId, params.token, { from: request.ip });
    return { answer: undefined };
  });

  answerEndpoint(app, tokensEndpoints.listAccountTokens, async ({ params }) => {
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    return { answer: { tokens: (await tokens.list(account.id)).map(toTokenRow) } };
  });

  answerEndpoint(app, tokensEndpoints.endAccountToken, async ({ params }, { user }) => {
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    await tokens.end(account.id, params.token, { by: user.email });
    return { answer: undefined };
  });

  answerEndpoint(app, tokensEndpoints.endAccountTokens, async ({ params }, { user }) => {
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    return { answer: { ended: await tokens.endAll(account.id, { by: user.email }) } };
  });
}

/** A token as the API returns it. */
export const toTokenRow = (token: ListedToken) => toIsoTimes(token, 'createdAt', 'expiresAt', 'lastUsedAt');
