import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Identity } from '../../accounts/create-identity.ts';
import * as urls from '../../model/urls.ts';
import { readJson } from '../../shared/json.ts';
import { publicUrl } from '../http/base-path.ts';
import { sendPage, takeTexts, textOf } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { bareRequest, handOver } from './bare-request.ts';
import { createClientDocuments } from './client-documents.ts';
import { clientMetadata } from './client-metadata.ts';
import { consentRoutes } from './consent.ts';
import { type DocumentNetwork, fetchClientDocument } from './fetch-client-document.ts';
import { resourceMetadata, resourceOf, SCOPE, serverMetadata } from './metadata.ts';

const HOUR_MS = 60 * 60_000;

/** How a request reaches the authorization server's library. */
export interface AgentDoor {
  open(request: FastifyRequest): Promise<Provider>;
  /** Makes the client of this request known to the library, where a document describes it. */
  prepareClient(request: FastifyRequest, clientId: unknown): Promise<'done' | 'too-many'>;
  /** The request as the library may see it. */
  bare(request: FastifyRequest, as: Parameters<typeof bareRequest>[2]): IncomingMessage;
}

/** What agents ask with, and nothing besides. */
const ASKED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
] as const;

/** The same at the endpoints for tokens. Fields that name a client in another way, as assertions do, are left out. */
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

/** Whether there is such a thing on this site. */
export function letsAgentsIn({ agents }: Pick<Identity, 'agents'>, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && agents.grantMs > 0;
}

/** Agents find out whom to ask, ask, and are given tokens: OAuth 2.1. */
export function agentRoutes(
  app: FastifyInstance,
  { identity, mode, baseUrl, network }: RouteParts & { network: DocumentNetwork | undefined },
): void {
  const { agents } = identity;
  const documents = createClientDocuments({
    fetchDocument: (address) => fetchClientDocument(address, network),
    mayFetch: agents.mayAsk,
    now: agents.now,
  });
  // Without an address nobody could say who answers.
  if (baseUrl === undefined || !letsAgentsIn(identity, baseUrl)) return;
  const issuerOf = (request: FastifyRequest) => publicUrl('/', request, baseUrl).slice(0, -1);

  const servers = new Map<string, Promise<Provider>>();
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const door: AgentDoor = {
    open(request) {
      const issuer = issuerOf(request);
      const server = servers.get(issuer) ?? load(issuer, request);
      servers.set(issuer, server);
      // It may be there the next time.
      server.catch(() => servers.delete(issuer));
      return server;
    },
    prepareClient: async (request, clientId) =>
      typeof clientId === 'string' ? documents.prepare(clientId, request.ip) : 'done',
    bare(request, as) {
      const { basePath } = request.gate.site;
      const bare = bareRequest(request, { origin: baseUrl, basePath }, as);
      requests.set(bare, request);
      return bare;
    },
  };

  /** The library takes a while to load: only where somebody asks. */
  async function load(issuer: string, { server: { log } }: FastifyRequest): Promise<Provider> {
    const { createAuthorizationServer } = await import('./authorization-server.ts');
    return createAuthorizationServer({
      agents,
      documents,
      issuer,
      resource: resourceOf(issuer),
      errorPage: (bare) => {
        const release = requests.get(bare)?.gate.release;
        return release?.templates['consent-answer']({ message: release.texts.consentRefused }) ?? '';
      },
      onError: (error) => log.error({ err: error }, 'The authorization server failed.'),
    });
  }

  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    as: Parameters<typeof bareRequest>[2],
  ): Promise<FastifyReply> {
    const server = await door.open(request);
    await server.callback()(door.bare(request, as), handOver(reply));
    return reply;
  }

  /** Clients name the site in more than one way. */
  function withResource(request: FastifyRequest, given: URLSearchParams, asFallback: boolean): void {
    const issuer = issuerOf(request);
    const resource = resourceOf(issuer);
    const [named, ...more] = given.getAll('resource');
    if (
      named === undefined
        ? asFallback
        : more.length === 0 && [issuer, `${issuer}/`, `${resource}/`].includes(named)
    )
      given.set('resource', resource);
  }

  const metadata = {
    [urls.AGENT_RESOURCE_URL]: resourceMetadata,
    [urls.AGENT_MCP_RESOURCE_URL]: resourceMetadata,
    [urls.AGENT_SERVER_URL]: serverMetadata,
    [urls.AGENT_OPENID_URL]: serverMetadata,
  };
  for (const [path, tell] of Object.entries(metadata))
    app.get(path, async (request) => tell(issuerOf(request)));
  // It signs nothing, so there is nothing to check by them.
  app.get(urls.AGENT_KEYS_URL, async () => ({ keys: [] }));

  app.get(urls.AGENT_AUTHORIZE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    if (!(await agents.mayAsk(request.ip))) return askLater(request, reply);
    const given = new URLSearchParams(request.gate.query);
    const sent = new URLSearchParams({ scope: SCOPE });
    for (const name of ASKED) for (const value of given.getAll(name)) sent.append(name, value);
    // Everybody is asked, whatever an agent would like; who wants nobody to be asked is refused.
    if (sent.get('prompt') !== 'none') sent.delete('prompt');
    for (const value of given.getAll('resource')) sent.append('resource', value);
    withResource(request, sent, true);
    if ((await door.prepareClient(request, sent.get('client_id'))) === 'too-many')
      return askLater(request, reply);
    return pass(request, reply, { method: 'GET', url: `${urls.AGENT_AUTHORIZE_PATH}?${sent}` });
  });

  app.get<{ Params: { uid: string } }>(
    urls.AGENT_ANSWERED_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { Interaction } = await door.open(request);
      // Another process may have asked the reader.
      const interaction = await Interaction.find(request.params.uid);
      await door.prepareClient(request, interaction?.params.client_id);
      const uid = encodeURIComponent(request.params.uid);
      return pass(request, reply, { method: 'GET', url: urls.AGENT_ANSWERED_PATH.replace(':uid', uid) });
    },
  );

  app.register(async (scope) => {
    takeTexts(scope, AUTH_BODY_MAX_BYTES);
    const tokenEndpoints = [
      { url: urls.AGENT_TOKEN_URL, act: 'give' },
      { url: urls.AGENT_REVOCATION_URL, act: 'revoke' },
    ] as const;
    for (const { url, act } of tokenEndpoints)
      scope.post(url, async (request, reply) => {
        const counted = await agents.countTokenRequest(act, request.ip);
        if (!counted.allowed) return tooMany(reply, 'requests', counted.retryAt - agents.now());
        const given = new URLSearchParams(textOf(request));
        const sent = new URLSearchParams();
        for (const name of TOKEN_FIELDS) for (const value of given.getAll(name)) sent.append(name, value);
        withResource(request, sent, false);
        if ((await door.prepareClient(request, sent.get('client_id'))) === 'too-many')
          return tooMany(reply, 'client documents', HOUR_MS);
        const contentType = request.headers['content-type'] ?? '';
        await pass(request, reply, { method: 'POST', url, body: String(sent), contentType });
        // An assistant's own servers refresh the tokens of many readers from one address.
        if (act === 'give' && reply.raw.statusCode === 200) await counted.takeBack();
        return reply;
      });
    scope.post(urls.AGENT_REGISTRATION_URL, async (request, reply) => {
      if (!(await agents.mayAsk(request.ip))) return tooMany(reply, 'registrations', HOUR_MS);
      const { data } = clientMetadata.safeParse(readJson(textOf(request)));
      if (data === undefined)
        return reply.code(400).send({
          error: 'invalid_client_metadata',
          error_description: 'redirect_uris are missing, too many, or not plain addresses',
        });
      const body = JSON.stringify({ ...data, token_endpoint_auth_method: 'none' });
      return pass(request, reply, {
        method: 'POST',
        url: urls.AGENT_REGISTRATION_URL,
        body,
        contentType: 'application/json',
      });
    });
  });

  consentRoutes(app, { identity, mode, door });
}

/** For a reader whom an agent has led here. */
function askLater({ gate: { release } }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { templates, texts } = release;
  return sendPage(reply, 429, templates['consent-answer']({ message: texts.consentTooMany }));
}

/** For an agent. */
function tooMany(reply: FastifyReply, what: string, waitMs: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))))
    .send({ error: 'temporarily_unavailable', error_description: `too many ${what}` });
}
