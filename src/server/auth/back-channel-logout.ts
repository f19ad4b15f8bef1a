import type { FastifyInstance } from 'fastify';
import { sendError } from '../http/errors.ts';
import { formText } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { signInFault } from './sign-in-answers.ts';

/** Longer than a token is taken after it was made. */
const TOKEN_REMEMBERED_MS = 15 * 60_000;

/**
 * Where the provider itself says that somebody's session there has ended. Attempts are not counted: a token costs one
 * look at a signature, and strangers who use up a limit would keep sessions alive that have to end.
 */
export function backChannelLogoutRoute(app: FastifyInstance, { identity, mode }: RouteParts): void {
  if (mode.signIn.by !== 'redirect') return;
  const { path, verify } = mode.signIn.backChannel;
  app.post(path, SMALL_BODY, async (request, reply) => {
    const { texts } = request.gate.release;
    const word = await verify(formText(request.body, 'logout_token'));
    const isFirst =
      word.outcome === 'verified' && (await identity.firstUse(`logout ${word.tokenId}`, TOKEN_REMEMBERED_MS));
    if (word.outcome === 'verified' && isFirst) {
      const ended = await identity.endByProvider(word.ending, request.ip);
      request.log.info({ ended }, 'The provider ended sessions.');
      return reply.header('cache-control', 'no-store').send('');
    }
    const fault = word.outcome === 'verified' ? 'token-expired' : word.fault;
    const reason = word.outcome === 'verified' ? 'used before' : word.reason;
    request.log.warn({ fault, reason }, 'A logout token was refused.');
    // 400 is what the standard has for all that is wrong with one.
    const status = word.outcome === 'unavailable' ? 503 : 400;
    return sendError(reply, { ...signInFault(fault, texts), status });
  });
}
