import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CHALLENGE_MS } from '../../accounts/factors/challenges.ts';
import type { Texts } from '../../config/texts.ts';
import {
  buildLoginUrl,
  buildSecondFactorUrl,
  PASSKEY_OPTIONS_URL,
  SECOND_FACTOR_PATH,
} from '../../model/urls.ts';
import { beginBrowserSession } from '../../server/auth/browser-session.ts';
import { createRetryFlash, redirectToForm, takeFlash } from '../../server/auth/flash.ts';
import { getSiteLabel, resolveRelyingParty } from '../../server/auth/relying-party.ts';
import { sanitizeNext } from '../../server/auth/safe-next.ts';
import { createTooManyAttemptsError, findLoginMessage } from '../../server/auth/sign-in-answers.ts';
import { passkeyCookie } from '../../server/auth/sign-in-step.ts';
import { createSiteCookie } from '../../server/http/cookies.ts';
import { describeDevice } from '../../server/http/device.ts';
import { errorAnswer, sendError } from '../../server/http/errors.ts';
import { isForm, readFormField, sendPage } from '../../server/http/forms.ts';
import { SMALL_BODY } from '../../server/http/limits.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { namePasskey } from './name-passkey.ts';
import { drawQrPicture } from './qr-picture.ts';

// Cookie that binds a pending sign-in to its browser for a few minutes. It doesn't give access to anything.
const pendingCookie = createSiteCookie('second-factor');
const STEP_SECONDS = CHALLENGE_MS / 1_000;

/** Continues with the second factor after a correct password. The browser has no session yet. */
export function goToSecondFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, next }: { token: string; next: string },
): FastifyReply {
  const { gate } = request;
  gate.signInOutcome = 'second-factor';
  reply.header('set-cookie', pendingCookie.set(gate.site, token, STEP_SECONDS));
  if (isForm(request)) return reply.redirect(buildSecondFactorUrl(next === '/' ? {} : { next }), 303);
  return sendError(reply, errorAnswer(403, 'second-factor', gate.release.texts.secondFactorNeeded));
}

/** The page for the second factor, after the password. Codes work without scripts. */
export function answerSignInPage(
  app: FastifyInstance,
  { identity: { secondFactor, passkeys, signOut }, baseUrl }: Pick<FeatureContext, 'identity' | 'baseUrl'>,
): void {
  const readPendingToken = ({ headers, gate }: FastifyRequest) =>
    pendingCookie.read(headers.cookie, gate.site);

  app.get<{ Querystring: Record<string, unknown> }>(SECOND_FACTOR_PATH, async (request, reply) => {
    const { query, gate } = request;
    const next = sanitizeNext(query.next, request.gate.routes);
    const pending = await secondFactor.find(readPendingToken(request));
    if (pending === undefined) return reply.redirect(buildLoginUrl(next === '/' ? {} : { next }), 303);
    const { error, wait } = await takeFlash(request, reply, readFormField(query, 'form'));
    const { templates, texts } = gate.release;
    const canUsePasskeys = pending.passkeys && resolveRelyingParty(request, baseUrl) !== undefined;
    const page = {
      next,
      encodedNext: encodeURIComponent(next),
      error: findFactorMessage(error, texts, wait),
      codes: pending.codes ? 'yes' : '',
      passkeys: canUsePasskeys ? 'yes' : '',
    };
    if (pending.needs === 'proof') return sendPage(reply, 200, templates['second-factor'](page));
    const codeSetup = pending.codes
      ? await secondFactor.beginCodes(readPendingToken(request), getSiteLabel(request, baseUrl))
      : undefined;
    const codes = codeSetup
      ? { secret: formatSecret(codeSetup.secret), picture: drawQrPicture(codeSetup.address) }
      : {};
    return sendPage(reply, 200, templates['second-factor-set-up']({ ...page, ...codes }));
  });

  app.post(SECOND_FACTOR_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    const { body, gate } = request;
    const next = sanitizeNext(readFormField(body, 'next'), request.gate.routes);
    const passkey = readFormField(body, 'passkey');
    gate.signInOutcome = 'refused';
    const result = await secondFactor.complete({
      token: readPendingToken(request),
      factor: passkey
        ? { passkey, party: resolveRelyingParty(request, baseUrl) }
        : { code: readFormField(body, 'code') || readFormField(body, 'recovery') },
      source: { address: request.ip, device: describeDevice(request.headers['user-agent']) },
      name: namePasskey(request),
    });
    const nextParameter = next === '/' ? {} : { next };
    const showAgain = (flash: { error: string; wait?: number | undefined }) =>
      redirectToForm(request, reply, {
        buildUrl: (form) => buildSecondFactorUrl({ form, ...nextParameter }),
        flash,
      });
    switch (result.outcome) {
      case 'signed-in': {
        await beginBrowserSession({ signOut }, request, reply, result.token);
        reply.header('set-cookie', pendingCookie.clear(gate.site));
        if (result.recoveryCodes === undefined) return reply.redirect(next, 303);
        // No redirect: recovery codes are shown only once and stored nowhere in plain text.
        const codes = result.recoveryCodes.join('\n');
        return sendPage(reply, 200, gate.release.templates['recovery-codes']({ codes, next }));
      }
      case 'invalid':
        return showAgain({ error: 'wrong-factor' });
      case 'throttled':
      case 'unavailable':
        gate.signInOutcome = result.outcome;
        return showAgain(createRetryFlash(result));
      case 'expired': {
        const buildUrl = (form: string) => buildLoginUrl({ form, ...nextParameter });
        return redirectToForm(request, reply, { buildUrl, flash: { error: 'sign-in-expired' } });
      }
    }
  });

  app.post(PASSKEY_OPTIONS_URL, SMALL_BODY, async (request, reply) => {
    const { gate } = request;
    const { texts } = gate.release;
    const party = resolveRelyingParty(request, baseUrl);
    const { data } = purposeSchema.safeParse(request.body);
    if (party === undefined || data === undefined)
      return sendError(reply, errorAnswer(400, 'malformed', texts.factorPasskeyFailed));
    if (data.purpose === 'second-factor') {
      const options = await secondFactor.createPasskeyOptions(readPendingToken(request), party);
      return options ?? sendError(reply, errorAnswer(401, 'sign-in-expired', texts.signInExpired));
    }
    const beginResult = await passkeys.begin(request.ip, party);
    if (beginResult.outcome === 'throttled')
      return sendError(reply, createTooManyAttemptsError(beginResult.retryAt, texts));
    return reply
      .header('set-cookie', passkeyCookie.set(gate.site, beginResult.token, STEP_SECONDS))
      .send({ get: beginResult.options });
  });
}

const purposeSchema = z.strictObject({ purpose: z.enum(['sign-in', 'second-factor']) });

/** Splits a secret into groups of four characters, which are easier to type. */
function formatSecret(secret: string): string {
  return (secret.match(/.{4}/g) ?? []).join(' ');
}

function findFactorMessage(code: unknown, texts: Texts, wait: number | undefined): string | undefined {
  return code === 'wrong-factor' ? texts.factorWrong : findLoginMessage(code, texts, { wait });
}
