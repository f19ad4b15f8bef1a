import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import { type AdmissionRules, admit, type Claims, isGoogle } from '../../accounts/providers/admission.ts';
import {
  type Rechecked,
  type Refusal,
  refuse,
  type Verification,
} from '../../accounts/providers/identity-provider.ts';
import { type LogoutNotice, verifyLogoutToken } from './logout-token.ts';
import { OtherIssuer } from './oidc-failure.ts';

const CLOCK_TOLERANCE_SECONDS = 30;
/** How long a request to the provider may take. */
export const ANSWER_WITHIN_SECONDS = 5;
/** Maximum age of a sign-in at the provider after we asked for a fresh one: the redirect takes a moment. */
const FRESH_SECONDS = 60;
/** How long the discovery document is cached. The library caches keys by itself. */
const METADATA_MS = 60 * 60 * 1_000;

/** Scope with which a provider issues refresh tokens. */
export const OFFLINE_ACCESS = 'offline_access';

/** Settings with which this site signs users in at an OpenID provider. */
export interface OidcClient {
  /** Issuer, as configured. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  rules: AdmissionRules;
}

/** The requests between this site and the provider. Failures are thrown; `classifyOidcFailure` interprets them. */
export function createOidcExchange({ clientId, clientSecret, rules, ...settings }: OidcClient) {
  const server = new URL(settings.issuer);
  // Normalized, so that a trailing slash in the configuration doesn't give users new accounts.
  const issuer = server.href;
  let keys: { from: string; get: JWTVerifyGetKey } | undefined;
  let cachedDiscovery: { configuration: Promise<client.Configuration>; until: number } | undefined;

  function discoverConfiguration(): Promise<client.Configuration> {
    if (cachedDiscovery && Date.now() < cachedDiscovery.until) return cachedDiscovery.configuration;
    const current = {
      configuration: discover(server, clientId, clientSecret),
      until: Date.now() + METADATA_MS,
    };
    cachedDiscovery = current;
    // A failure isn't cached: the next request tries again.
    current.configuration.catch(() => {
      if (cachedDiscovery === current) cachedDiscovery = undefined;
    });
    return current.configuration;
  }

  /**
   * Returns the provider's key set. The library fetches it again, at a limited rate, if a token names an unknown key.
   */
  function openKeysAt(address: string | undefined): JWTVerifyGetKey {
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
    buildAuthorizationUrl: async (
      parameters: Record<string, string> & { scope: string },
    ): Promise<string> => {
      const provider = await discoverConfiguration();
      const { scopes_supported: supportedScopes } = provider.serverMetadata();
      // Some providers reject unknown scopes.
      const scope = parameters.scope
        .split(' ')
        .filter(
          (candidate) =>
            candidate !== OFFLINE_ACCESS ||
            supportedScopes === undefined ||
            supportedScopes.includes(candidate),
        )
        .join(' ');
      return client.buildAuthorizationUrl(provider, {
        ...parameters,
        scope,
        ...findHostedDomain(issuer, rules),
      }).href;
    },
    /** Exchanges the code of the callback for the user's claims. */
    redeem: async (
      flow: { state: string; nonce: string; verifier: string; isFresh: boolean },
      callback: URL,
    ): Promise<Verification & { idToken?: string }> => {
      const provider = await discoverConfiguration();
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
      if (claims === undefined) return refuse('token-malformed');
      if (claims.iat > Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS)
        return refuse('token-expired', 'issued in the future');
      // Many providers send email and groups only in the user info.
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      const admissionResult = admit(mergeClaims(claims, more), { issuer, subject: claims.sub }, rules);
      if (admissionResult.outcome !== 'verified') return admissionResult;
      return {
        ...admissionResult,
        ...(typeof claims.sid === 'string' ? { sid: claims.sid } : {}),
        ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }),
        renewal: tokens.refresh_token,
      };
    },
    /** Asks the provider for the current claims of the user, with a refresh token. */
    renew: async (refreshToken: string, subject: string): Promise<Rechecked> => {
      const provider = await discoverConfiguration();
      const tokens = await client.refreshTokenGrant(provider, refreshToken);
      const renewal = tokens.refresh_token;
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) return refuse('token-foreign', 'sub');
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, subject)
        : undefined;
      if (claims === undefined && more === undefined) return { outcome: 'verified', renewal };
      const admissionResult = admit(mergeClaims(claims ?? {}, more ?? {}), { issuer, subject }, rules);
      return admissionResult.outcome === 'verified' ? { ...admissionResult, renewal } : admissionResult;
    },
    /** Fetches the discovery document, ignoring the cache. */
    isReachable: async (): Promise<boolean> => {
      try {
        cachedDiscovery = undefined;
        await discoverConfiguration();
        return true;
      } catch {
        return false;
      }
    },
    verifyLogout: async (token: string): Promise<LogoutNotice> => {
      const metadata = (await discoverConfiguration()).serverMetadata();
      return verifyLogoutToken(token, {
        issuer: metadata.issuer,
        clientId,
        keys: openKeysAt(metadata.jwks_uri),
      });
    },
    /** Returns the URL that ends the provider's session, or `undefined` if it has none. */
    endSessionUrl: async (parameters: Record<string, string>): Promise<string | undefined> => {
      const provider = await discoverConfiguration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(provider, { client_id: clientId, ...parameters }).href;
    },
  };
}

/** Makes Google offer only accounts of the organization. The token proves whether the account belongs to it. */
function findHostedDomain(issuer: string, { domains }: AdmissionRules): Record<string, string> {
  if (!isGoogle(issuer) || !Array.isArray(domains)) return {};
  return { hd: domains.length === 1 ? domains[0] : '*' };
}

/**
 * Merges the claims of the signed ID token and the unsigned user info. The ID token has precedence. The email and
 * `email_verified` always come from the same source.
 */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = idToken.email === undefined ? userInfo : idToken;
  return { ...userInfo, ...idToken, email, email_verified };
}

/**
 * Fetches the discovery document of this issuer. Rejects with an `OtherIssuer` or an error of the library if it can't
 * be fetched or belongs to another issuer.
 */
export async function discover(
  server: URL,
  clientId: string,
  clientSecret: string,
): Promise<client.Configuration> {
  const configuration = await client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticateClient(clientSecret),
    {
      timeout: ANSWER_WITHIN_SECONDS,
      execute: [
        // Checks the signature of the token, although it was received over TLS.
        client.enableNonRepudiationChecks,
        // The configuration allows plain HTTP only for this machine.
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // The library accepts providers whose issuer depends on the user. We accept only the configured issuer.
  const { issuer } = configuration.serverMetadata();
  if (URL.parse(issuer)?.href === server.href) return configuration;
  throw new OtherIssuer(issuer);
}

/** Sends the secret in the body if the provider supports it, because providers differ in how they decode the header. */
function authenticateClient(clientSecret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  return (server, ...rest) => {
    // The default of OpenID Connect Discovery, 3.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

/** Checks the `iss` parameter of the callback (RFC 9207), which prevents mix-up attacks by another provider. */
function checkIssuer(metadata: client.ServerMetadata, callback: URL): Refusal | undefined {
  const issuers = callback.searchParams.getAll('iss');
  const expected = metadata.authorization_response_iss_parameter_supported ? 1 : issuers.length;
  if (issuers.length === expected && issuers.every((issuer) => issuer === metadata.issuer)) return undefined;
  return refuse('issuer-mismatch');
}
