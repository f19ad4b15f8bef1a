import type { FastifyInstance, FastifyReply } from 'fastify';
import { ADMIN_PATH, buildLoginUrl, buildSetUpUrl, SET_UP_PATH } from '../../model/urls.ts';
import { findCurrentSession } from '../gate/session-step.ts';
import { describeDevice } from '../http/device.ts';
import { readFormField, sendPage } from '../http/forms.ts';
import { isLocal } from '../http/is-local.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { encodeLocation } from '../http/location.ts';
import type { RouteParts } from '../route-parts.ts';
import { redirectToForm, takeFlash } from './flash.ts';
import { answerPasswordResult } from './password-links.ts';
import type { FindSignInStep } from './sign-in-step.ts';

/** The page of the one-time set-up link, which creates the first administrator and doesn't exist after that. */
export function registerSetUpRoutes(
  app: FastifyInstance,
  { identity, findSignInStep, baseUrl }: RouteParts & { findSignInStep: FindSignInStep },
): void {
  // With BASE_URL the site is meant for other machines, so the link works from there too.
  const worksFromAnywhere = baseUrl !== undefined;
  app.get<{ Querystring: Record<string, unknown> }>(SET_UP_PATH, async (request, reply) => {
    if (!(await identity.setUp.isNeeded())) {
      // After set-up the path belongs to the site: readers are redirected if the site has a redirect for it.
      const redirectTarget = request.gate.release.redirects.get(SET_UP_PATH);
      const isReader =
        redirectTarget !== undefined && (await findCurrentSession(identity, request.gate)) !== undefined;
      return reply.redirect(isReader ? encodeLocation(redirectTarget) : buildLoginUrl(), 303);
    }
    const token = readFormField(request.query, 'token');
    const { templates, texts } = request.gate.release;
    const { setup } = templates;
    if (!worksFromAnywhere && !isLocal(request))
      return sendPage(reply, 403, setup({ error: texts.setupNotHere }));
    if (!(await identity.setUp.isValid(token)))
      return sendPage(reply, 403, setup({ error: texts.setupLinkInvalid }));
    return sendPage(reply, 200, setup({ token, ...(await takeFlash(request, reply, token)) }));
  });

  app.post(SET_UP_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    const input = {
      token: readFormField(request.body, 'token'),
      email: readFormField(request.body, 'email'),
      name: readFormField(request.body, 'name'),
      password: readFormField(request.body, 'password'),
    };
    const { token: key, email, name } = input;
    const { gate } = request;
    const url = buildSetUpUrl(key);
    const showAgain = (error: string) =>
      redirectToForm(request, reply, { buildUrl: buildSetUpUrl, key, flash: { email, name, error } });
    gate.signInOutcome = 'refused';
    // The page itself shows whether the link is invalid or was opened on another machine.
    if (!worksFromAnywhere && !isLocal(request)) return reply.redirect(url, 303);
    const source = { address: request.ip, device: describeDevice(request.headers['user-agent']) };
    const result = await identity.setUp.complete({ ...input, ...source });
    // The owner of a new site begins with the checklist there.
    const page = { url, next: ADMIN_PATH, showAgain, unavailable: gate.release.texts.setupUnavailable };
    return answerPasswordResult({ identity, findSignInStep }, request, reply, result, page);
  });
}
