import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { texts } from '../config/texts.ts';
import type { Identity, SignedInUser } from '../identity/identity.ts';
import { clearSessionCookie, sessionCookieName, sessionToken, setSessionCookie } from './cookies.ts';
import { type ErrorAnswer, sendError } from './errors.ts';
import { AUTH_BODY_MAX_BYTES } from './limits.ts';
import { formText, isForm, sendPage } from './pages.ts';
import { safeNext } from './safe-next.ts';
import { sessionUser } from './steps/session.ts';

/** Longer ones are nobody's; what a password may be, the identity subject says. */
const credentials = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(1_024) });

/** How long to wait, and not until when: the reader's clock may be in another time zone than the server's. */
const minutes = new Intl.NumberFormat('es', { style: 'unit', unit: 'minute', unitDisplay: 'long' });

/** `/login` and `/auth/*`: the only way in, and the way out. */
export function loginRoutes(app: FastifyInstance, identity: Identity): void {
  app.get<{ Querystring: Record<string, unknown> }>('/login', async (request, reply) => {
    if (await sessionUser(identity, request.gate)) return reply.redirect('/', 303);
    const { templates } = request.gate.release;
    return sendPage(reply, 200, templates.login({ next: safeNext(request.query.next) }));
  });

  app.get('/auth/session', async (request, reply) => {
    const user = await sessionUser(identity, request.gate);
    reply.header('vary', 'Cookie');
    return user ? signedInState(user) : { state: 'signed-out' };
  });

  app.post('/auth/sign-in', { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply) => {
    const { gate } = request;
    const next = safeNext(formText(request.body, 'next'));
    const refuse = (answer: ErrorAnswer): FastifyReply => {
      if (!isForm(request)) return sendError(reply, answer);
      const email = formText(request.body, 'email');
      const page = gate.release.templates.login({ next, email, error: answer.message });
      return sendPage(reply.headers(answer.headers ?? {}), answer.status, page);
    };

    const given = credentials.safeParse(request.body);
    if (!given.success) return refuse({ status: 400, code: 'malformed', message: texts.invalidSignIn });
    const result = await identity.signIn({ ...given.data, address: request.ip });
    switch (result.outcome) {
      case 'refused':
        return refuse({ status: 401, code: 'wrong-credentials', message: texts.wrongCredentials });
      case 'throttled':
        return refuse(tooManyAttempts(result.retryAt));
      case 'unavailable':
        return refuse({
          status: 503,
          code: 'unavailable',
          message: texts.signInUnavailable,
          headers: { 'retry-after': '5' },
        });
      case 'signed-in': {
        const cookie = sessionCookieName(gate.site);
        // The session that the browser had until now ends here, whoever it belonged to.
        await identity.signOut(sessionToken(gate.headers.cookie, cookie));
        reply.header('set-cookie', setSessionCookie(cookie, result.token));
        return isForm(request) ? reply.redirect(next, 303) : reply.send(signedInState(result.user));
      }
    }
  });

  app.post('/auth/sign-out', { bodyLimit: AUTH_BODY_MAX_BYTES }, async (request, reply) => {
    const cookie = sessionCookieName(request.gate.site);
    await identity.signOut(sessionToken(request.headers.cookie, cookie));
    reply.headers({ 'set-cookie': clearSessionCookie(cookie), 'clear-site-data': '"cache"' });
    return isForm(request) ? reply.redirect('/login', 303) : reply.code(204).send();
  });
}

function signedInState({ name, email, role }: SignedInUser) {
  return { state: 'signed-in', user: { name, email, role } };
}

function tooManyAttempts(retryAt: number): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  return {
    status: 429,
    code: 'too-many-attempts',
    message: texts.tooManyAttempts.replace('{wait}', minutes.format(Math.ceil(seconds / 60))),
    headers: { 'retry-after': String(seconds) },
  };
}
