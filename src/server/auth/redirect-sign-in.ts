import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RedirectFlow, RedirectSignIn, Verification } from '../../accounts/providers/sign-in-mode.ts';
import { loginUrl } from '../../model/urls.ts';
import { currentSession, waitingForProvider } from '../gate/session-step.ts';
import { publicUrl } from '../http/base-path.ts';
import { sessionTokens } from '../http/cookies.ts';
import { deviceOf } from '../http/device.ts';
import { type ErrorAnswer, sendError } from '../http/errors.ts';
import { isForm, sendPage } from '../http/forms.ts';
import { isNavigation } from '../http/navigation.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession } from './browser-session.ts';
import { redirectCookies } from './redirect-cookies.ts';
import { safeNext } from './safe-next.ts';
import { signInFailure, signInFault } from './sign-in-answers.ts';

/** To the provider and back. Without `HEAD`: looking must not begin or end anything. */
export function redirectRoutes(app: FastifyInstance, { identity, mode, baseUrl }: RouteParts): void {
  const { signIn: provider } = mode;
  if (provider.by !== 'redirect') return;
  const options = { exposeHeadRoute: false };
  const { paths, flowSeconds } = provider;

  app.get<{ Querystring: Record<string, unknown> }>(paths.start, options, async (request, reply) => {
    const next = safeNext(request.query.next);
    const { query } = request;
    // Whoever is signed in may have to show again that it is them.
    const how = query.fresh === 'yes' ? 'fresh' : query.silently === 'yes' ? 'silently' : undefined;
    if (how !== 'fresh' && (await currentSession(identity, request.gate))) return reply.redirect(next, 303);
    const begun = await provider.begin(publicUrl(paths.callback, request, baseUrl), next, how);
    if (begun.outcome !== 'begun') {
      request.log.warn({ fault: begun.fault, reason: begun.reason }, 'A sign-in could not begin.');
      return backToLogin(request, reply, signInFailure(begun, request.gate.release.texts), next);
    }
    const cookies = redirectCookies(request.gate.site);
    return reply.header('set-cookie', cookies.setFlow(begun.flow, flowSeconds)).redirect(begun.url, 303);
  });

  app.get(paths.callback, options, async (request, reply) => {
    const { texts } = request.gate.release;
    const cookies = redirectCookies(request.gate.site);
    // Used or not: one callback, one try.
    reply.header('set-cookie', cookies.clearFlow);
    const callback = new URL(publicUrl(paths.callback, request, baseUrl) + request.gate.query);
    const flow = await provider.openFlow(cookies.flow(request.headers.cookie));
    const fault = flow === undefined ? 'sign-in-expired' : stateFault(flow, callback);
    if (flow === undefined || fault !== undefined)
      return backToLogin(request, reply, signInFault(fault ?? 'sign-in-expired', texts), flow?.next ?? '/');
    // No attempt of anybody's, and nothing to write down: they were not asked.
    if (callback.searchParams.get('error') !== null && (await waitingForProvider(identity, request.gate)))
      return backToLogin(request, reply, signInFault('sign-in-needed', texts), flow.next);
    let hint: string | undefined;
    const verify = async (): Promise<Verification> => {
      // The provider takes a code once. So do we, should it not.
      if (!(await identity.firstUse(`oidc ${flow.state}`, flowSeconds * 1_000))) {
        return { outcome: 'refused', fault: 'sign-in-repeated' };
      }
      const { signOutHint, ...verification } = await flow.finish(callback);
      hint = signOutHint;
      return verification;
    };
    const held = sessionTokens(request.headers.cookie, request.gate.site);
    const device = deviceOf(request.headers['user-agent']);
    const result = await identity.signInBy(request.ip, verify, device, held);
    if (result.outcome !== 'signed-in') {
      request.gate.signIn = result.outcome;
      return backToLogin(request, reply, signInFailure(result, texts), flow.next);
    }
    await beginBrowserSession(identity, request, reply, result.token);
    reply.header('set-cookie', hint === undefined ? cookies.clearHint : cookies.setHint(hint));
    return reply.redirect(safeNext(flow.next), 303);
  });
}

/** After our session the provider's own: else the next sign-in would ask nobody anything. */
export async function leaveForProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, baseUrl }: { provider: RedirectSignIn; baseUrl: string | undefined },
): Promise<FastifyReply> {
  const cookies = redirectCookies(request.gate.site);
  reply.header('set-cookie', cookies.clearHint);
  const address = await provider.signOutAddress(
    cookies.hint(request.headers.cookie),
    publicUrl(loginUrl(), request, baseUrl),
  );
  if (!isForm(request)) {
    // The shell follows it.
    if (address !== undefined) reply.header('location', address);
    return reply.code(204).send();
  }
  if (address === undefined) return reply.redirect(loginUrl(), 303);
  const { leavePage } = await import('../../ui/login/leave-page.ts');
  // Browsers hold a form's answer back from redirecting to another site, as the policy says; a page may lead there.
  return sendPage(reply, 200, leavePage(address, request.gate.release.texts));
}

function stateFault(flow: RedirectFlow, callback: URL): 'state-mismatch' | undefined {
  const given = callback.searchParams.getAll('state');
  return given.length === 1 && given[0] === flow.state ? undefined : 'state-mismatch';
}

/** The address that is left has neither code nor state in it, and its error is one of our own codes. */
function backToLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ErrorAnswer,
  next: string,
): FastifyReply {
  if (!isNavigation(request.method, request.headers)) return sendError(reply, answer);
  const wanted = safeNext(next);
  const url = loginUrl({ error: answer.code, ...(wanted !== '/' && { next: wanted }) });
  return reply.redirect(url, 303);
}
