import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import * as urls from '../../model/urls.ts';
import { buildPublicUrl } from '../../server/http/base-path.ts';
import { parseBodiesAsText, readTextBody, sendPage } from '../../server/http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../../server/http/limits.ts';
import type { RouteParts } from '../../server/route-parts.ts';
import { readJson } from '../../shared/json.ts';
import type { Agents } from './agents.ts';
import { createBareRequest, takeRawResponse } from './bare-request.ts';
import { createClientDocuments } from './client-documents.ts';
import { clientMetadata } from './client-metadata.ts';
import { registerConsentRoutes } from './consent.ts';
import { type DocumentNetwork, fetchClientDocument } from './fetch-client-document.ts';
import {
  buildResourceUrl,
  createResourceMetadata,
  createServerMetadata,
  namesMcpResource,
  parseMetadataTarget,
  SCOPE,
} from './metadata.ts';

const HOUR_MS = 60 * 60_000;

/** Gives routes access to the library of the authorization server. */
export interface AuthorizationServerGateway {
  openServer(request: FastifyRequest): Promise<Provider>;
  /** Fetches the document that describes the client of this request, if there is one, so that the library finds it. */
  prepareClient(request: FastifyRequest, clientId: unknown): Promise<'done' | 'too-many'>;
  /** Creates the request that the library sees. */
  toBareRequest(request: FastifyRequest, as: Parameters<typeof createBareRequest>[2]): IncomingMessage;
}

/** Parameters of an authorization request that are passed to the library. All others are dropped. */
const AUTHORIZATION_FIELDS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
] as const;

/** Fields that the token endpoints read. Fields that identify a client in another way, such as assertions, are dropped. */
const TOKEN_FIELDS = [
  'grant_type',
  'client_id',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'resource',
  'token',
  'token_type_hint',
] as const;

/** Whether agents can connect to this site. */
export function areAgentsEnabled(agents: Pick<Agents, 'grantMs'>, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && agents.grantMs > 0;
}

/** The OAuth 2.1 endpoints with which agents discover the authorization server, ask for access and get tokens. */
export function registerAgentRoutes(
  app: FastifyInstance,
  {
    agents,
    identity,
    identityProvider,
    baseUrl,
    network,
  }: Pick<RouteParts, 'identity' | 'identityProvider' | 'baseUrl'> & {
    agents: Agents;
    network: DocumentNetwork | undefined;
  },
): void {
  const documents = createClientDocuments({
    fetchDocument: (address) => fetchClientDocument(address, network),
    mayFetch: agents.mayAsk,
    now: agents.now,
  });
  // Without BASE_URL the server has no issuer that agents could verify.
  if (baseUrl === undefined || !areAgentsEnabled(agents, baseUrl)) return;
  const getIssuer = (request: FastifyRequest) => buildPublicUrl('/', request, baseUrl).slice(0, -1);

  const servers = new Map<string, Promise<Provider>>();
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const gateway: AuthorizationServerGateway = {
    openServer(request) {
      const issuer = getIssuer(request);
      const server = servers.get(issuer) ?? load(issuer, request);
      servers.set(issuer, server);
      // Try to load it again for the next request.
      server.catch(() => servers.delete(issuer));
      return server;
    },
    prepareClient: async (request, clientId) =>
      typeof clientId === 'string' ? documents.prepare(clientId, request.ip) : 'done',
    toBareRequest(request, as) {
      const { basePath } = request.gate.site;
      const bareRequest = createBareRequest(request, { origin: baseUrl, basePath }, as);
      requests.set(bareRequest, request);
      return bareRequest;
    },
  };

  /** The library takes a while to load, so it's loaded with the first request that needs it. */
  async function load(issuer: string, { server: { log } }: FastifyRequest): Promise<Provider> {
    const { createAuthorizationServer } = await import('./authorization-server.ts');
    return createAuthorizationServer({
      agents,
      documents,
      issuer,
      resource: buildResourceUrl(issuer),
      errorPage: (bareRequest) => {
        const release = requests.get(bareRequest)?.gate.release;
        return release?.templates['consent-answer']({ message: release.texts.consentRefused }) ?? '';
      },
      onError: (error) => log.error({ err: error }, 'The authorization server failed.'),
    });
  }

  async function passToServer(
    request: FastifyRequest,
    reply: FastifyReply,
    as: Parameters<typeof createBareRequest>[2],
  ): Promise<FastifyReply> {
    const server = await gateway.openServer(request);
    await server.callback()(gateway.toBareRequest(request, as), takeRawResponse(reply));
    return reply;
  }

  /** Replaces the spellings of the resource that clients use with the canonical one. */
  function setResource(request: FastifyRequest, parameters: URLSearchParams, asFallback: boolean): void {
    const issuer = getIssuer(request);
    const resource = buildResourceUrl(issuer);
    const [requestedResource, ...otherResources] = parameters.getAll('resource');
    if (
      requestedResource === undefined
        ? asFallback
        : otherResources.length === 0 && namesMcpResource(issuer, requestedResource)
    )
      parameters.set('resource', resource);
  }

  for (const path of [urls.AGENT_RESOURCE_URL, urls.AGENT_MCP_RESOURCE_URL])
    app.get(path, async (request) => {
      const { gate } = request;
      const address = parseMetadataTarget(gate.path + gate.query) ?? { path: urls.MCP_PATH, query: '' };
      return createResourceMetadata(getIssuer(request), address);
    });
  for (const path of [urls.AGENT_SERVER_URL, urls.AGENT_OPENID_URL])
    app.get(path, async (request) => createServerMetadata(getIssuer(request)));
  // The server signs nothing, so it has no public keys.
  app.get(urls.AGENT_KEYS_URL, async () => ({ keys: [] }));

  app.get(urls.AGENT_AUTHORIZE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    if (!(await agents.mayAsk(request.ip))) return sendTooManyPage(request, reply);
    const receivedParameters = new URLSearchParams(request.gate.query);
    const forwardedParameters = new URLSearchParams({ scope: SCOPE });
    for (const name of AUTHORIZATION_FIELDS)
      for (const value of receivedParameters.getAll(name)) forwardedParameters.append(name, value);
    // Readers are always asked for consent. The library rejects `prompt=none`; other values are dropped.
    if (forwardedParameters.get('prompt') !== 'none') forwardedParameters.delete('prompt');
    for (const value of receivedParameters.getAll('resource')) forwardedParameters.append('resource', value);
    setResource(request, forwardedParameters, true);
    if ((await gateway.prepareClient(request, forwardedParameters.get('client_id'))) === 'too-many')
      return sendTooManyPage(request, reply);
    return passToServer(request, reply, {
      method: 'GET',
      url: `${urls.AGENT_AUTHORIZE_PATH}?${forwardedParameters}`,
    });
  });

  app.get<{ Params: { uid: string } }>(
    urls.AGENT_ANSWERED_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { Interaction } = await gateway.openServer(request);
      // Another process may have shown the consent page.
      const interaction = await Interaction.find(request.params.uid);
      await gateway.prepareClient(request, interaction?.params.client_id);
      const uid = encodeURIComponent(request.params.uid);
      return passToServer(request, reply, {
        method: 'GET',
        url: urls.AGENT_ANSWERED_PATH.replace(':uid', uid),
      });
    },
  );

  app.register(async (scope) => {
    parseBodiesAsText(scope, AUTH_BODY_MAX_BYTES);
    const tokenEndpoints = [
      { url: urls.AGENT_TOKEN_URL, act: 'give' },
      { url: urls.AGENT_REVOCATION_URL, act: 'revoke' },
    ] as const;
    for (const { url, act } of tokenEndpoints)
      scope.post(url, async (request, reply) => {
        const countResult = await agents.countTokenRequest(act, request.ip);
        if (!countResult.allowed) return sendTooMany(reply, 'requests', countResult.retryAt - agents.now());
        const receivedParameters = new URLSearchParams(readTextBody(request));
        const forwardedParameters = new URLSearchParams();
        for (const name of TOKEN_FIELDS)
          for (const value of receivedParameters.getAll(name)) forwardedParameters.append(name, value);
        setResource(request, forwardedParameters, false);
        if ((await gateway.prepareClient(request, forwardedParameters.get('client_id'))) === 'too-many')
          return sendTooMany(reply, 'client documents', HOUR_MS);
        const contentType = request.headers['content-type'] ?? '';
        await passToServer(request, reply, {
          method: 'POST',
          url,
          body: String(forwardedParameters),
          contentType,
        });
        // Successful requests don't count: the servers of an assistant refresh the tokens of many readers from one address.
        if (act === 'give' && reply.raw.statusCode === 200) await countResult.takeBack();
        return reply;
      });
    scope.post(urls.AGENT_REGISTRATION_URL, async (request, reply) => {
      if (!(await agents.mayAsk(request.ip))) return sendTooMany(reply, 'registrations', HOUR_MS);
      const { data } = clientMetadata.safeParse(readJson(readTextBody(request)));
      if (data === undefined)
        return reply.code(400).send({
          error: 'invalid_client_metadata',
          error_description: 'redirect_uris is missing, has too many items, or contains an invalid URI',
        });
      const body = JSON.stringify({ ...data, token_endpoint_auth_method: 'none' });
      return passToServer(request, reply, {
        method: 'POST',
        url: urls.AGENT_REGISTRATION_URL,
        body,
        contentType: 'application/json',
      });
    });
  });

  registerConsentRoutes(app, { agents, identity, identityProvider, gateway });
}

/** Answers a reader's browser after too many requests. */
function sendTooManyPage({ gate: { release } }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { templates, texts } = release;
  return sendPage(reply, 429, templates['consent-answer']({ message: texts.consentTooMany }));
}

/** Answers an agent after too many requests. */
function sendTooMany(reply: FastifyReply, what: string, waitMs: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))))
    .send({ error: 'temporarily_unavailable', error_description: `too many ${what}` });
}
