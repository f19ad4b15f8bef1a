import type { FastifyInstance } from 'fastify';
import { sendError } from '../http/errors.ts';
import { readFormField } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { createSignInError } from './sign-in-answers.ts';

/** Longer than a logout token is valid after it was issued. */
const TOKEN_REMEMBERED_MS = 15 * 60_000;

/**
 * The endpoint at which the identity provider reports that a user's session there has ended. Attempts aren't limited:
 * a token costs one signature check, and strangers who use up a limit could keep sessions alive that must end.
 */
export function backChannelLogoutRoute(
  app: FastifyInstance,
  { identity, identityProvider }: RouteParts,
): void {
  if (identityProvider.signIn.by !== 'redirect') return;
  const { path, verify } = identityProvider.signIn.backChannel;
  app.post(path, SMALL_BODY, async (request, reply) => {
    const { texts } = request.gate.release;
    const logoutToken = await verify(readFormField(request.body, 'logout_token'));
    const isFirst =
      logoutToken.outcome === 'verified' &&
      (await identity.firstUse(`logout ${logoutToken.tokenId}`, TOKEN_REMEMBERED_MS));
    if (logoutToken.outcome === 'verified' && isFirst) {
      const ended = await identity.endByProvider(logoutToken.ending, request.ip);
      request.log.info({ ended }, 'The identity provider ended sessions.');
      return reply.header('cache-control', 'no-store').send('');
    }
    const fault = logoutToken.outcome === 'verified' ? 'token-expired' : logoutToken.fault;
    const reason = logoutToken.outcome === 'verified' ? 'used before' : logoutToken.reason;
    request.log.warn({ fault, reason }, 'A logout token was refused.');
    // The standard (OpenID Connect Back-Channel Logout) requires 400 for every invalid token.
    const status = logoutToken.outcome === 'unavailable' ? 503 : 400;
    return sendError(reply, { ...createSignInError(fault, texts), status });
  });
}
