import type { FastifyInstance, FastifyReply } from 'fastify';
import { loginUrl, SET_UP_PATH, setUpUrl } from '../../model/urls.ts';
import { currentSession } from '../gate/session-step.ts';
import { deviceOf } from '../http/device.ts';
import { formText, sendPage } from '../http/forms.ts';
import { isLocal } from '../http/is-local.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { encodePath } from '../http/location.ts';
import type { RouteParts } from '../route-parts.ts';
import { backToForm, takeFlash } from './flash.ts';
import { answerPassword } from './password-links.ts';

/** The page behind the one-time link: it makes the first administrator, and then it is gone. */
export function setupRoutes(app: FastifyInstance, { identity, baseUrl }: RouteParts): void {
  // Where the site is served on purpose to others, the link works for others too.
  const fromAnywhere = baseUrl !== undefined;
  app.get<{ Querystring: Record<string, unknown> }>(SET_UP_PATH, async (request, reply) => {
    if (!(await identity.setUp.isNeeded())) {
      // From then on the address is the site's, for whom the site is.
      const moved = request.gate.release.redirects.get(SET_UP_PATH);
      const isReader = moved !== undefined && (await currentSession(identity, request.gate)) !== undefined;
      return reply.redirect(isReader ? encodePath(moved) : loginUrl(), 303);
    }
    const token = formText(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const { setup } = templates;
    if (!fromAnywhere && !isLocal(request)) return sendPage(reply, 403, setup({ error: texts.setupNotHere }));
    if (!(await identity.setUp.isValid(token)))
      return sendPage(reply, 403, setup({ error: texts.setupLinkInvalid }));
    return sendPage(reply, 200, setup({ token, ...(await takeFlash(request, reply, token)) }));
  });

  app.post(SET_UP_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    const given = {
      token: formText(request.body, 'token'),
      email: formText(request.body, 'email'),
      name: formText(request.body, 'name'),
      password: formText(request.body, 'password'),
    };
    const { token: key, email, name } = given;
    const { gate } = request;
    const url = setUpUrl(key);
    const again = (error: string) =>
      backToForm(request, reply, { urlOf: setUpUrl, key, flash: { email, name, error } });
    gate.signIn = 'refused';
    // The page says by itself what is wrong with the link, or with where it was opened.
    if (!fromAnywhere && !isLocal(request)) return reply.redirect(url, 303);
    const source = { address: request.ip, device: deviceOf(request.headers['user-agent']) };
    const result = await identity.setUp.complete({ ...given, ...source });
    const page = { url, next: '/', again, unavailable: gate.release.texts.setupUnavailable };
    return answerPassword(identity, request, reply, result, page);
  });
}
