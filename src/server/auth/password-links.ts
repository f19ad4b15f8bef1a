import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import type { LinkResult } from '../../accounts/sign-in/password-links.ts';
import type { Texts } from '../../config/texts.ts';
import { INVITE_PATH, inviteUrl, RESET_PATH, resetUrl } from '../../model/urls.ts';
import { deviceOf } from '../http/device.ts';
import { formText, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession } from './browser-session.ts';
import { backToForm, takeFlash } from './flash.ts';
import { safeNext } from './safe-next.ts';
import { goToSecondFactor } from './second-factor.ts';

/** The pages behind the one-time links: of new accounts, and of forgotten passwords. */
export function passwordLinkRoutes(app: FastifyInstance, { identity }: RouteParts): void {
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
  urlOf(token: string, next?: string): string;
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
      const next = safeNext(request.query.next);
      const encodedNext = encodeURIComponent(next);
      if (owner === undefined) return sendPage(reply, 403, page({ encodedNext, error: invalid(texts) }));
      const { error } = await takeFlash(request, reply, token);
      return sendPage(
        reply,
        200,
        page({ token, next, encodedNext, email: owner.email, name: owner.name, error }),
      );
    });

    app.post(path, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
      const key = formText(request.body, 'token');
      const password = formText(request.body, 'password');
      const { texts } = request.gate.release;
      const next = safeNext(formText(request.body, 'next'));
      const urlWithNext = (token: string) => urlOf(token, next === '/' ? undefined : next);
      const again = (error: string) =>
        backToForm(request, reply, { urlOf: urlWithNext, key, flash: { error } });
      request.gate.signIn = 'refused';
      if (password !== formText(request.body, 'again')) return again(texts.setupPasswordsDiffer);
      const source = { address: request.ip, device: deviceOf(request.headers['user-agent']) };
      const result = await links.accept({ token: key, password, ...source });
      const page = { url: urlWithNext(key), next, again, unavailable: texts.inviteUnavailable };
      return answerPassword(identity, request, reply, result, page);
    });
  };

interface PasswordForm {
  /** The form's own address. */
  url: string;
  /** Where to go once the password is set: an address of this site. */
  next: string;
  /** Shows the form again with a message. */
  again(error: string): Promise<FastifyReply>;
  /** The message for when the store does not answer. */
  unavailable: string;
}

/** To a password that was set, or could not be, on the page of a one-time link. */
export async function answerPassword(
  identity: Pick<Identity, 'signOut'>,
  request: FastifyRequest,
  reply: FastifyReply,
  result: LinkResult,
  { url, next, again, unavailable }: PasswordForm,
): Promise<FastifyReply> {
  switch (result.outcome) {
    case 'signed-in':
      await beginBrowserSession(identity, request, reply, result.token);
      return reply.redirect(next, 303);
    case 'second-factor':
      return goToSecondFactor(request, reply, { token: result.token, next });
    case 'invalid-token':
      // The page says by itself that the link is no longer good.
      return reply.redirect(url, 303);
    case 'invalid':
      return again(result.problems.map(({ message }) => message).join(' '));
    case 'unavailable':
      request.gate.signIn = 'unavailable';
      return again(unavailable);
  }
}
