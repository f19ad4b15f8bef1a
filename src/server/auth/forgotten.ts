import type { FastifyInstance, FastifyReply } from 'fastify';
import { FORGOTTEN_PATH, forgottenUrl, loginUrl } from '../../model/urls.ts';
import { formText, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { backToForm, laterFlash, takeFlash } from './flash.ts';
import { safeNext } from './safe-next.ts';
import { loginMessage } from './sign-in-answers.ts';

/** Where whoever forgot a password asks for a link. What it says tells nobody which accounts there are. */
export function forgottenRoutes(app: FastifyInstance, { identity: { resets }, mode }: RouteParts): void {
  app.get<{ Querystring: Record<string, unknown> }>(FORGOTTEN_PATH, async (request, reply) => {
    if (mode.signIn.by !== 'password') return reply.redirect(loginUrl(), 303);
    const { templates, texts } = request.gate.release;
    const answer = templates['forgotten-answer'];
    if (!resets.canAsk) return sendPage(reply, 200, answer({ message: texts.forgottenAsk }));
    if (request.query.sent !== undefined)
      return sendPage(reply, 200, answer({ message: texts.forgottenSent }));
    const { error, email, wait } = await takeFlash(request, reply, formText(request.query, 'form'));
    const next = safeNext(request.query.next);
    const encodedNext = encodeURIComponent(next);
    const page = { next, encodedNext, error: loginMessage(error, texts, wait), email };
    return sendPage(reply, 200, templates.forgotten(page));
  });

  app.post(FORGOTTEN_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    if (!resets.canAsk) return reply.redirect(forgottenUrl(), 303);
    const { texts } = request.gate.release;
    const email = formText(request.body, 'email');
    const next = safeNext(formText(request.body, 'next'));
    const result = await resets.ask({ email, address: request.ip, language: texts.signInLanguage, next });
    if (result.outcome === 'requested') return reply.redirect(forgottenUrl({ sent: 'yes' }), 303);
    const flash = { ...laterFlash(result), email };
    return backToForm(request, reply, { urlOf: (form) => forgottenUrl({ form, next }), flash });
  });
}
