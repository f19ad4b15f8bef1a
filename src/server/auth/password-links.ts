import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import type { Texts } from '../../config/texts.ts';
import { INVITE_PATH, inviteUrl, RESET_PATH, resetUrl } from '../../model/urls.ts';
import { deviceOf } from '../http/device.ts';
import { formText, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { beginBrowserSession } from './browser-session.ts';
import { backToForm, takeFlash } from './flash.ts';
import { goToSecondFactor } from './second-factor.ts';

/** The pages behind the one-time links: of new accounts, and of forgotten passwords. */
export function passwordLinkRoutes(
  app: FastifyInstance,
  { identity }: { identity: Pick<Identity, 'invites' | 'resets' | 'signOut'> },
): void {
  const routes = passwordPage(app, identity);
  routes({
    path: INVITE_PATH,
    urlOf: inviteUrl,
    template: 'invite',
    links: identity.invites,
    invalid: (texts) => texts.inviteInvalid,
  });
  routes({
    path: RESET_PATH,
    urlOf: resetUrl,
    template: 'reset',
    links: identity.resets,
    invalid: (texts) => texts.resetInvalid,
  });
}

interface PasswordPage {
  path: string;
  urlOf(token: string): string;
  template: 'invite' | 'reset';
  links: Pick<Identity['invites'], 'find' | 'accept'>;
  invalid(texts: Texts): string;
}

/** Whatever is wrong with a link, the answer is the same. */
const passwordPage =
  (app: FastifyInstance, identity: Pick<Identity, 'signOut'>) =>
  ({ path, urlOf, template, links, invalid }: PasswordPage): void => {
    app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const token = formText(request.query, 'token');
      const { templates, texts } = request.gate.release;
      const page = templates[template];
      const owner = await links.find(token);
      if (owner === undefined) return sendPage(reply, 403, page({ error: invalid(texts) }));
      const { error } = await takeFlash(request, reply, token);
      return sendPage(reply, 200, page({ token, email: owner.email, name: owner.name, error }));
    });

    app.post(path, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
      const key = formText(request.body, 'token');
      const password = formText(request.body, 'password');
      const { gate } = request;
      const { texts } = gate.release;
      const url = urlOf(key);
      const again = (error: string) => backToForm(request, reply, { urlOf, key, flash: { error } });
      gate.signIn = 'refused';
      if (password !== formText(request.body, 'again')) return again(texts.passwordsDiffer);
      const source = { address: request.ip, device: deviceOf(request.headers['user-agent']) };
      const result = await links.accept({ token: key, password, ...source });
      switch (result.outcome) {
        case 'accepted':
          await beginBrowserSession(identity, request, reply, result.token);
          return reply.redirect('/', 303);
        case 'second-factor':
          return goToSecondFactor(request, reply, { token: result.token, next: '/' });
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
  };
