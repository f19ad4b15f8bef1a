import * as client from 'openid-client';
import { z } from 'zod';
import type { Environment } from '../../../config/environment.ts';
import {
  OIDC_CALLBACK_PATH,
  OIDC_LOGOUT_PATH,
  OIDC_START_PATH,
  signInStartUrl,
} from '../../../model/urls.ts';
import { createEncryptedCookie } from '../../encrypted-cookie.ts';
import {
  type RedirectFlow,
  type Refusal,
  type SignInMode,
  setting,
  type Unavailable,
  unavailable,
} from '../sign-in-mode.ts';
import { createOidcExchange, OFFLINE_ACCESS, type OidcClient } from './oidc-exchange.ts';
import { oidcFailure } from './oidc-failure.ts';

interface OidcOptions extends OidcClient {
  scopes: string;
}

const FLOW_SECONDS = 10 * 60;
/** As long as a session can last. */
const HINT_SECONDS = 14 * 24 * 60 * 60;
/** Browsers drop longer cookies; without a hint, providers ask the reader before they end the session. */
const HINT_MAX_CHARACTERS = 3_500;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  isFresh: z.boolean().default(false),
  isSilent: z.boolean().default(false),
});

export function oidcMode(environment: Environment): SignInMode {
  return createOidcMode({
    issuer: setting(environment, 'OIDC_ISSUER'),
    clientId: setting(environment, 'OIDC_CLIENT_ID'),
    clientSecret: setting(environment, 'OIDC_CLIENT_SECRET'),
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

/** Any OpenID Connect provider, by discovery: authorization code with PKCE, state and nonce. */
export function createOidcMode(options: OidcOptions): SignInMode {
  const { clientSecret, scopes, rules } = options;
  const exchange = createOidcExchange(options);
  const flows = createEncryptedCookie(clientSecret, 'oidc flow');
  /** Who asked for it gets to keep what comes with it. */
  const isOffline = scopes.split(' ').includes(OFFLINE_ACCESS);
  const hints = createEncryptedCookie(clientSecret, 'oidc sign-out hint');

  async function finish(flow: z.infer<typeof flowSchema>, callback: URL): ReturnType<RedirectFlow['finish']> {
    try {
      const { idToken, ...rest } = await exchange.redeem(flow, callback);
      if (rest.outcome !== 'verified') return rest;
      const renewal = isOffline ? rest.renewal : undefined;
      const verified = { ...rest, renewal, isSilent: flow.isSilent };
      if (idToken === undefined) return verified;
      const signOutHint = await hints.encrypt({ token: idToken }, HINT_SECONDS);
      return signOutHint.length > HINT_MAX_CHARACTERS ? verified : { ...verified, signOutHint };
    } catch (error) {
      return oidcFailure(error);
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
      values: (next) => ({ start: signInStartUrl(OIDC_START_PATH, next) }),
    },
    recheck: {
      how: isOffline
        ? 'by refresh token'
        : "through the reader's browser (with offline_access in OIDC_SCOPES by refresh token, where the provider has that)",
      byRenewal: (renewal, subject) =>
        exchange.renew(renewal, subject).catch((error: unknown) => unlessMisconfigured(oidcFailure(error))),
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
          const url = await exchange.authorizationUrl({
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
          return oidcFailure(error);
        }
      },
      backChannel: {
        path: OIDC_LOGOUT_PATH,
        verify: (logoutToken) => exchange.verifyLogout(logoutToken).catch(oidcFailure),
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
          // Our session has ended whatever the provider does.
          oidcFailure(error);
          return undefined;
        });
      },
    },
  };
}

/** A client whose secret has changed, say, is refused whoever it asks for: that takes nobody's word back. */
function unlessMisconfigured(failure: Refusal | Unavailable): Refusal | Unavailable {
  const isOurs = failure.outcome === 'refused' && failure.fault === 'provider-refused';
  return isOurs ? unavailable('provider-unavailable', failure.reason ?? failure.fault) : failure;
}
