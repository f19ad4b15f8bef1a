import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { CONSENT_PATH, consentUrl, signInStartUrl } from '../../model/urls.ts';
import { backToForm, laterFlash, takeFlash } from '../auth/flash.ts';
import { loginMessage } from '../auth/sign-in-answers.ts';
import { formText, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { consentHeaders } from '../http/security-headers.ts';
import type { RouteParts } from '../route-parts.ts';
import type { AgentDoor } from './agent-routes.ts';
import { isPlainRedirectUri } from './client-metadata.ts';
import { SCOPE } from './metadata.ts';

/** Who asks, as far as that is known. */
interface Asker {
  uid: string;
  clientId: string;
  /** What it calls itself: anybody may. */
  name: string;
  /** Of the document that describes it; nothing of one that has registered itself. */
  host: string | undefined;
  /** Where the answer goes: a host, or the scheme of a program. */
  returns: string;
  /** The same for a policy. */
  returnsTo: string;
  resource: string;
}

const NAME_MAX_CHARACTERS = 60;

/** A host may have signs in it that would begin something else in a policy. */
const policySource = /^[a-z][a-z0-9+.-]*:(?:\/\/[\w.:[\]-]+)?$/i;

/** A reader is asked whether an agent may read as they do, by a form that works without scripts. */
export function consentRoutes(
  app: FastifyInstance,
  {
    identity: { agents, stepUp },
    mode: { signIn },
    door,
  }: Pick<RouteParts, 'identity' | 'mode'> & { door: AgentDoor },
): void {
  app.get<{ Querystring: Record<string, unknown> }>(CONSENT_PATH, async (request, reply) => {
    const { gate } = request;
    const { templates, texts, inline } = gate.release;
    const asker = await askerOf(request, reply, formText(request.query, 'uid'));
    if (asker === undefined) return expired(request, reply);
    const proves = await mustProve(request);
    if (proves && signIn.by === 'redirect')
      return reply.redirect(signInStartUrl(signIn.paths.start, consentUrl(asker.uid), 'fresh'), 303);
    const { error, wait } = await takeFlash(request, reply, asker.uid);
    const page = {
      uid: asker.uid,
      client: asker.name,
      host: asker.host ?? texts.consentItself,
      returns: asker.returns,
      email: gate.user?.email,
      until: new Intl.DateTimeFormat(texts.signInLanguage, { dateStyle: 'long' }).format(
        agents.now() + agents.grantMs,
      ),
      error: error === 'wrong-password' ? texts.consentWrongPassword : loginMessage(error, texts, wait),
      password: proves && signIn.by === 'password' ? 'yes' : '',
      signOut: proves && signIn.by === 'token' ? 'yes' : '',
    };
    reply.headers(consentHeaders(inline, asker.returnsTo));
    return sendPage(reply, 200, templates.consent(page));
  });

  app.post(CONSENT_PATH, SMALL_BODY, async (request, reply) => {
    const { body, gate, ip } = request;
    const asker = await askerOf(request, reply, formText(body, 'uid'));
    const { user, token } = gate;
    if (asker === undefined || user === undefined || token === undefined) return expired(request, reply);
    const back = (flash: { error: string; wait?: number | undefined }) =>
      backToForm(request, reply, { urlOf: consentUrl, key: asker.uid, flash });
    if (formText(body, 'answer') !== 'yes')
      return answer(request, reply, { error: 'access_denied', error_description: 'the reader said no' });
    if (await mustProve(request)) {
      if (signIn.by !== 'password') return reply.redirect(consentUrl(asker.uid), 303);
      const proved = await stepUp.verify({ user, token }, { password: formText(body, 'password') }, ip);
      switch (proved.outcome) {
        case 'verified':
          break;
        case 'refused':
          return back({ error: 'wrong-password' });
        case 'throttled':
        case 'unavailable':
          return back(laterFlash(proved));
      }
    }
    const { accountId } = user;
    const { clientId, name, host, returns, resource } = asker;
    const allowed = await agents.allow(user, {
      client: clientId,
      name: `${name} (${host ?? returns})`,
      from: ip,
    });
    if (allowed === undefined) return expired(request, reply);
    const provider = await door.open(request);
    const grant = new provider.Grant({ accountId, clientId });
    grant.jti = allowed.grantId;
    grant.addResourceScope(resource, SCOPE);
    await grant.save();
    return answer(request, reply, {
      login: { accountId, remember: false },
      consent: { grantId: allowed.grantId },
    });
  });

  /** The question that this browser was led to; a page that is open in another tab may hold an earlier one. */
  async function askerOf(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<Asker | undefined> {
    const provider = await door.open(request);
    try {
      const interaction = await provider.interactionDetails(bare(request), reply.raw);
      if (interaction.uid !== uid || interaction.result !== undefined) return undefined;
      const { client_id: clientId, redirect_uri: redirectUri, resource } = interaction.params;
      if (typeof clientId !== 'string' || typeof redirectUri !== 'string' || typeof resource !== 'string')
        return undefined;
      if (!isPlainRedirectUri(redirectUri)) return undefined;
      // Another process may have asked for this reader.
      await door.prepareClient(request, clientId);
      const client = await provider.Client.find(clientId);
      if (client === undefined) return undefined;
      const host = URL.parse(clientId)?.host;
      return {
        uid,
        clientId,
        host,
        resource,
        ...returnOf(redirectUri),
        name: nameOf(client.clientName, host),
      };
    } catch (error) {
      // The library says by it that there is no such question in this browser.
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  async function mustProve({ gate: { token } }: FastifyRequest): Promise<boolean> {
    return token !== undefined && !(await stepUp.isFresh(token));
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<FastifyReply> {
    const provider = await door.open(request);
    return reply.redirect(await provider.interactionResult(bare(request), reply.raw, result), 303);
  }

  const bare = (request: FastifyRequest) => door.bare(request, { method: 'GET', url: CONSENT_PATH });
}

function expired({ gate: { release } }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { templates, texts } = release;
  return sendPage(reply, 403, templates['consent-answer']({ message: texts.consentExpired }));
}

/** One line of what may be anything. */
function nameOf(given: string | undefined, host: string | undefined): string {
  const plain = (given ?? '').replace(/\p{C}+/gu, ' ').trim();
  return Array.from(plain === '' ? (host ?? '?') : plain)
    .slice(0, NAME_MAX_CHARACTERS)
    .join('');
}

/** Registered by the agent, and compared with that by the library. */
function returnOf(redirectUri: string): Pick<Asker, 'returns' | 'returnsTo'> {
  const { protocol, host, origin } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const [returns, returnsTo] = isWeb ? [host, origin] : [protocol, protocol];
  return { returns, returnsTo: policySource.test(returnsTo) ? returnsTo : "'self'" };
}
