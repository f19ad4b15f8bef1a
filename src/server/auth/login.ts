import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Identity } from '../../accounts/create-identity.ts';
import { type IdentityProvider, refused, type Verification } from '../../accounts/providers/sign-in-mode.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import type { Texts } from '../../config/texts.ts';
import {
  LOGIN_PATH,
  loginUrl,
  SESSION_URL,
  SIGN_IN_URL,
  SIGN_OUT_URL,
  signInStartUrl,
} from '../../model/urls.ts';
import type { Announcements } from '../api/announcement.ts';
import { currentSession, waitingForProvider } from '../gate/session-step.ts';
import { deviceOf } from '../http/device.ts';
import { type ErrorAnswer, sendError } from '../http/errors.ts';
import { formText, isForm, sendPage } from '../http/forms.ts';
import { isLocal } from '../http/is-local.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { firebaseLoginHeaders } from '../http/security-headers.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession, endBrowserSession } from './browser-session.ts';
import { backToForm, takeFlash } from './flash.ts';
import { leaveForProvider } from './redirect-sign-in.ts';
import { relyingParty } from './relying-party.ts';
import { safeNext } from './safe-next.ts';
import { goToSecondFactor, passkeyCookie } from './second-factor.ts';
import { loginMessage, signedInState, signInFailure, signInFault } from './sign-in-answers.ts';

/** Longer ones are nobody's; what a password may be, the identity subject says. */
const credentials = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(1_024) });

/** The service's tokens are about 1,000 characters; claims of one's own add at most 1,000. */
const handedOver = z.object({
  idToken: z.string().min(1).max(8_192),
  refreshToken: z.string().min(1).max(4_096).optional(),
});

type Attempt =
  | { kind: 'passkey'; answer: string }
  | { kind: 'password'; credentials: z.infer<typeof credentials> }
  | { kind: 'token'; idToken: string; verify: () => Promise<Verification> }
  | { kind: 'refused'; answer: ErrorAnswer };

/** What was posted, if this site signs people in that way. */
function attemptOf(body: unknown, { signIn }: IdentityProvider, texts: Texts): Attempt {
  const otherMode = signInFault('other-identity-mode', texts);
  switch (signIn.by) {
    case 'password': {
      const answer = formText(body, 'passkey');
      if (answer !== '') return { kind: 'passkey', answer };
      const { data } = credentials.safeParse(body);
      return data
        ? { kind: 'password', credentials: data }
        : { kind: 'refused', answer: signInFault('malformed', texts) };
    }
    case 'token': {
      const { data } = handedOver.safeParse(body);
      if (data === undefined) return { kind: 'refused', answer: otherMode };
      const { idToken, refreshToken } = data;
      return { kind: 'token', idToken, verify: () => signIn.verify(idToken, refreshToken) };
    }
    case 'redirect':
      return { kind: 'refused', answer: otherMode };
  }
}

/** Longer than a token is taken after the sign-in that it comes from. */
const TOKEN_REMEMBERED_MS = 10 * 60_000;

/** A token signs in once: a copy of it is somebody else's. */
async function firstVerified(
  identity: Pick<Identity, 'firstUse'>,
  { idToken, verify }: Extract<Attempt, { kind: 'token' }>,
): Promise<Verification> {
  const verified = await verify();
  if (verified.outcome !== 'verified') return verified;
  // Without its signature, which the same token may have in several spellings.
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  const isFirst = await identity.firstUse(`token ${signed}`, TOKEN_REMEMBERED_MS);
  return isFirst ? verified : refused('token-expired', 'used before');
}

/** `/login` and `/auth/*`: the only way in, and the way out. */
export function loginRoutes(
  app: FastifyInstance,
  { identity, mode, announcements, baseUrl }: RouteParts & { announcements: Announcements },
): void {
  app.get<{ Querystring: Record<string, unknown> }>(LOGIN_PATH, async (request, reply) => {
    const { gate, query } = request;
    if (await currentSession(identity, gate)) return reply.redirect('/', 303);
    // Who was signed in until the provider's word became too old goes there and back, and reads on.
    if (
      mode.signIn.by === 'redirect' &&
      query.error === undefined &&
      (await waitingForProvider(identity, gate))
    )
      return reply.redirect(signInStartUrl(mode.signIn.paths.start, safeNext(query.next), 'silently'), 303);
    const { error, email, wait } = await takeFlash(request, reply, formText(query, 'form'));
    // A sign-in elsewhere that failed leads back here; one by form has left what it knows.
    const code = error ?? (mode.signIn.by === 'password' ? undefined : query.error);
    const { inline, templates, texts } = gate.release;
    const { template, values, sources } = mode.loginPage;
    if (sources) reply.headers(firebaseLoginHeaders(inline, sources));
    const next = safeNext(query.next);
    const passkeys = relyingParty(request, baseUrl) === undefined ? '' : 'yes';
    const message = loginMessage(code, texts, wait);
    const page = {
      next,
      encodedNext: encodeURIComponent(next),
      error: message,
      // What just went wrong matters more than why the page was opened.
      notice: query.ended === 'yes' && message === undefined ? texts.sessionHasEnded : undefined,
      email,
      passkeys,
      ...values(next),
    };
    return sendPage(reply, 200, templates[template](page));
  });

  app.get(SESSION_URL, async (request, reply) => {
    const session = await currentSession(identity, request.gate);
    reply.header('vary', 'Cookie');
    if (session === undefined) return { state: 'signed-out' };
    const announcement = await announcements.shown();
    return { ...signedInState(session.user), ...(announcement === undefined ? {} : { announcement }) };
  });

  app.post(SIGN_IN_URL, SMALL_BODY, async (request, reply) => {
    const { gate } = request;
    const { texts } = gate.release;
    const next = safeNext(formText(request.body, 'next'));
    const refuse = (answer: ErrorAnswer): FastifyReply | Promise<FastifyReply> => {
      if (!isForm(request)) return sendError(reply, answer);
      const urlOf = (form: string) => loginUrl({ form, ...(next !== '/' && { next }) });
      const wait = Number(answer.headers?.['retry-after'] ?? 0);
      const flash = {
        error: answer.code,
        email: formText(request.body, 'email'),
        wait: Math.ceil(wait / 60),
      };
      return backToForm(request, reply, { urlOf, flash });
    };

    const attempt = attemptOf(request.body, mode, texts);
    if (attempt.kind === 'refused') return refuse(attempt.answer);
    if (mode.signIn.by === 'token' && mode.signIn.isUnsigned && !isLocal(request)) {
      gate.signIn = 'refused';
      return refuse(signInFault('token-forged', texts));
    }
    const result = await tryIt(attempt, request);
    if (result.outcome === 'second-factor')
      return goToSecondFactor(request, reply, { token: result.token, next });
    if (result.outcome !== 'signed-in') {
      gate.signIn = result.outcome;
      const isRefused = result.outcome === 'refused' && attempt.kind === 'passkey';
      return refuse(isRefused ? signInFault('wrong-passkey', texts) : signInFailure(result, texts));
    }
    await beginBrowserSession(identity, request, reply, result.token);
    return isForm(request) ? reply.redirect(next, 303) : reply.send(signedInState(result.user));
  });

  function tryIt(
    attempt: Exclude<Attempt, { kind: 'refused' }>,
    request: FastifyRequest,
  ): Promise<SignInResult | ProviderSignInResult> {
    const { headers, gate, ip: address } = request;
    const source = { address, device: deviceOf(headers['user-agent']) };
    switch (attempt.kind) {
      case 'token':
        return identity.signInBy(address, () => firstVerified(identity, attempt), source.device);
      case 'password':
        return identity.signIn({ ...attempt.credentials, ...source });
      case 'passkey': {
        const token = passkeyCookie.read(headers.cookie, gate.site);
        const party = relyingParty(request, baseUrl);
        return identity.passkeys.finish({ token, answer: attempt.answer, party, source });
      }
    }
  }

  app.post(SIGN_OUT_URL, SMALL_BODY, async (request, reply) => {
    await endBrowserSession(identity, request, reply);
    if (mode.signIn.by === 'redirect')
      return leaveForProvider(request, reply, { provider: mode.signIn, baseUrl });
    return isForm(request) ? reply.redirect(loginUrl(), 303) : reply.code(204).send();
  });
}
