import { answerEndpoint } from '../../server/api/answer-endpoint.ts';
import { toTokenRow } from '../../server/api/tokens.ts';
import { errorAnswer } from '../../server/http/errors.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { createPersonalToken } from './create-token.ts';
import { personalTokenEndpoints } from './token-endpoints.ts';

/** Lets readers create personal tokens, and the gate accept them. */
export function startPersonalTokens({
  app,
  identity: { parts, tokens },
}: Pick<FeatureContext, 'app' | 'identity'>): void {
  tokens.accept('personal');
  const longestDays = Math.floor(tokens.longestMs / DAY_MS);
  const tooManyMessage = `The account already has ${tokens.max} tokens, which is the maximum. Revoke one first.`;
  const refusalMessage =
    longestDays === 0
      ? 'Personal tokens are turned off on this site.'
      : `Tokens on this site can be valid for at most ${longestDays} days.`;

  answerEndpoint(
    app,
    personalTokenEndpoints.makeToken,
    async ({ body: { name, days } }, { user, request }) => {
      const token = { name, forMs: days * DAY_MS, from: request.ip };
      const result = await createPersonalToken(parts, user, token);
      switch (result.outcome) {
        case 'created':
          return { answer: { token: toTokenRow(result.token), secret: result.secret } };
        case 'full':
          return { error: errorAnswer(409, 'too-many-tokens', tooManyMessage) };
        case 'refused':
          return { error: errorAnswer(403, 'forbidden', refusalMessage) };
      }
    },
  );
}
