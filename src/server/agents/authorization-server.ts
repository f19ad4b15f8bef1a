import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Identity } from '../../accounts/create-identity.ts';
import { newPersonalToken } from '../../accounts/personal-tokens/token-text.ts';
import * as urls from '../../model/urls.ts';
import type { ClientDocuments } from './client-documents.ts';
import { SCOPE } from './metadata.ts';
import { recordAdapter } from './record-adapter.ts';

const second = 1;
const minute = 60 * second;

interface AuthorizationServerOptions {
  agents: Identity['agents'];
  /** Public address of the site, with its base path, without a slash at its end. */
  issuer: string;
  /** What agents ask for: the address of `/mcp`. */
  resource: string;
  /** Clients that a document describes. */
  documents: Pick<ClientDocuments, 'find'>;
  /** The page for a reader whom an agent has led to nothing. */
  errorPage(request: IncomingMessage): string;
  onError(error: unknown): void;
}

/** OAuth 2.1 by a certified library. What it asks of readers is a page of ours, and what it keeps is in our store. */
export function createAuthorizationServer({
  agents,
  documents,
  issuer,
  resource,
  ...options
}: AuthorizationServerOptions): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Theirs are the paths of the question and of its answer, so `__Host-` cannot be.
  const prefix = issuer.startsWith('https:') ? '__Secure-' : '';
  const sessionCookie = `${prefix}agent-session`;
  const ended = () => new errors.InvalidGrant('grant is expired');
  const grantSeconds = () => Math.floor(agents.grantMs / 1_000);
  const leftOfGrant = ({ oidc }: KoaContextWithOIDC) =>
    Math.max(second, Math.floor((oidc.entities.Grant?.exp ?? 0) - Date.now() / 1_000));
  const configuration: Configuration = {
    adapter: (kind: string) => recordAdapter(kind, { agents, documents, ended }),
    // It signs nothing for anybody, but wants to be able to.
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
      Grant: grantSeconds,
      Interaction: 10 * minute,
      RefreshToken: leftOfGrant,
      Session: 10 * minute,
      IdToken: minute,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // The library makes no request of its own: every address that it knows was named by a stranger.
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
    // Every question is asked again: an agent that was let in before gets no silent answer.
    loadExistingGrant: async ({ oidc: { result, provider } }) => {
      const grantId = result?.consent?.grantId;
      return grantId === undefined ? undefined : provider.Grant.find(grantId);
    },
    interactions: {
      url: (_, { uid }) => issuer + urls.consentUrl(uid),
      policy: [
        new interactionPolicy.Prompt(
          { name: 'consent', requestable: true },
          new interactionPolicy.Check('not_asked', 'a reader is asked', ({ oidc }) =>
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
      // Client metadata documents are ours to fetch: see `client-documents.ts`.
      clientIdMetadataDocument: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, wanted) => {
          if (wanted !== resource) throw new errors.InvalidTarget();
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
    // Sessions of its own it has none.
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    ctx.remove('set-cookie');
    const others = cookies.filter((cookie) => !cookie.startsWith(sessionCookie));
    if (others.length > 0) ctx.set('set-cookie', others);
    // Nobody is led elsewhere by a link of somebody's: only a reader's answer leads to an agent (RFC 9700, 4.11.2).
    const isLedElsewhere = !String(ctx.res.getHeader('location') ?? '').startsWith(
      issuer + urls.CONSENT_PATH,
    );
    if (ctx.oidc?.route === 'authorization' && ctx.status === 303 && isLedElsewhere) {
      ctx.remove('location');
      ctx.status = 400;
      ctx.type = 'html';
      ctx.body = options.errorPage(ctx.req);
    }
  });
  // What is asked is made up by `bareRequest`, from the configured address.
  provider.proxy = true;
  // The gate knows tokens by their form, and looks in the store for nothing else.
  Object.defineProperty(provider.AccessToken.prototype, 'generateTokenId', { value: accessToken });
  provider.on('server_error', (_, error) => options.onError(error));
  const events: EventEmitter = provider;
  events.on('error', options.onError);
  return provider;
}

async function refuseToFetch(): Promise<never> {
  throw new Error('The authorization server makes no requests.');
}

/** In place of the library's own, on what it is about to keep. */
function accessToken(this: { format: string }): string {
  this.format = 'opaque';
  return newPersonalToken();
}
