import * as client from 'openid-client';
import { z } from 'zod';
import type { Environment } from '../../../config/environment.ts';
import { OIDC_CALLBACK_PATH, OIDC_START_PATH, oidcStartUrl } from '../../../model/urls.ts';
import { createEncryptedCookie } from '../../encrypted-cookie.ts';
import { type RedirectFlow, type SignInMode, setting } from '../sign-in-mode.ts';
import { createOidcExchange, type OidcClient } from './oidc-exchange.ts';
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
  const hints = createEncryptedCookie(clientSecret, 'oidc sign-out hint');

  async function finish(flow: z.infer<typeof flowSchema>, callback: URL): ReturnType<RedirectFlow['finish']> {
    try {
      const { idToken, ...verified } = await exchange.redeem(flow, callback);
      if (verified.outcome !== 'verified' || idToken === undefined) return verified;
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
      values: (next) => ({ start: oidcStartUrl(next) }),
    },
    signIn: {
      by: 'redirect',
      paths: { start: OIDC_START_PATH, callback: OIDC_CALLBACK_PATH },
      flowSeconds: FLOW_SECONDS,
      begin: async (redirectUri, next, isFresh = false) => {
        const flow = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          next,
          isFresh,
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
            ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
          });
          return { outcome: 'begun', url, flow: await flows.encrypt(flow, FLOW_SECONDS) };
        } catch (error) {
          return oidcFailure(error);
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
        try {
          return await exchange.endSessionUrl({
            post_logout_redirect_uri: returnTo,
            ...(typeof hint?.token === 'string' ? { id_token_hint: hint.token } : {}),
          });
        } catch (error) {
          // Our session has ended whatever the provider does.
          oidcFailure(error);
          return undefined;
        }
      },
    },
  };
}
