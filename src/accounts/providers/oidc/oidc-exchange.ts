import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import { type AdmissionRules, admit, type Claims, isGoogle } from '../admission.ts';
import {
  type ProviderWord,
  type Rechecked,
  type Refusal,
  refused,
  type Verification,
} from '../sign-in-mode.ts';
import { verifyLogoutToken } from './logout-token.ts';
import { OtherIssuer } from './oidc-failure.ts';

const CLOCK_TOLERANCE_SECONDS = 30;
const ANSWER_WITHIN_SECONDS = 5;
/** How long ago somebody who was asked again may have said who they are: it took them a moment to come back. */
const FRESH_SECONDS = 60;
/** Endpoints move seldom, keys are looked after by the library. */
const METADATA_MS = 60 * 60 * 1_000;

/** The scope with which a provider gives something to ask it again with. */
export const OFFLINE_ACCESS = 'offline_access';

export interface OidcClient {
  /** As the provider writes it in its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  rules: AdmissionRules;
}

/** What is said between this site and the provider. What fails is thrown: `oidcFailure` knows it. */
export function createOidcExchange({ clientId, clientSecret, rules, ...given }: OidcClient) {
  const server = new URL(given.issuer);
  // One spelling, so that a slash more or less in the configuration does not make other people of the readers.
  const issuer = server.href;
  let keys: { from: string; get: JWTVerifyGetKey } | undefined;
  let known: { configuration: Promise<client.Configuration>; until: number } | undefined;

  function configuration(): Promise<client.Configuration> {
    if (known && Date.now() < known.until) return known.configuration;
    const current = {
      configuration: discover(server, clientId, clientSecret),
      until: Date.now() + METADATA_MS,
    };
    known = current;
    // A failure is not remembered: the next reader asks again.
    current.configuration.catch(() => {
      if (known === current) known = undefined;
    });
    return current.configuration;
  }

  /** Fetched again when a token names a key that is not among them, and not more often than the library thinks good. */
  function keysAt(address: string | undefined): JWTVerifyGetKey {
    if (address === undefined) throw new OtherIssuer();
    if (keys?.from !== address)
      keys = {
        from: address,
        get: createRemoteJWKSet(new URL(address), { timeoutDuration: ANSWER_WITHIN_SECONDS * 1_000 }),
      };
    return keys.get;
  }

  return {
    issuer,
    authorizationUrl: async (parameters: Record<string, string> & { scope: string }): Promise<string> => {
      const provider = await configuration();
      const { scopes_supported: known } = provider.serverMetadata();
      // Some refuse what they do not know.
      const scope = parameters.scope
        .split(' ')
        .filter((one) => one !== OFFLINE_ACCESS || known === undefined || known.includes(one))
        .join(' ');
      return client.buildAuthorizationUrl(provider, { ...parameters, scope, ...hostedDomain(issuer, rules) })
        .href;
    },
    /** The code that the callback brings, for who it is. */
    redeem: async (
      flow: { state: string; nonce: string; verifier: string; isFresh: boolean },
      callback: URL,
    ): Promise<Verification & { idToken?: string }> => {
      const provider = await configuration();
      const issuerFault = checkIssuer(provider.serverMetadata(), callback);
      if (issuerFault) return issuerFault;
      const tokens = await client.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
        ...(flow.isFresh && { maxAge: FRESH_SECONDS }),
      });
      const claims = tokens.claims();
      if (claims === undefined) return refused('token-malformed');
      if (claims.iat > Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS)
        return refused('token-expired', 'issued in the future');
      // Many providers say e-mail and groups only there.
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      const admitted = admit(joinedClaims(claims, more), { issuer, subject: claims.sub }, rules);
      if (admitted.outcome !== 'verified') return admitted;
      return {
        ...admitted,
        ...(typeof claims.sid === 'string' ? { sid: claims.sid } : {}),
        ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }),
        renewal: tokens.refresh_token,
      };
    },
    /** What the provider says now of whom it gave this refresh token for. */
    renew: async (refreshToken: string, subject: string): Promise<Rechecked> => {
      const provider = await configuration();
      const tokens = await client.refreshTokenGrant(provider, refreshToken);
      const renewal = tokens.refresh_token;
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) return refused('token-foreign', 'sub');
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, subject)
        : undefined;
      if (claims === undefined && more === undefined) return { outcome: 'verified', renewal };
      const admitted = admit(joinedClaims(claims ?? {}, more ?? {}), { issuer, subject }, rules);
      return admitted.outcome === 'verified' ? { ...admitted, renewal } : admitted;
    },
    /** Asks for the discovery document itself, whatever is remembered of it. */
    isReachable: async (): Promise<boolean> => {
      try {
        known = undefined;
        await configuration();
        return true;
      } catch {
        return false;
      }
    },
    verifyLogout: async (token: string): Promise<ProviderWord> => {
      const metadata = (await configuration()).serverMetadata();
      return verifyLogoutToken(token, { issuer: metadata.issuer, clientId, keys: keysAt(metadata.jwks_uri) });
    },
    /** `undefined` where the provider has none. */
    endSessionUrl: async (parameters: Record<string, string>): Promise<string | undefined> => {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(provider, { client_id: clientId, ...parameters }).href;
    },
  };
}

/** Google then offers accounts of that organisation only; whether it was one, the token says. */
function hostedDomain(issuer: string, { domains }: AdmissionRules): Record<string, string> {
  if (!isGoogle(issuer) || !Array.isArray(domains)) return {};
  return { hd: domains.length === 1 ? domains[0] : '*' };
}

/**
 * What was signed goes before what was not. An e-mail and whether it is confirmed are one statement: each of the two
 * vouches for its own alone.
 */
export function joinedClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = idToken.email === undefined ? userInfo : idToken;
  return { ...userInfo, ...idToken, email, email_verified };
}

async function discover(server: URL, clientId: string, clientSecret: string): Promise<client.Configuration> {
  const configuration = await client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticateClient(clientSecret),
    {
      timeout: ANSWER_WITHIN_SECONDS,
      execute: [
        // The token came by TLS, but its signature is looked at all the same.
        client.enableNonRepudiationChecks,
        // The configuration allows that on this machine only.
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // The library makes an exception for providers whose issuer depends on who signs in. We know one issuer.
  const { issuer } = configuration.serverMetadata();
  if (URL.parse(issuer)?.href === server.href) return configuration;
  throw new OtherIssuer();
}

/** In the body where the provider takes it so, because few agree on how to write it in a header. */
function authenticateClient(clientSecret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  return (server, ...rest) => {
    // OpenID Connect Discovery, 3: what holds for a provider that does not say.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

/** RFC 9207: a provider that names itself in its answers is held to it, so that no other can mix its own in. */
function checkIssuer(metadata: client.ServerMetadata, callback: URL): Refusal | undefined {
  const named = callback.searchParams.getAll('iss');
  const expected = metadata.authorization_response_iss_parameter_supported ? 1 : named.length;
  if (named.length === expected && named.every((one) => one === metadata.issuer)) return undefined;
  return refused('issuer-mismatch');
}
