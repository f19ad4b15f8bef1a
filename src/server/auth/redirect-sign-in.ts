import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  RedirectFlow,
  RedirectSignIn,
  Verification,
} from '../../accounts/providers/identity-provider.ts';
import { buildLoginUrl } from '../../model/urls.ts';
import { findCurrentSession, isWaitingForProvider } from '../gate/session-step.ts';
import { buildPublicUrl } from '../http/base-path.ts';
import { readSessionTokens } from '../http/cookies.ts';
import { describeDevice } from '../http/device.ts';
import { type ErrorAnswer, sendError } from '../http/errors.ts';
import { isForm, sendPage } from '../http/forms.ts';
import { isNavigation } from '../http/navigation.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession } from './browser-session.ts';
import { redirectCookies } from './redirect-cookies.ts';
import { sanitizeNext } from './safe-next.ts';
import { createSignInError, describeSignInFailure } from './sign-in-answers.ts';

/** The redirects to the identity provider and back. They don't accept `HEAD`, which must not change anything. */
export function redirectRoutes(
  app: FastifyInstance,
  { identity, identityProvider, baseUrl }: RouteParts,
): void {
  const { signIn: provider, faults } = identityProvider;
  if (provider.by !== 'redirect') return;
  const options = { exposeHeadRoute: false };
  const { paths, flowSeconds } = provider;

  app.get<{ Querystring: Record<string, unknown> }>(paths.start, options, async (request, reply) => {
    const next = sanitizeNext(request.query.next, request.gate.routes);
    const { query } = request;
    // Users who are signed in may have to prove their identity again.
    const signInKind = query.fresh === 'yes' ? 'fresh' : query.silently === 'yes' ? 'silently' : undefined;
    if (signInKind !== 'fresh' && (await findCurrentSession(identity, request.gate)))
      return reply.redirect(next, 303);
    const beginResult = await provider.begin(
      buildPublicUrl(paths.callback, request, baseUrl),
      next,
      signInKind,
    );
    if (beginResult.outcome !== 'begun') {
      request.log.warn({ fault: beginResult.fault, reason: beginResult.reason }, "A sign-in couldn't start.");
      return redirectToLogin(
        request,
        reply,
        describeSignInFailure(beginResult, request.gate.release.texts, faults),
        next,
      );
    }
    const cookies = redirectCookies(request.gate.site);
    return reply
      .header('set-cookie', cookies.setFlow(beginResult.flow, flowSeconds))
      .redirect(beginResult.url, 303);
  });

  app.get(paths.callback, options, async (request, reply) => {
    const { texts } = request.gate.release;
    const cookies = redirectCookies(request.gate.site);
    // One callback, one attempt: the state is deleted even if the attempt fails.
    reply.header('set-cookie', cookies.clearFlow);
    const callback = new URL(buildPublicUrl(paths.callback, request, baseUrl) + request.gate.query);
    const flow = await provider.openFlow(cookies.flow(request.headers.cookie));
    const fault = flow === undefined ? 'sign-in-expired' : findStateFault(flow, callback);
    if (flow === undefined || fault !== undefined)
      return redirectToLogin(
        request,
        reply,
        createSignInError(fault ?? 'sign-in-expired', texts),
        flow?.next ?? '/',
      );
    // A silent check failed. The user made no attempt, so there is nothing to record.
    if (callback.searchParams.get('error') !== null && (await isWaitingForProvider(identity, request.gate)))
      return redirectToLogin(request, reply, createSignInError('sign-in-needed', texts), flow.next);
    let hint: string | undefined;
    const verify = async (): Promise<Verification> => {
      // The provider should accept a code only once. This check doesn't rely on it.
      if (!(await identity.claimFirstUse(`oidc ${flow.state}`, flowSeconds * 1_000))) {
        return { outcome: 'refused', fault: 'sign-in-repeated' };
      }
      const { signOutHint, ...verification } = await flow.finish(callback);
      hint = signOutHint;
      return verification;
    };
    const oldTokens = readSessionTokens(request.headers.cookie, request.gate.site);
    const device = describeDevice(request.headers['user-agent']);
    const result = await identity.signInBy(request.ip, verify, device, oldTokens);
    if (result.outcome !== 'signed-in') {
      request.gate.signInOutcome = result.outcome;
      return redirectToLogin(request, reply, describeSignInFailure(result, texts, faults), flow.next);
    }
    await beginBrowserSession(identity, request, reply, result.token);
    reply.header('set-cookie', hint === undefined ? cookies.clearHint : cookies.setHint(hint));
    return reply.redirect(sanitizeNext(flow.next, request.gate.routes), 303);
  });
}

/** Ends the user's session at the provider too. Otherwise the next sign-in wouldn't ask for any credentials. */
export async function signOutAtProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, baseUrl }: { provider: RedirectSignIn; baseUrl: string | undefined },
): Promise<FastifyReply> {
  const cookies = redirectCookies(request.gate.site);
  reply.header('set-cookie', cookies.clearHint);
  const address = await provider.signOutAddress(
    cookies.hint(request.headers.cookie),
    buildPublicUrl(buildLoginUrl(), request, baseUrl),
  );
  if (!isForm(request)) {
    // The script of the page follows the header.
    if (address !== undefined) reply.header('location', address);
    return reply.code(204).send();
  }
  if (address === undefined) return reply.redirect(buildLoginUrl(), 303);
  const { leavePage } = await import('../../ui/login/leave-page.ts');
  // The policy keeps forms from redirecting to another site. A page in between may lead there.
  return sendPage(reply, 200, leavePage(address, request.gate.release.texts));
}

function findStateFault(flow: RedirectFlow, callback: URL): 'state-mismatch' | undefined {
  const states = callback.searchParams.getAll('state');
  return states.length === 1 && states[0] === flow.state ? undefined : 'state-mismatch';
}

/** Redirects to the sign-in page. Its URL has neither the code nor the state, and only an error code of our own. */
function redirectToLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ErrorAnswer,
  next: string,
): FastifyReply {
  if (!isNavigation(request.method, request.headers)) return sendError(reply, answer);
  const nextPath = sanitizeNext(next, request.gate.routes);
  const url = buildLoginUrl({ error: answer.code, ...(nextPath !== '/' && { next: nextPath }) });
  return reply.redirect(url, 303);
}
