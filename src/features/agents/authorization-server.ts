import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { createPersonalTokenText } from '../../accounts/personal-tokens/token-text.ts';
import * as urls from '../../model/urls.ts';
import type { Agents } from './agents.ts';
import type { ClientDocuments } from './client-documents.ts';
import { SCOPE } from './metadata.ts';
import { recordAdapter } from './record-adapter.ts';

const second = 1;
const minute = 60 * second;

interface AuthorizationServerOptions {
  agents: Agents;
  /** Public URL of the site with its base path, without a slash at the end. */
  issuer: string;
  /** URL of `/mcp`, the resource that agents ask for. */
  resource: string;
  /** Clients described by a document. */
  documents: Pick<ClientDocuments, 'find'>;
  /** Page for a reader if the request of an agent is invalid. */
  errorPage(request: IncomingMessage): string;
  onError(error: unknown): void;
}

/** An OAuth 2.1 server from a certified library, with a consent page of ours and with its records in our store. */
export function createAuthorizationServer({
  agents,
  documents,
  issuer,
  resource,
  ...options
}: AuthorizationServerOptions): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // These cookies are limited to the paths of the consent flow, so the `__Host-` prefix isn't possible.
  const prefix = issuer.startsWith('https:') ? '__Secure-' : '';
  const sessionCookie = `${prefix}agent-session`;
  const createGrantEndedError = () => new errors.InvalidGrant('grant is expired');
  const getGrantSeconds = () => Math.floor(agents.grantMs / 1_000);
  const getRemainingGrantSeconds = ({ oidc }: KoaContextWithOIDC) =>
    Math.max(second, Math.floor((oidc.entities.Grant?.exp ?? 0) - Date.now() / 1_000));
  const configuration: Configuration = {
    adapter: (kind: string) => recordAdapter(kind, { agents, documents, createGrantEndedError }),
    // The library requires a key, although nothing is signed with it.
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    routes: {
      authorization: urls.AGENT_AUTHORIZE_PATH,
      token: urls.AGENT_TOKEN_URL,
      registration: urls.AGENT_REGISTRATION_URL,
      revocation: urls.AGENT_REVOCATION_URL,
      jwks: urls.AGENT_KEYS_URL,
    },
    responseTypes: ['code'],
    scopes: [],
    claims: {},
    clientAuthMethods: ['none'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      Grant: getGrantSeconds,
      Interaction: 10 * minute,
      RefreshToken: getRemainingGrantSeconds,
      Session: 10 * minute,
      IdToken: minute,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // The library must not send requests: every URL it knows was provided by an unknown client.
    fetch: refuseToFetch,
    sectorIdentifierUriValidate: () => false,
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    cookies: {
      names: {
        session: sessionCookie,
        interaction: `${prefix}agent-question`,
        resume: `${prefix}agent-answer`,
      },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    findAccount: async (_, accountId) =>
      (await agents.mayReadFor(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    // Readers are always asked: an agent that had access before gets no silent approval.
    loadExistingGrant: async ({ oidc: { result, provider } }) => {
      const grantId = result?.consent?.grantId;
      return grantId === undefined ? undefined : provider.Grant.find(grantId);
    },
    interactions: {
      url: (_, { uid }) => issuer + urls.buildConsentUrl(uid),
      policy: [
        new interactionPolicy.Prompt(
          { name: 'consent', requestable: true },
          new interactionPolicy.Check('not_asked', 'the reader must consent', ({ oidc }) =>
            oidc.result?.consent?.grantId === undefined
              ? interactionPolicy.Check.REQUEST_PROMPT
              : interactionPolicy.Check.NO_NEED_TO_PROMPT,
          ),
        ),
      ],
    },
    renderError: (ctx) => {
      ctx.type = 'html';
      ctx.body = options.errorPage(ctx.req);
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      // This server fetches client metadata documents itself: see `client-documents.ts`.
      clientIdMetadataDocument: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, requestedResource) => {
          if (requestedResource !== resource) throw new errors.InvalidTarget();
          return {
            scope: SCOPE,
            audience: resource,
            accessTokenTTL: 10 * minute,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (ctx, next) => {
    await next();
    // The library must not keep sessions of its own, so its session cookie is removed.
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    ctx.remove('set-cookie');
    const otherCookies = cookies.filter((cookie) => !cookie.startsWith(sessionCookie));
    if (otherCookies.length > 0) ctx.set('set-cookie', otherCookies);
    // An authorization link must not redirect to another site before the reader has answered (RFC 9700, section 4.11.2).
    const isRedirectedElsewhere = !String(ctx.res.getHeader('location') ?? '').startsWith(
      issuer + urls.CONSENT_PATH,
    );
    if (ctx.oidc?.route === 'authorization' && ctx.status === 303 && isRedirectedElsewhere) {
      ctx.remove('location');
      ctx.status = 400;
      ctx.type = 'html';
      ctx.body = options.errorPage(ctx.req);
    }
  });
  // Trust the forwarded headers: `createBareRequest` sets them from the configured origin.
  provider.proxy = true;
  // The gate recognizes tokens by their format and looks up nothing else in the store.
  Object.defineProperty(provider.AccessToken.prototype, 'generateTokenId', { value: generateAccessToken });
  provider.on('server_error', (_, error) => options.onError(error));
  const events: EventEmitter = provider;
  events.on('error', options.onError);
  return provider;
}

async function refuseToFetch(): Promise<never> {
  throw new Error("The authorization server doesn't send requests.");
}

/** Replaces the library's generator of token ids: access tokens have the format of personal tokens. */
function generateAccessToken(this: { format: string }): string {
  this.format = 'opaque';
  return createPersonalTokenText();
}
