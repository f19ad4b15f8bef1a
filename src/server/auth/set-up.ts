import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { formText, sendPage } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';

interface SetupOptions {
  identity: Identity;
  /** Where the site is served on purpose to others, the link works for others too. */
  fromAnywhere: boolean;
}

/** The page behind the one-time link: it makes the first administrator, and then it is gone. */
export function setupRoutes(app: FastifyInstance, { identity, fromAnywhere }: SetupOptions): void {
  app.get<{ Querystring: Record<string, unknown> }>('/setup', async (request, reply) => {
    if (!(await identity.setUp.isNeeded())) return reply.redirect('/login', 303);
    const token = formText(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const { setup } = templates;
    if (!fromAnywhere && !isLocal(request)) return sendPage(reply, 403, setup({ error: texts.setupNotHere }));
    if (!(await identity.setUp.isValid(token)))
      return sendPage(reply, 403, setup({ error: texts.setupLinkInvalid }));
    return sendPage(reply, 200, setup({ token }));
  });

  app.post('/setup', { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply): Promise<FastifyReply> => {
    const given = {
      token: formText(request.body, 'token'),
      email: formText(request.body, 'email'),
      name: formText(request.body, 'name'),
      password: formText(request.body, 'password'),
    };
    const { token, email, name } = given;
    const { templates, texts } = request.gate.release;
    const { setup } = templates;
    if (!fromAnywhere && !isLocal(request)) return sendPage(reply, 403, setup({ error: texts.setupNotHere }));
    const result = await identity.setUp.complete({ ...given, address: request.ip });
    switch (result.outcome) {
      case 'created':
        return reply
          .header('set-cookie', setSessionCookies(request.headers.cookie, request.gate.site, result.token))
          .redirect('/', 303);
      case 'invalid-token':
        return sendPage(reply, 403, setup({ email, name, error: texts.setupLinkInvalid }));
      case 'invalid': {
        const error = result.problems.map(({ message }) => message).join(' ');
        return sendPage(reply, 400, setup({ token, email, name, error }));
      }
      case 'unavailable':
        return sendPage(
          reply.header('retry-after', '5'),
          503,
          setup({ token, email, name, error: texts.setupUnavailable }),
        );
    }
  });
}

/**
 * Whether the request comes from the machine that the server runs on, by a name of that machine: a proxy
 * beside us, or another site's name that was pointed at us, does not make anyone local.
 */
function isLocal({ raw, headers, host }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(peer) && !forwarded && isLoopback(host);
}
