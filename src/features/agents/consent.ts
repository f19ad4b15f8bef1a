import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { buildConsentUrl, buildSignInStartUrl, CONSENT_PATH } from '../../model/urls.ts';
import { createRetryFlash, redirectToForm, takeFlash } from '../../server/auth/flash.ts';
import { findLoginMessage } from '../../server/auth/sign-in-answers.ts';
import { readFormField, sendPage } from '../../server/http/forms.ts';
import { SMALL_BODY } from '../../server/http/limits.ts';
import { createConsentHeaders } from '../../server/http/security-headers.ts';
import type { RouteParts } from '../../server/route-parts.ts';
import type { AuthorizationServerGateway } from './agent-routes.ts';
import type { Agents } from './agents.ts';
import { isPlainRedirectUri } from './client-metadata.ts';
import { SCOPE } from './metadata.ts';

/** A request of an agent for access. */
interface AgentRequest {
  uid: string;
  clientId: string;
  /** Name that the agent has chosen for itself. Not verified. */
  name: string;
  /** Host of the document that describes the agent. Undefined if the agent registered itself. */
  host: string | undefined;
  /** Where the answer goes: a host, or the URL scheme of an app. */
  answerHost: string;
  /** Where the answer goes, as a source in a content security policy. */
  answerSource: string;
  resource: string;
}

const NAME_MAX_CHARACTERS = 60;

/** Hosts that match can be put in a policy. Others may contain characters with a special meaning there. */
const policySourcePattern = /^[a-z][a-z0-9+.-]*:(?:\/\/[\w.:[\]-]+)?$/i;

/** The page on which a reader allows or denies an agent to read with their permissions. It works without scripts. */
export function registerConsentRoutes(
  app: FastifyInstance,
  {
    agents,
    identity: { stepUp },
    identityProvider: { signIn },
    gateway,
  }: Pick<RouteParts, 'identity' | 'identityProvider'> & {
    agents: Agents;
    gateway: AuthorizationServerGateway;
  },
): void {
  app.get<{ Querystring: Record<string, unknown> }>(CONSENT_PATH, async (request, reply) => {
    const { gate } = request;
    const { templates, texts, inline } = gate.release;
    const agentRequest = await findAgentRequest(request, reply, readFormField(request.query, 'uid'));
    if (agentRequest === undefined) return sendExpiredPage(request, reply);
    const mustProveIdentity = await needsProof(request);
    if (mustProveIdentity && signIn.by === 'redirect')
      return reply.redirect(
        buildSignInStartUrl(signIn.paths.start, buildConsentUrl(agentRequest.uid), 'fresh'),
        303,
      );
    const { error, wait } = await takeFlash(request, reply, agentRequest.uid);
    const page = {
      uid: agentRequest.uid,
      client: agentRequest.name,
      host: agentRequest.host ?? texts.consentItself,
      returns: agentRequest.answerHost,
      email: gate.user?.email,
      until: new Intl.DateTimeFormat(texts.signInLanguage, { dateStyle: 'long' }).format(
        agents.now() + agents.grantMs,
      ),
      error:
        error === 'wrong-password' ? texts.consentWrongPassword : findLoginMessage(error, texts, { wait }),
      password: mustProveIdentity && signIn.by === 'password' ? 'yes' : '',
      signOut: mustProveIdentity && signIn.by === 'token' ? 'yes' : '',
    };
    reply.headers(createConsentHeaders(inline, agentRequest.answerSource));
    return sendPage(reply, 200, templates.consent(page));
  });

  app.post(CONSENT_PATH, SMALL_BODY, async (request, reply) => {
    const { body, gate, ip } = request;
    const agentRequest = await findAgentRequest(request, reply, readFormField(body, 'uid'));
    const { user, token } = gate;
    if (agentRequest === undefined || user === undefined || token === undefined)
      return sendExpiredPage(request, reply);
    const showAgain = (flash: { error: string; wait?: number | undefined }) =>
      redirectToForm(request, reply, { buildUrl: buildConsentUrl, key: agentRequest.uid, flash });
    if (readFormField(body, 'answer') !== 'yes')
      return finishInteraction(request, reply, {
        error: 'access_denied',
        error_description: 'the reader denied access',
      });
    if (await needsProof(request)) {
      if (signIn.by !== 'password') return reply.redirect(buildConsentUrl(agentRequest.uid), 303);
      const proofResult = await stepUp.verify(
        { user, token },
        { password: readFormField(body, 'password') },
        ip,
      );
      switch (proofResult.outcome) {
        case 'verified':
          break;
        case 'refused':
          return showAgain({ error: 'wrong-password' });
        case 'throttled':
        case 'unavailable':
          return showAgain(createRetryFlash(proofResult));
      }
    }
    const { accountId } = user;
    const { clientId, name, host, answerHost, resource } = agentRequest;
    const grantResult = await agents.allow(user, {
      client: clientId,
      name: `${name} (${host ?? answerHost})`,
      from: ip,
    });
    if (grantResult === undefined) return sendExpiredPage(request, reply);
    const provider = await gateway.openServer(request);
    const grant = new provider.Grant({ accountId, clientId });
    grant.jti = grantResult.grantId;
    grant.addResourceScope(resource, SCOPE);
    await grant.save();
    return finishInteraction(request, reply, {
      login: { accountId, remember: false },
      consent: { grantId: grantResult.grantId },
    });
  });

  /** Finds the request with this id if it's the one in progress in this browser. Another tab may show an earlier one. */
  async function findAgentRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<AgentRequest | undefined> {
    const provider = await gateway.openServer(request);
    try {
      const interaction = await provider.interactionDetails(toBareConsentRequest(request), reply.raw);
      if (interaction.uid !== uid || interaction.result !== undefined) return undefined;
      const { client_id: clientId, redirect_uri: redirectUri, resource } = interaction.params;
      if (typeof clientId !== 'string' || typeof redirectUri !== 'string' || typeof resource !== 'string')
        return undefined;
      if (!isPlainRedirectUri(redirectUri)) return undefined;
      // Another process may have handled the agent's request.
      await gateway.prepareClient(request, clientId);
      const client = await provider.Client.find(clientId);
      if (client === undefined) return undefined;
      const host = URL.parse(clientId)?.host;
      return {
        uid,
        clientId,
        host,
        resource,
        ...describeReturn(redirectUri),
        name: sanitizeName(client.clientName, host),
      };
    } catch (error) {
      // The library throws this error if the browser has no request in progress.
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  async function needsProof({ gate: { token } }: FastifyRequest): Promise<boolean> {
    return token !== undefined && !(await stepUp.isFresh(token));
  }

  async function finishInteraction(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<FastifyReply> {
    const provider = await gateway.openServer(request);
    return reply.redirect(
      await provider.interactionResult(toBareConsentRequest(request), reply.raw, result),
      303,
    );
  }

  const toBareConsentRequest = (request: FastifyRequest) =>
    gateway.toBareRequest(request, { method: 'GET', url: CONSENT_PATH });
}

function sendExpiredPage({ gate: { release } }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { templates, texts } = release;
  return sendPage(reply, 403, templates['consent-answer']({ message: texts.consentExpired }));
}

/** Reduces a name that can contain anything to one short line. */
function sanitizeName(clientName: string | undefined, host: string | undefined): string {
  const plainName = (clientName ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  const characters = Array.from(plainName === '' ? (host ?? '?') : plainName);
  if (characters.length <= NAME_MAX_CHARACTERS) return characters.join('');
  const start = characters.slice(0, NAME_MAX_CHARACTERS - 1).join('');
  return `${start.trimEnd()}…`;
}

/** Describes a redirect URI for readers and for the policy. The library has compared it with the registered ones. */
function describeReturn(redirectUri: string): Pick<AgentRequest, 'answerHost' | 'answerSource'> {
  const { protocol, host, origin } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const [answerHost, answerSource] = isWeb ? [host, origin] : [protocol, protocol];
  return { answerHost, answerSource: policySourcePattern.test(answerSource) ? answerSource : "'self'" };
}
