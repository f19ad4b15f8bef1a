import type { IdentityProvider } from '../../accounts/providers/identity-provider.ts';
import { createSignInError } from '../../server/auth/sign-in-answers.ts';
import { sendError } from '../../server/http/errors.ts';
import { readFormField } from '../../server/http/forms.ts';
import { SMALL_BODY } from '../../server/http/limits.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { OIDC_LOGOUT_PATH } from './oidc-paths.ts';
import type { OidcProvider } from './oidc-provider.ts';

/** How long a token is remembered: longer than it is valid after it was issued. */
const TOKEN_REMEMBERED_MS = 15 * 60_000;

/**
 * Registers the endpoint at which the identity provider reports that a user's session there has ended. Attempts aren't limited:
 * a token costs one signature check, and strangers who use up a limit could keep sessions alive that must end.
 */
export function startBackChannelLogout({
  app,
  identity,
  identityProvider: provider,
}: Pick<FeatureContext, 'app' | 'identity' | 'identityProvider'>): void {
  if (!isOidcProvider(provider)) return;
  app.post(OIDC_LOGOUT_PATH, SMALL_BODY, async (request, reply) => {
    const { texts } = request.gate.release;
    const logoutToken = await provider.verifyLogout(readFormField(request.body, 'logout_token'));
    const isFirst =
      logoutToken.outcome === 'verified' &&
      (await identity.claimFirstUse(`logout ${logoutToken.tokenId}`, TOKEN_REMEMBERED_MS));
    if (logoutToken.outcome === 'verified' && isFirst) {
      const endedCount = await identity.endByProvider(logoutToken.ending, request.ip);
      request.log.info({ ended: endedCount }, 'The identity provider ended sessions.');
      return reply.header('cache-control', 'no-store').send('');
    }
    const fault = logoutToken.outcome === 'verified' ? 'token-expired' : logoutToken.fault;
    const reason = logoutToken.outcome === 'verified' ? 'used before' : logoutToken.reason;
    request.log.warn({ fault, reason }, 'A logout token was refused.');
    // The standard (OpenID Connect Back-Channel Logout) requires 400 for every invalid token.
    const status = logoutToken.outcome === 'unavailable' ? 503 : 400;
    return sendError(reply, { ...createSignInError(fault, texts, provider.faults), status });
  });
}

function isOidcProvider(provider: IdentityProvider): provider is OidcProvider {
  return 'verifyLogout' in provider;
}
