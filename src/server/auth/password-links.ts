import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFaults } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/create-identity.ts';
import type { LinkResult } from '../../accounts/sign-in/password-links.ts';
import { signInErrorTexts, type Texts } from '../../config/texts.ts';
import { buildInviteUrl, buildResetUrl, INVITE_PATH, RESET_PATH } from '../../model/urls.ts';
import { describeDevice } from '../http/device.ts';
import { readFormField, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession } from './browser-session.ts';
import { redirectToForm, takeFlash } from './flash.ts';
import { sanitizeNext } from './safe-next.ts';
import { continueWithFactor, type FindSignInStep } from './sign-in-step.ts';

/** The pages of the one-time links for invitations and for password resets. */
export function registerPasswordLinkRoutes(
  app: FastifyInstance,
  parts: Pick<RouteParts, 'identity'> & { findSignInStep: FindSignInStep },
): void {
  const { identity } = parts;
  const registerPage = createPageRegistrar(app, parts);
  registerPage({
    path: INVITE_PATH,
    buildUrl: buildInviteUrl,
    template: 'invite',
    links: identity.invites,
    getInvalidLinkMessage: (texts) => texts.inviteInvalid,
  });
  registerPage({
    path: RESET_PATH,
    buildUrl: buildResetUrl,
    template: 'reset',
    links: identity.resets,
    getInvalidLinkMessage: (texts) => texts.resetInvalid,
  });
}

interface PasswordPage {
  path: string;
  buildUrl(token: string, next?: string): string;
  template: 'invite' | 'reset';
  links: Pick<Identity['invites'], 'find' | 'accept'>;
  getInvalidLinkMessage(texts: Texts): string;
}

/** Registers the page of one kind of link. All links that don't work get the same answer. */
const createPageRegistrar =
  (app: FastifyInstance, parts: PasswordResultParts) =>
  ({ path, buildUrl, template, links, getInvalidLinkMessage }: PasswordPage): void => {
    app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const token = readFormField(request.query, 'token');
      const { templates, texts } = request.gate.release;
      const page = templates[template];
      const owner = await links.find(token);
      const next = sanitizeNext(request.query.next, request.gate.routes);
      const encodedNext = encodeURIComponent(next);
      if (owner === undefined)
        return sendPage(reply, 403, page({ encodedNext, error: getInvalidLinkMessage(texts) }));
      const { error } = await takeFlash(request, reply, token);
      return sendPage(
        reply,
        200,
        page({ token, next, encodedNext, email: owner.email, name: owner.name, error }),
      );
    });

    app.post(path, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
      const key = readFormField(request.body, 'token');
      const password = readFormField(request.body, 'password');
      const { texts } = request.gate.release;
      const next = sanitizeNext(readFormField(request.body, 'next'), request.gate.routes);
      const createUrlWithNext = (token: string) => buildUrl(token, next === '/' ? undefined : next);
      const showAgain = (error: string) =>
        redirectToForm(request, reply, { buildUrl: createUrlWithNext, key, flash: { error } });
      request.gate.signInOutcome = 'refused';
      if (password !== readFormField(request.body, 'again')) return showAgain(texts.setupPasswordsDiffer);
      const source = { address: request.ip, device: describeDevice(request.headers['user-agent']) };
      const result = await links.accept({ token: key, password, ...source });
      const page = { url: createUrlWithNext(key), next, showAgain, unavailable: texts.inviteUnavailable };
      return answerPasswordResult(parts, request, reply, result, page);
    });
  };

interface PasswordResultParts {
  identity: Pick<Identity, 'signOut'>;
  findSignInStep: FindSignInStep;
}

interface PasswordForm {
  /** URL of the form. */
  url: string;
  /** Path of this site to open after the password is set. */
  next: string;
  /** Shows the form again with a message. */
  showAgain(error: string): Promise<FastifyReply>;
  /** Message for the case that the store doesn't answer. */
  unavailable: string;
}

/** Answers the form of a one-time link after an attempt to set the password. */
export async function answerPasswordResult(
  { identity, findSignInStep }: PasswordResultParts,
  request: FastifyRequest,
  reply: FastifyReply,
  result: LinkResult,
  { url, next, showAgain, unavailable }: PasswordForm,
): Promise<FastifyReply> {
  switch (result.outcome) {
    case 'signed-in':
      await beginBrowserSession(identity, request, reply, result.token);
      return reply.redirect(next, 303);
    case 'second-factor':
      return continueWithFactor(findSignInStep, request, reply, { token: result.token, next });
    case 'invalid-token':
      // The page itself shows that the link no longer works.
      return reply.redirect(url, 303);
    case 'invalid': {
      const { texts, tag } = request.gate.release;

      return showAgain(describeFaults(result.problems, signInErrorTexts(texts, tag)));
    }
    case 'unavailable':
      request.gate.signInOutcome = 'unavailable';
      return showAgain(unavailable);
  }
}
