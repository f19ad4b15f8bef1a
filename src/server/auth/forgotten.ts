import type { FastifyInstance, FastifyReply } from 'fastify';
import { buildForgottenUrl, buildLoginUrl, FORGOTTEN_PATH } from '../../model/urls.ts';
import { readFormField, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { createRetryFlash, redirectToForm, takeFlash } from './flash.ts';
import { sanitizeNext } from './safe-next.ts';
import { findLoginMessage } from './sign-in-answers.ts';

/** The page on which users request a link to reset their password. Its answers don't reveal which accounts exist. */
export function registerForgottenRoutes(
  app: FastifyInstance,
  { identity: { resets }, identityProvider }: RouteParts,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(FORGOTTEN_PATH, async (request, reply) => {
    if (identityProvider.signIn.by !== 'password') return reply.redirect(buildLoginUrl(), 303);
    const { templates, texts } = request.gate.release;
    const answer = templates['forgotten-answer'];
    if (!resets.canAsk) return sendPage(reply, 200, answer({ message: texts.forgottenAsk }));
    if (request.query.sent !== undefined)
      return sendPage(reply, 200, answer({ message: texts.forgottenSent }));
    const { error, email, wait } = await takeFlash(request, reply, readFormField(request.query, 'form'));
    const next = sanitizeNext(request.query.next, request.gate.routes);
    const encodedNext = encodeURIComponent(next);
    const page = { next, encodedNext, error: findLoginMessage(error, texts, { wait }), email };
    return sendPage(reply, 200, templates.forgotten(page));
  });

  app.post(FORGOTTEN_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    if (!resets.canAsk) return reply.redirect(buildForgottenUrl(), 303);
    const { texts } = request.gate.release;
    const email = readFormField(request.body, 'email');
    const next = sanitizeNext(readFormField(request.body, 'next'), request.gate.routes);
    const result = await resets.ask({ email, address: request.ip, language: texts.signInLanguage, next });
    if (result.outcome === 'requested') return reply.redirect(buildForgottenUrl({ sent: 'yes' }), 303);
    const flash = { ...createRetryFlash(result), email };
    return redirectToForm(request, reply, { buildUrl: (form) => buildForgottenUrl({ form, next }), flash });
  });
}
