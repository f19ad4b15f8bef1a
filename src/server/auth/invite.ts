import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { INVITE_PATH, inviteUrl } from '../../model/urls.ts';
import { formText, sendPage } from '../http/forms.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import { beginBrowserSession } from './browser-session.ts';
import { backToForm, takeFlash } from './flash.ts';

/** The page behind the one-time link of a new account. Whatever is wrong with a link, the answer is the same. */
export function inviteRoutes(
  app: FastifyInstance,
  { identity }: { identity: Pick<Identity, 'invites' | 'signOut'> },
): void {
  app.get<{ Querystring: Record<string, unknown> }>(INVITE_PATH, async (request, reply) => {
    const token = formText(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const { invite } = templates;
    const invited = await identity.invites.find(token);
    if (invited === undefined) return sendPage(reply, 403, invite({ error: texts.inviteInvalid }));
    const { error } = await takeFlash(request, reply, token);
    return sendPage(reply, 200, invite({ token, email: invited.email, name: invited.name, error }));
  });

  app.post(INVITE_PATH, { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply): Promise<FastifyReply> => {
    const key = formText(request.body, 'token');
    const password = formText(request.body, 'password');
    const { gate } = request;
    const { texts } = gate.release;
    const url = inviteUrl(key);
    const again = (error: string) => backToForm(request, reply, { url, key, flash: { error } });
    gate.signIn = 'refused';
    if (password !== formText(request.body, 'again')) return again(texts.passwordsDiffer);
    const result = await identity.invites.accept({ token: key, password, address: request.ip });
    switch (result.outcome) {
      case 'accepted':
        await beginBrowserSession(identity, request, reply, result.token);
        return reply.redirect('/', 303);
      case 'invalid-token':
        // The page says by itself that the link is no longer good.
        return reply.redirect(url, 303);
      case 'invalid':
        return again(result.problems.map(({ message }) => message).join(' '));
      case 'unavailable':
        gate.signIn = 'unavailable';
        return again(texts.inviteUnavailable);
    }
  });
}
