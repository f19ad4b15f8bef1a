import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EnrolResult } from '../../accounts/factors/enrolment.ts';
import { signInStartUrl } from '../../model/urls.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { qrPicture } from '../auth/qr-picture.ts';
import { relyingParty, siteLabel } from '../auth/relying-party.ts';
import { deviceOf } from '../http/device.ts';
import { type ErrorAnswer, errorAnswer, noAccount, nothingHere, tooManyAttempts } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint, type Caller } from './answer-endpoint.ts';

/** A reader's second factors; how somebody proves again who they are; and the reset by an administrator. */
export function factorApi(
  app: FastifyInstance,
  { identity: { factors, stepUp, accounts }, mode, baseUrl }: RouteParts,
): void {
  const isLocal = mode.signIn.by === 'password';
  const party = (request: FastifyRequest) => (isLocal ? relyingParty(request, baseUrl) : undefined);
  const asking = ({ user, token, request }: Caller) => ({ user, token, from: request.ip });

  answerEndpoint(app, 'listFactors', async (_, { user, request }) => {
    if (!isLocal) return { error: nothingHere };
    const { passkeys, codes, recoveryCodes, isNeeded, canHaveCodes } = await factors.list(user);
    return {
      answer: {
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) =>
          isoTimes({ id, name, createdAt, lastUsedAt }, 'createdAt', 'lastUsedAt'),
        ),
        codesSince: codes === undefined ? null : new Date(codes.createdAt).toISOString(),
        recoveryCodes,
        isNeeded,
        can: { passkeys: party(request) !== undefined, codes: canHaveCodes },
      },
    };
  });

  answerEndpoint(app, 'beginCodes', async (_, caller) => {
    const begun = isLocal
      ? await factors.beginCodes(asking(caller), siteLabel(caller.request, baseUrl))
      : undefined;
    return begun === undefined
      ? { error: nothingHere }
      : { answer: { ...begun, picture: qrPicture(begun.address) } };
  });

  answerEndpoint(app, 'confirmCodes', async ({ body }, caller) => {
    if (!isLocal) return { error: nothingHere };
    const result = await factors.confirmCodes(asking(caller), body.code);
    if (result.outcome === 'throttled') return { error: tooManyAttempts(result.retryAt) };
    return enrolled(result);
  });

  answerEndpoint(app, 'removeCodes', async (_, caller) => removed(await factors.removeCodes(asking(caller))));

  answerEndpoint(app, 'beginPasskey', async (_, caller) => {
    const site = party(caller.request);
    if (site === undefined) return { error: nothingHere };
    return { answer: { ...(await factors.passkeyOptions(asking(caller), site)) } };
  });

  answerEndpoint(app, 'addPasskey', async ({ body }, caller) => {
    const site = party(caller.request);
    if (site === undefined) return { error: nothingHere };
    const name = body.name.trim() || (deviceOf(caller.request.headers['user-agent']) ?? '');
    const answer = body.passkey;
    return enrolled(await factors.addPasskey(asking(caller), { answer, name }, site));
  });

  answerEndpoint(app, 'renamePasskey', async ({ params, body }, caller) =>
    (await factors.renamePasskey(asking(caller), params.passkey, body.name))
      ? { answer: undefined }
      : { error: noPasskey },
  );

  answerEndpoint(app, 'removePasskey', async ({ params }, caller) =>
    removed(await factors.removePasskey(asking(caller), params.passkey)),
  );

  answerEndpoint(app, 'renewRecoveryCodes', async (_, caller) => {
    const recoveryCodes = await factors.renewRecoveryCodes(asking(caller));
    return recoveryCodes === undefined ? { error: nothingHere } : { answer: { recoveryCodes } };
  });

  answerEndpoint(app, 'beginVerification', async (_, caller) => {
    if (mode.signIn.by === 'redirect')
      return {
        answer: {
          password: false,
          codes: false,
          signIn: signInStartUrl(mode.signIn.paths.start, '/', 'fresh'),
        },
      };
    if (!isLocal) return { answer: { password: false, codes: false } };
    const { passkey, ...ways } = await stepUp.listMethods(caller, party(caller.request));
    return { answer: { ...ways, ...(passkey && { passkey: { ...passkey } }) } };
  });

  answerEndpoint(app, 'verify', async ({ body }, caller) => {
    if (!isLocal) return { error: nothingHere };
    const given = 'passkey' in body ? { ...body, party: party(caller.request) } : body;
    const result = await stepUp.verify(caller, given, caller.request.ip);
    switch (result.outcome) {
      case 'verified':
        return { answer: undefined };
      case 'refused':
        return { error: errorAnswer(403, 'wrong-credentials', 'This is not correct.') };
      case 'throttled':
        return { error: tooManyAttempts(result.retryAt) };
      case 'unavailable':
        return { error: errorAnswer(503, 'unavailable', 'This cannot be looked at just now.') };
    }
  });

  answerEndpoint(app, 'resetFactors', async ({ params }, { user }) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    if (await accounts.actingAs(user.email).resetFactors(account)) return { answer: undefined };
    return { error: errorAnswer(409, 'no-factor', 'The account has no second factor.') };
  });
}

const noPasskey = errorAnswer(404, 'not-found', 'There is no such passkey.');

function enrolled(result: EnrolResult): { answer: { recoveryCodes?: string[] } } | { error: ErrorAnswer } {
  switch (result.outcome) {
    case 'added':
      return { answer: result.recoveryCodes === undefined ? {} : { recoveryCodes: result.recoveryCodes } };
    case 'not-possible':
      return { error: nothingHere };
    case 'refused':
      return { error: errorAnswer(409, 'wrong-credentials', 'This is not correct.') };
    case 'expired':
      return { error: errorAnswer(409, 'sign-in-expired', 'It took too long: begin again.') };
    case 'too-many':
      return { error: errorAnswer(409, 'too-many', 'There are too many passkeys already.') };
  }
}

function removed(outcome: 'removed' | 'unknown' | 'needed'): { answer: undefined } | { error: ErrorAnswer } {
  switch (outcome) {
    case 'removed':
      return { answer: undefined };
    case 'unknown':
      return { error: noPasskey };
    case 'needed':
      return {
        error: errorAnswer(409, 'factor-needed', 'The account must have a second factor.'),
      };
  }
}
