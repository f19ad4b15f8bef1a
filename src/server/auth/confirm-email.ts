import type { FastifyInstance } from 'fastify';
import { EMAIL_CHANGE_PATH } from '../../model/urls.ts';
import { readFormField, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';

/**
 * The page of the link that was sent to a new email address. Opening it changes nothing, because mail scanners open
 * links too. It works without a session, because the mail may be read in another browser.
 */
export function confirmEmailRoutes(app: FastifyInstance, { identity: { emailChanges } }: RouteParts): void {
  app.get<{ Querystring: Record<string, unknown> }>(EMAIL_CHANGE_PATH, async (request, reply) => {
    const token = readFormField(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const pendingChange = await emailChanges.find(token);
    return pendingChange === undefined
      ? sendPage(reply, 403, templates['confirm-email-answer']({ message: texts.confirmEmailInvalid }))
      : sendPage(reply, 200, templates['confirm-email']({ token, ...pendingChange }));
  });

  app.post(EMAIL_CHANGE_PATH, SMALL_BODY, async (request, reply) => {
    const { templates, texts } = request.gate.release;
    const answer = (status: number, message: string) =>
      sendPage(reply, status, templates['confirm-email-answer']({ message }));
    const result = await emailChanges.confirm({
      token: readFormField(request.body, 'token'),
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
