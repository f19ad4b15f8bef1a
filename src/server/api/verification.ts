import type { FastifyInstance, FastifyRequest } from 'fastify';
import { verificationEndpoints } from '../../model/api/verification.ts';
import { buildSignInStartUrl } from '../../model/urls.ts';
import { resolveRelyingParty } from '../auth/relying-party.ts';
import { createTooManyAttempts, errorAnswer, notFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API with which users confirm who they are before sensitive changes. */
export function registerVerificationApi(
  app: FastifyInstance,
  { identity: { stepUp }, identityProvider, baseUrl }: RouteParts,
): void {
  const isLocal = identityProvider.signIn.by === 'password';
  const findRelyingParty = (request: FastifyRequest) =>
    isLocal ? resolveRelyingParty(request, baseUrl) : undefined;

  answerEndpoint(app, verificationEndpoints.beginVerification, async (_, caller) => {
    if (identityProvider.signIn.by === 'redirect')
      return {
        answer: {
          password: false,
          codes: false,
          signIn: buildSignInStartUrl(identityProvider.signIn.paths.start, '/', 'fresh'),
        },
      };
    if (!isLocal) return { answer: { password: false, codes: false } };
    const { passkey, ...methods } = await stepUp.listMethods(caller, findRelyingParty(caller.request));
    return { answer: { ...methods, ...(passkey && { passkey: { ...passkey } }) } };
  });

  answerEndpoint(app, verificationEndpoints.verify, async ({ body }, caller) => {
    if (!isLocal) return { error: notFoundError };
    const proof = 'passkey' in body ? { ...body, party: findRelyingParty(caller.request) } : body;
    const result = await stepUp.verify(caller, proof, caller.request.ip);
    switch (result.outcome) {
      case 'verified':
        return { answer: undefined };
      case 'refused':
        return {
          error: errorAnswer(403, 'wrong-credentials', 'The password, code or passkey is incorrect.'),
        };
      case 'throttled':
        return { error: createTooManyAttempts(result.retryAt) };
      case 'unavailable':
        return {
          error: errorAnswer(503, 'unavailable', "This can't be verified right now. Try again shortly."),
        };
    }
  });
}
