import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { INVITE_PATH } from '../../model/urls.ts';
import { formText, sendPage } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import { beginBrowserSession } from './browser-session.ts';

/** The page behind the one-time link of a new account. Whatever is wrong with a link, the answer is the same. */
export function inviteRoutes(
  app: FastifyInstance,
  { identity }: { identity: Pick<Identity, 'invites' | 'signOut'> },
): void {
  app.get<{ Querystring: Record<string, unknown> }>(INVITE_PATH, async ({ gate, query }, reply) => {
    const token = formText(query, 'token');
    const { templates, texts } = gate.release;
    const { invite } = templates;
    const invited = await identity.invites.find(token);
    if (invited === undefined) return sendPage(reply, 403, invite({ error: texts.inviteInvalid }));
    return sendPage(reply, 200, invite({ token, email: invited.email, name: invited.name }));
  });

  app.post(INVITE_PATH, { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply): Promise<FastifyReply> => {
    const token = formText(request.body, 'token');
    const password = formText(request.body, 'password');
    const { templates, texts } = request.gate.release;
    const { invite } = templates;
    const again = async (status: number, error: string) => {
      const { email = '', name = '' } = (await identity.invites.find(token)) ?? {};
      // With a link that is no longer good nothing comes back of what was sent.
      if (email === '') return sendPage(reply, 403, invite({ error: texts.inviteInvalid }));
      return sendPage(reply, status, invite({ token, email, name, error }));
    };
    if (password !== formText(request.body, 'again')) return again(400, texts.passwordsDiffer);
    const result = await identity.invites.accept({ token, password, address: request.ip });
    switch (result.outcome) {
      case 'accepted':
        await beginBrowserSession(identity, request, reply, result.token);
        return reply.redirect('/', 303);
      case 'invalid-token':
        return sendPage(reply, 403, invite({ error: texts.inviteInvalid }));
      case 'invalid':
        return again(400, result.problems.map(({ message }) => message).join(' '));
      case 'unavailable':
        return again(503, texts.inviteUnavailable);
    }
  });
}
