import * as client from 'openid-client';
import { z } from 'zod';
import { type AdmissionRules, admit } from './admission.ts';
import { OtherIssuer, oidcFailure } from './oidc-faults.ts';
import { createSeal } from './sealed.ts';
import type { Refusal, Unavailable, Verification } from './verified-person.ts';

export interface OidcOptions {
  /** As the provider writes it in its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  rules: AdmissionRules;
}

/** What the browser brings back to the callback, sealed. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Where the reader wanted to go. */
  next: string;
}

export interface OidcProvider {
  /** Of the accounts that come from here. */
  issuer: string;
  /** Where the browser goes to sign in, and what it must bring back from there. */
  begin(
    redirectUri: string,
    next: string,
  ): Promise<{ outcome: 'begun'; url: string; flow: string } | Refusal | Unavailable>;
  openFlow(sealed: string | undefined): Promise<OidcFlow | undefined>;
  /** `callback`: the address that the provider led to. `signOutHint` is what `signOutAddress` takes later. */
  finish(flow: OidcFlow, callback: URL): Promise<Verification & { signOutHint?: string }>;
  /** Where the provider's own session ends; `undefined` where it has no such place, or does not say. */
  signOutAddress(hint: string | undefined, returnTo: string): Promise<string | undefined>;
}

export const FLOW_SECONDS = 10 * 60;
/** As long as a session can last. */
const HINT_SECONDS = 14 * 24 * 60 * 60;
/** Browsers drop longer cookies; without a hint, providers ask the reader before they end the session. */
const HINT_MAX_CHARACTERS = 3_500;
const CLOCK_TOLERANCE_SECONDS = 30;
const ANSWER_WITHIN_SECONDS = 5;
/** Endpoints move seldom, keys are looked after by the library. */
const METADATA_MS = 60 * 60 * 1_000;

const flowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() });

/** Any OpenID Connect provider, by discovery: authorization code with PKCE, state and nonce. */
export function createOidcProvider(options: OidcOptions): OidcProvider {
  const { clientId, clientSecret, rules } = options;
  const server = new URL(options.issuer);
  // One spelling, so that a slash more or less in the configuration does not make other people of the readers.
  const issuer = server.href;
  const flows = createSeal(clientSecret, 'oidc flow');
  const hints = createSeal(clientSecret, 'oidc sign-out hint');
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

  async function verify(flow: OidcFlow, callback: URL): Promise<Verification & { signOutHint?: string }> {
    const provider = await configuration();
    const issuerFault = checkIssuer(provider.serverMetadata(), callback);
    if (issuerFault) return issuerFault;
    const tokens = await client.authorizationCodeGrant(provider, callback, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) return { outcome: 'refused', fault: 'token-malformed' };
    if (claims.iat > Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS) {
      return { outcome: 'refused', fault: 'token-expired', reason: 'issued in the future' };
    }
    // Many providers say e-mail and groups only there. What was signed goes before what was not.
    const more = provider.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : {};
    const admitted = admit({ ...more, ...claims }, { issuer, subject: claims.sub }, rules);
    if (admitted.outcome !== 'verified' || tokens.id_token === undefined) return admitted;
    const signOutHint = await hints.close({ token: tokens.id_token }, HINT_SECONDS);
    return signOutHint.length > HINT_MAX_CHARACTERS ? admitted : { ...admitted, signOutHint };
  }

  return {
    issuer,
    begin: async (redirectUri, next) => {
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      try {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: options.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const flow = await flows.close({ state, nonce, verifier, next }, FLOW_SECONDS);
        return { outcome: 'begun', url: url.href, flow };
      } catch (error) {
        return oidcFailure(error);
      }
    },
    openFlow: async (sealed) => flowSchema.safeParse(await flows.open(sealed)).data,
    finish: async (flow, callback) => {
      try {
        return await verify(flow, callback);
      } catch (error) {
        return oidcFailure(error);
      }
    },
    signOutAddress: async (sealed, returnTo) => {
      const hint = await hints.open(sealed);
      try {
        const provider = await configuration();
        if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
        return client.buildEndSessionUrl(provider, {
          client_id: clientId,
          post_logout_redirect_uri: returnTo,
          ...(typeof hint?.token === 'string' ? { id_token_hint: hint.token } : {}),
        }).href;
      } catch (error) {
        // Our session has ended whatever the provider does.
        oidcFailure(error);
        return undefined;
      }
    },
  };
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
  return { outcome: 'refused', fault: 'issuer-mismatch' };
}
