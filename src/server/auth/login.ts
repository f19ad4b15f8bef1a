import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Identity } from '../../accounts/create-identity.ts';
import {
  type IdentityProvider,
  refuse,
  type Verification,
} from '../../accounts/providers/identity-provider.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import type { Texts } from '../../config/texts.ts';
import {
  buildLoginUrl,
  buildSignInStartUrl,
  LOGIN_PATH,
  SESSION_URL,
  SIGN_IN_URL,
  SIGN_OUT_URL,
} from '../../model/urls.ts';
import { findCurrentSession, isWaitingForProvider } from '../gate/session-step.ts';
import { describeDevice } from '../http/device.ts';
import { type ErrorAnswer, sendError } from '../http/errors.ts';
import { isForm, readFormField, sendPage } from '../http/forms.ts';
import { isLocal } from '../http/is-local.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { createExternalLoginHeaders } from '../http/security-headers.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession, endBrowserSession } from './browser-session.ts';
import { redirectToForm, takeFlash } from './flash.ts';
import { signOutAtProvider } from './redirect-sign-in.ts';
import { resolveRelyingParty } from './relying-party.ts';
import { sanitizeNext } from './safe-next.ts';
import {
  createSignInError,
  describeSignInFailure,
  findLoginMessage,
  toSignedInState,
} from './sign-in-answers.ts';
import { continueWithFactor, type FindSignInStep, passkeyCookie } from './sign-in-step.ts';

/** Limits of the input only. `src/accounts` has the rules for passwords. */
const credentialsSchema = z.object({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1_024),
});

/** Firebase tokens have about 1,000 characters, and custom claims add at most 1,000. */
const providerTokensSchema = z.object({
  idToken: z.string().min(1).max(8_192),
  refreshToken: z.string().min(1).max(4_096).optional(),
});

type Attempt =
  | { kind: 'passkey'; answer: string }
  | { kind: 'password'; credentials: z.infer<typeof credentialsSchema> }
  | { kind: 'token'; idToken: string; verify: () => Promise<Verification> }
  | { kind: 'refused'; answer: ErrorAnswer };

/** Reads a sign-in attempt from a body. Refuses it if this site's users sign in in another way. */
function readAttempt(
  body: unknown,
  { signIn }: IdentityProvider,
  { texts, hasPasskeys }: { texts: Texts; hasPasskeys: boolean },
): Attempt {
  const wrongProviderError = createSignInError('other-identity-mode', texts);
  switch (signIn.by) {
    case 'password': {
      const answer = readFormField(body, 'passkey');
      if (answer !== '')
        return hasPasskeys
          ? { kind: 'passkey', answer }
          : { kind: 'refused', answer: createSignInError('second-factor-off', texts) };
      const { data } = credentialsSchema.safeParse(body);
      return data
        ? { kind: 'password', credentials: data }
        : { kind: 'refused', answer: createSignInError('malformed', texts) };
    }
    case 'token': {
      const { data } = providerTokensSchema.safeParse(body);
      if (data === undefined) return { kind: 'refused', answer: wrongProviderError };
      const { idToken, refreshToken } = data;
      return { kind: 'token', idToken, verify: () => signIn.verify(idToken, refreshToken) };
    }
    case 'redirect':
      return { kind: 'refused', answer: wrongProviderError };
  }
}

/** How long a token is remembered: longer than it is accepted after the sign-in at the provider. */
const TOKEN_REMEMBERED_MS = 10 * 60_000;

/** Verifies a token that hasn't been used before. A token is accepted once, so that a stolen copy is useless. */
async function verifyOnce(
  identity: Pick<Identity, 'claimFirstUse'>,
  { idToken, verify }: Extract<Attempt, { kind: 'token' }>,
): Promise<Verification> {
  const verification = await verify();
  if (verification.outcome !== 'verified') return verification;
  // The signature isn't included, because the same signature can be encoded in several ways.
  const signedPart = idToken.slice(0, idToken.lastIndexOf('.'));
  const isFirst = await identity.claimFirstUse(`token ${signedPart}`, TOKEN_REMEMBERED_MS);
  return isFirst ? verification : refuse('token-expired', 'used before');
}

/** Fields of features in the answer about a session. */
export type SessionFields = Map<string, () => Promise<unknown>>;

/** The routes for signing in and out: `/login` and `/auth/*`. */
export function registerLoginRoutes(
  app: FastifyInstance,
  {
    identity,
    identityProvider,
    sessionFields,
    findSignInStep,
    baseUrl,
  }: RouteParts & { sessionFields: SessionFields; findSignInStep: FindSignInStep },
): void {
  const hasPasskeys = () => findSignInStep() !== undefined;
  app.get<{ Querystring: Record<string, unknown> }>(LOGIN_PATH, async (request, reply) => {
    const { gate, query } = request;
    const next = sanitizeNext(query.next, gate.routes);
    // The reader has signed in meanwhile, in another tab for example.
    if (await findCurrentSession(identity, gate)) return reply.redirect(next, 303);
    // If the provider must confirm the session again, the user is redirected there and back without having to sign in.
    if (
      identityProvider.signIn.by === 'redirect' &&
      query.error === undefined &&
      (await isWaitingForProvider(identity, gate))
    )
      return reply.redirect(buildSignInStartUrl(identityProvider.signIn.paths.start, next, 'silently'), 303);
    const { error, email, wait } = await takeFlash(request, reply, readFormField(query, 'form'));
    // A failed sign-in at a provider redirects here with a code in the query. A failed form leaves a flash instead.
    const code = error ?? (identityProvider.signIn.by === 'password' ? undefined : query.error);
    const { inline, templates, texts } = gate.release;
    const { template, values, sources } = identityProvider.loginPage;
    if (sources) reply.headers(createExternalLoginHeaders(inline, sources));
    const passkeys = hasPasskeys() && resolveRelyingParty(request, baseUrl) !== undefined ? 'yes' : '';
    const message = findLoginMessage(code, texts, { wait, faults: identityProvider.faults });
    const page = {
      next,
      encodedNext: encodeURIComponent(next),
      error: message,
      // An error is more important than the notice that the session has ended.
      notice: query.ended === 'yes' && message === undefined ? texts.sessionHasEnded : undefined,
      email,
      passkeys,
      ...values(next),
    };
    return sendPage(reply, 200, templates[template](page));
  });

  app.get(SESSION_URL, async (request, reply) => {
    const session = await findCurrentSession(identity, request.gate);
    reply.header('vary', 'Cookie');
    if (session === undefined) return { state: 'signed-out' };
    const fields = await Promise.all(
      [...sessionFields].map(async ([field, read]) => [field, await read()] as const),
    );
    // JSON leaves out fields that are undefined.
    return { ...toSignedInState(session.user), ...Object.fromEntries(fields) };
  });

  app.post(SIGN_IN_URL, SMALL_BODY, async (request, reply) => {
    const { gate } = request;
    const { texts } = gate.release;
    const next = sanitizeNext(readFormField(request.body, 'next'), request.gate.routes);
    const sendRefusal = (answer: ErrorAnswer): FastifyReply | Promise<FastifyReply> => {
      if (!isForm(request)) return sendError(reply, answer);
      const buildUrl = (form: string) => buildLoginUrl({ form, ...(next !== '/' && { next }) });
      const wait = Number(answer.headers?.['retry-after'] ?? 0);
      const flash = {
        error: answer.code,
        email: readFormField(request.body, 'email'),
        wait: Math.ceil(wait / 60),
      };
      return redirectToForm(request, reply, { buildUrl, flash });
    };

    const attempt = readAttempt(request.body, identityProvider, { texts, hasPasskeys: hasPasskeys() });
    if (attempt.kind === 'refused') return sendRefusal(attempt.answer);
    if (identityProvider.signIn.by === 'token' && identityProvider.signIn.isUnsigned && !isLocal(request)) {
      gate.signInOutcome = 'refused';
      return sendRefusal(createSignInError('token-forged', texts));
    }
    const result = await runAttempt(attempt, request);
    if (result.outcome === 'second-factor')
      return continueWithFactor(findSignInStep, request, reply, { token: result.token, next });
    if (result.outcome !== 'signed-in') {
      gate.signInOutcome = result.outcome;
      const isRefused = result.outcome === 'refused' && attempt.kind === 'passkey';
      return sendRefusal(
        isRefused
          ? createSignInError('wrong-passkey', texts)
          : describeSignInFailure(result, texts, identityProvider.faults),
      );
    }
    await beginBrowserSession(identity, request, reply, result.token);
    return isForm(request) ? reply.redirect(next, 303) : reply.send(toSignedInState(result.user));
  });

  function runAttempt(
    attempt: Exclude<Attempt, { kind: 'refused' }>,
    request: FastifyRequest,
  ): Promise<SignInResult | ProviderSignInResult> {
    const { headers, gate, ip: address } = request;
    const source = { address, device: describeDevice(headers['user-agent']) };
    switch (attempt.kind) {
      case 'token':
        return identity.signInBy(address, () => verifyOnce(identity, attempt), source.device);
      case 'password':
        return identity.signIn({ ...attempt.credentials, ...source });
      case 'passkey': {
        const token = passkeyCookie.read(headers.cookie, gate.site);
        const party = resolveRelyingParty(request, baseUrl);
        return identity.passkeys.finish({ token, answer: attempt.answer, party, source });
      }
    }
  }

  app.post(SIGN_OUT_URL, SMALL_BODY, async (request, reply) => {
    await endBrowserSession(identity, request, reply);
    if (identityProvider.signIn.by === 'redirect')
      return signOutAtProvider(request, reply, { provider: identityProvider.signIn, baseUrl });
    return isForm(request) ? reply.redirect(buildLoginUrl(), 303) : reply.code(204).send();
  });
}
