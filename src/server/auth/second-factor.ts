import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CHALLENGE_MS } from '../../accounts/factors/challenges.ts';
import type { Texts } from '../../config/texts.ts';
import { loginUrl, PASSKEY_OPTIONS_URL, SECOND_FACTOR_PATH, secondFactorUrl } from '../../model/urls.ts';
import { siteCookie } from '../http/cookies.ts';
import { deviceOf } from '../http/device.ts';
import { errorAnswer, sendError } from '../http/errors.ts';
import { formText, isForm, sendPage } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import type { RouteParts } from '../route-parts.ts';
import { beginBrowserSession } from './browser-session.ts';
import { backToForm, laterFlash, takeFlash } from './flash.ts';
import { qrPicture } from './qr-picture.ts';
import { relyingParty, siteLabel } from './relying-party.ts';
import { safeNext } from './safe-next.ts';
import { loginMessage, tooManyAttempts } from './sign-in-answers.ts';

// They hold a browser to what it has begun, for minutes, and open nothing by themselves.
const waitingCookie = siteCookie('second-factor');
export const passkeyCookie = siteCookie('passkey');
const STEP_SECONDS = CHALLENGE_MS / 1_000;

/** The password was right: the browser goes on to the second factor, and has no session yet. */
export function goToSecondFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, next }: { token: string; next: string },
): FastifyReply {
  const { gate } = request;
  gate.signIn = 'second-factor';
  reply.header('set-cookie', waitingCookie.set(gate.site, token, STEP_SECONDS));
  if (isForm(request)) return reply.redirect(secondFactorUrl(next === '/' ? {} : { next }), 303);
  return sendError(reply, errorAnswer(403, 'second-factor', gate.release.texts.secondFactorNeeded));
}

/** Where a sign-in goes on after the password. Codes work without scripts. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { identity: { secondFactor, passkeys, signOut }, baseUrl }: RouteParts,
): void {
  const waitingToken = ({ headers, gate }: FastifyRequest) => waitingCookie.read(headers.cookie, gate.site);

  app.get<{ Querystring: Record<string, unknown> }>(SECOND_FACTOR_PATH, async (request, reply) => {
    const { query, gate } = request;
    const next = safeNext(query.next);
    const waiting = await secondFactor.find(waitingToken(request));
    if (waiting === undefined) return reply.redirect(loginUrl(next === '/' ? {} : { next }), 303);
    const { error, wait } = await takeFlash(request, reply, formText(query, 'form'));
    const { templates, texts } = gate.release;
    const canUsePasskeys = waiting.passkeys && relyingParty(request, baseUrl) !== undefined;
    const page = {
      next,
      encodedNext: encodeURIComponent(next),
      error: factorMessage(error, texts, wait),
      codes: waiting.codes ? 'yes' : '',
      passkeys: canUsePasskeys ? 'yes' : '',
    };
    if (waiting.needs === 'proof') return sendPage(reply, 200, templates['second-factor'](page));
    const begun = waiting.codes
      ? await secondFactor.beginCodes(waitingToken(request), siteLabel(request, baseUrl))
      : undefined;
    const codes = begun ? { secret: inGroups(begun.secret), picture: qrPicture(begun.address) } : {};
    return sendPage(reply, 200, templates['second-factor-set-up']({ ...page, ...codes }));
  });

  app.post(SECOND_FACTOR_PATH, SMALL_BODY, async (request, reply): Promise<FastifyReply> => {
    const { body, gate } = request;
    const next = safeNext(formText(body, 'next'));
    const passkey = formText(body, 'passkey');
    gate.signIn = 'refused';
    const result = await secondFactor.complete({
      token: waitingToken(request),
      factor: passkey
        ? { passkey, party: relyingParty(request, baseUrl) }
        : { code: formText(body, 'code') || formText(body, 'recovery') },
      source: { address: request.ip, device: deviceOf(request.headers['user-agent']) },
      name: deviceOf(request.headers['user-agent']) ?? '',
    });
    const wanted = next === '/' ? {} : { next };
    const again = (flash: { error: string; wait?: number | undefined }) =>
      backToForm(request, reply, { urlOf: (form) => secondFactorUrl({ form, ...wanted }), flash });
    switch (result.outcome) {
      case 'signed-in': {
        await beginBrowserSession({ signOut }, request, reply, result.token);
        reply.header('set-cookie', waitingCookie.clear(gate.site));
        if (result.recoveryCodes === undefined) return reply.redirect(next, 303);
        // Not by way of an address: they are shown this once, and kept nowhere.
        const codes = result.recoveryCodes.join('\n');
        return sendPage(reply, 200, gate.release.templates['recovery-codes']({ codes, next }));
      }
      case 'invalid':
        return again({ error: 'wrong-factor' });
      case 'throttled':
      case 'unavailable':
        gate.signIn = result.outcome;
        return again(laterFlash(result));
      case 'expired': {
        const urlOf = (form: string) => loginUrl({ form, ...wanted });
        return backToForm(request, reply, { urlOf, flash: { error: 'sign-in-expired' } });
      }
    }
  });

  app.post(PASSKEY_OPTIONS_URL, SMALL_BODY, async (request, reply) => {
    const { gate } = request;
    const { texts } = gate.release;
    const party = relyingParty(request, baseUrl);
    const { data } = purpose.safeParse(request.body);
    if (party === undefined || data === undefined)
      return sendError(reply, errorAnswer(400, 'malformed', texts.factorPasskeyFailed));
    if (data.purpose === 'second-factor') {
      const options = await secondFactor.passkeyOptions(waitingToken(request), party);
      return options ?? sendError(reply, errorAnswer(401, 'sign-in-expired', texts.signInExpired));
    }
    const begun = await passkeys.begin(request.ip, party);
    if (begun.outcome === 'throttled') return sendError(reply, tooManyAttempts(begun.retryAt, texts));
    return reply
      .header('set-cookie', passkeyCookie.set(gate.site, begun.token, STEP_SECONDS))
      .send({ get: begun.options });
  });
}

const purpose = z.strictObject({ purpose: z.enum(['sign-in', 'second-factor']) });

/** For whoever types it. */
function inGroups(secret: string): string {
  return (secret.match(/.{4}/g) ?? []).join(' ');
}

function factorMessage(code: unknown, texts: Texts, wait: number | undefined): string | undefined {
  return code === 'wrong-factor' ? texts.factorWrong : loginMessage(code, texts, wait);
}
