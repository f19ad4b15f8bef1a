import * as client from 'openid-client';
import { z } from 'zod';
import { createEncryptedCookie } from '../../accounts/encrypted-cookie.ts';
import {
  failTemporarily,
  type IdentityProvider,
  type RedirectFlow,
  type RedirectSignIn,
  type Refusal,
  requireSetting,
  type Unavailable,
} from '../../accounts/providers/identity-provider.ts';
import type { Environment } from '../../config/environment.ts';
import { buildSignInStartUrl } from '../../model/urls.ts';
import type { LogoutNotice } from './logout-token.ts';
import { createOidcExchange, OFFLINE_ACCESS, type OidcClient } from './oidc-exchange.ts';
import { classifyOidcFailure } from './oidc-failure.ts';
import { oidcFaults } from './oidc-faults.ts';
import { OIDC_CALLBACK_PATH, OIDC_START_PATH } from './oidc-paths.ts';

/** An OpenID Connect provider, which also reports sessions that have ended there. */
export interface OidcProvider extends IdentityProvider {
  signIn: RedirectSignIn;
  /** Verifies a logout token. The caller checks that it wasn't used before. */
  verifyLogout(logoutToken: string): Promise<LogoutNotice>;
}

interface OidcOptions extends OidcClient {
  scopes: string;
}

const FLOW_SECONDS = 10 * 60;
/** Maximum lifetime of a session. */
const HINT_SECONDS = 14 * 24 * 60 * 60;
/** Browsers reject longer cookies. Without a hint, providers ask the reader before they end the session. */
const HINT_MAX_CHARACTERS = 3_500;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  isFresh: z.boolean().default(false),
  isSilent: z.boolean().default(false),
});

export function openOidcProvider(environment: Environment): OidcProvider {
  return createOidcProvider({
    issuer: requireSetting(environment, 'OIDC_ISSUER'),
    clientId: requireSetting(environment, 'OIDC_CLIENT_ID'),
    clientSecret: requireSetting(environment, 'OIDC_CLIENT_SECRET'),
    scopes: environment.OIDC_SCOPES,
    rules: {
      domains: environment.OIDC_ALLOW_DOMAINS,
      claim: environment.OIDC_ALLOW_CLAIM,
      adminClaim: environment.OIDC_ADMIN_CLAIM,
      groupsClaim: environment.OIDC_GROUPS_CLAIM,
      adminEmail: environment.ADMIN_EMAIL,
    },
  });
}

/** Any OpenID Connect provider, found by discovery: authorization code flow with PKCE, state and nonce. */
export function createOidcProvider(options: OidcOptions): OidcProvider {
  const { clientSecret, scopes, rules } = options;
  const exchange = createOidcExchange(options);
  const flows = createEncryptedCookie(clientSecret, 'oidc flow');
  /** Refresh tokens are stored only if the configuration requests them. */
  const isOffline = scopes.split(' ').includes(OFFLINE_ACCESS);
  const hints = createEncryptedCookie(clientSecret, 'oidc sign-out hint');

  async function finish(flow: z.infer<typeof flowSchema>, callback: URL): ReturnType<RedirectFlow['finish']> {
    try {
      const { idToken, ...rest } = await exchange.redeem(flow, callback);
      if (rest.outcome !== 'verified') return rest;
      const renewal = isOffline ? rest.renewal : undefined;
      const verification = { ...rest, renewal, isSilent: flow.isSilent };
      if (idToken === undefined) return verification;
      const signOutHint = await hints.encrypt({ token: idToken }, HINT_SECONDS);
      return signOutHint.length > HINT_MAX_CHARACTERS ? verification : { ...verification, signOutHint };
    } catch (error) {
      return classifyOidcFailure(error);
    }
  }

  return {
    issuer: exchange.issuer,
    givesRoles: rules.adminClaim !== undefined,
    givesGroups: rules.groupsClaim !== undefined,
    firstAdministrator: {
      by: 'setting',
      settings: ['ADMIN_EMAIL', 'OIDC_ADMIN_CLAIM'],
      isNamed: rules.adminEmail !== undefined || rules.adminClaim !== undefined,
    },
    loginPage: {
      template: 'login-oidc',
      values: (next) => ({ start: buildSignInStartUrl(OIDC_START_PATH, next) }),
    },
    faults: oidcFaults,
    verifyLogout: (logoutToken) => exchange.verifyLogout(logoutToken).catch(classifyOidcFailure),
    recheck: {
      how: { text: isOffline ? 'recheckByToken' : 'recheckByBrowser' },
      byRenewal: (renewal, subject) =>
        exchange
          .renew(renewal, subject)
          .catch((error: unknown) => hideMisconfiguration(classifyOidcFailure(error))),
      isReachable: exchange.isReachable,
    },
    signIn: {
      by: 'redirect',
      paths: { start: OIDC_START_PATH, callback: OIDC_CALLBACK_PATH },
      flowSeconds: FLOW_SECONDS,
      begin: async (redirectUri, next, how) => {
        const flow = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          next,
          isFresh: how === 'fresh',
          isSilent: how === 'silently',
        };
        try {
          const { state, nonce, verifier } = flow;
          const url = await exchange.buildAuthorizationUrl({
            redirect_uri: redirectUri,
            scope: scopes,
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            ...(how === 'fresh' && { prompt: 'login', max_age: '0' }),
            ...(how === 'silently' && { prompt: 'none' }),
          });
          return { outcome: 'begun', url, flow: await flows.encrypt(flow, FLOW_SECONDS) };
        } catch (error) {
          return classifyOidcFailure(error);
        }
      },
      openFlow: async (encrypted) => {
        const { data: flow } = flowSchema.safeParse(await flows.decrypt(encrypted));
        if (flow === undefined) return undefined;
        const { state, next } = flow;
        return { state, next, finish: (callback) => finish(flow, callback) };
      },
      signOutAddress: async (encrypted, returnTo) => {
        const hint = await hints.decrypt(encrypted);
        const parameters = {
          post_logout_redirect_uri: returnTo,
          ...(typeof hint?.token === 'string' ? { id_token_hint: hint.token } : {}),
        };
        return exchange.endSessionUrl(parameters).catch((error: unknown) => {
          // Our session has ended, whatever the provider does. Throws for errors that aren't the provider's.
          classifyOidcFailure(error);
          return undefined;
        });
      },
    },
  };
}

/** A wrong client secret, for example, is our misconfiguration. It doesn't mean that the provider revoked the user. */
function hideMisconfiguration(failure: Refusal | Unavailable): Refusal | Unavailable {
  const isOurs = failure.outcome === 'refused' && failure.fault === 'provider-refused';
  return isOurs ? failTemporarily('provider-unavailable', failure.reason ?? failure.fault) : failure;
}
