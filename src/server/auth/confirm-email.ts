import type { FastifyInstance } from 'fastify';
import { EMAIL_CHANGE_PATH } from '../../model/urls.ts';
import { formText, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';

/**
 * The page behind the link that was sent to a new e-mail. Looking at it changes nothing: programs that look through
 * mail do so too. In whichever browser the mail is read, there need be no session in it.
 */
export function confirmEmailRoutes(app: FastifyInstance, { identity: { emailChanges } }: RouteParts): void {
  app.get<{ Querystring: Record<string, unknown> }>(EMAIL_CHANGE_PATH, async (request, reply) => {
    const token = formText(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const found = await emailChanges.find(token);
    return found === undefined
      ? sendPage(reply, 403, templates['confirm-email-answer']({ message: texts.confirmEmailInvalid }))
      : sendPage(reply, 200, templates['confirm-email']({ token, ...found }));
  });

  app.post(EMAIL_CHANGE_PATH, SMALL_BODY, async (request, reply) => {
    const { templates, texts } = request.gate.release;
    const answer = (status: number, message: string) =>
      sendPage(reply, status, templates['confirm-email-answer']({ message }));
    const result = await emailChanges.confirm({
      token: formText(request.body, 'token'),
      address: request.ip,
    });
    switch (result.outcome) {
      case 'done':
        return answer(
          200,
          texts.confirmEmailDone.replace('{email}', () => result.email),
        );
      case 'invalid-token':
        return answer(403, texts.confirmEmailInvalid);
      case 'email-taken':
        return answer(409, texts.confirmEmailTaken);
      case 'unavailable':
        return answer(503, texts.confirmEmailUnavailable);
    }
  });
}
