import type { FastifyRequest } from 'fastify';
import type { EnrolResult } from '../../accounts/factors/enrolment.ts';
import { answerEndpoint, type Caller } from '../../server/api/answer-endpoint.ts';
import { getSiteLabel, resolveRelyingParty } from '../../server/auth/relying-party.ts';
import {
  accountNotFoundError,
  createTooManyAttempts,
  type ErrorAnswer,
  errorAnswer,
  notFoundError,
} from '../../server/http/errors.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { factorEndpoints } from './factor-endpoints.ts';
import { namePasskey } from './name-passkey.ts';
import { drawQrPicture } from './qr-picture.ts';

/** API for second factors: users manage their own, and administrators reset them. */
export function answerFactorEndpoints({
  app,
  identity: { factors, accounts },
  identityProvider,
  baseUrl,
}: Pick<FeatureContext, 'app' | 'identity' | 'identityProvider' | 'baseUrl'>): void {
  const isLocal = identityProvider.signIn.by === 'password';
  const findRelyingParty = (request: FastifyRequest) =>
    isLocal ? resolveRelyingParty(request, baseUrl) : undefined;
  const toFactorOwner = ({ user, token, request }: Caller) => ({ user, token, from: request.ip });

  answerEndpoint(app, factorEndpoints.listFactors, async (_, { user, request }) => {
    if (!isLocal) return { error: notFoundError };
    const { passkeys, codes, recoveryCodes, isNeeded, canHaveCodes } = await factors.list(user);
    return {
      answer: {
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) =>
          toIsoTimes({ id, name, createdAt, lastUsedAt }, 'createdAt', 'lastUsedAt'),
        ),
        codesSince: codes === undefined ? null : new Date(codes.createdAt).toISOString(),
        recoveryCodes,
        isNeeded,
        can: { passkeys: findRelyingParty(request) !== undefined, codes: canHaveCodes },
      },
    };
  });

  answerEndpoint(app, factorEndpoints.beginCodes, async (_, caller) => {
    const codeSetup = isLocal
      ? await factors.beginCodes(toFactorOwner(caller), getSiteLabel(caller.request, baseUrl))
      : undefined;
    return codeSetup === undefined
      ? { error: notFoundError }
      : { answer: { ...codeSetup, picture: drawQrPicture(codeSetup.address) } };
  });

  answerEndpoint(app, factorEndpoints.confirmCodes, async ({ body }, caller) => {
    if (!isLocal) return { error: notFoundError };
    const result = await factors.confirmCodes(toFactorOwner(caller), body.code);
    if (result.outcome === 'throttled') return { error: createTooManyAttempts(result.retryAt) };
    return toEnrolmentAnswer(result);
  });

  answerEndpoint(app, factorEndpoints.removeCodes, async (_, caller) =>
    toRemovalAnswer(await factors.removeCodes(toFactorOwner(caller))),
  );

  answerEndpoint(app, factorEndpoints.beginPasskey, async (_, caller) => {
    const site = findRelyingParty(caller.request);
    if (site === undefined) return { error: notFoundError };
    return { answer: { ...(await factors.createPasskeyOptions(toFactorOwner(caller), site)) } };
  });

  answerEndpoint(app, factorEndpoints.addPasskey, async ({ body }, caller) => {
    const site = findRelyingParty(caller.request);
    if (site === undefined) return { error: notFoundError };
    const name = body.name.trim() || namePasskey(caller.request);
    const answer = body.passkey;
    return toEnrolmentAnswer(await factors.addPasskey(toFactorOwner(caller), { answer, name }, site));
  });

  answerEndpoint(app, factorEndpoints.renamePasskey, async ({ params, body }, caller) =>
    (await factors.renamePasskey(toFactorOwner(caller), params.passkey, body.name))
      ? { answer: undefined }
      : { error: unknownPasskeyError },
  );

  answerEndpoint(app, factorEndpoints.removePasskey, async ({ params }, caller) =>
    toRemovalAnswer(await factors.removePasskey(toFactorOwner(caller), params.passkey)),
  );

  answerEndpoint(app, factorEndpoints.renewRecoveryCodes, async (_, caller) => {
    const recoveryCodes = await factors.renewRecoveryCodes(toFactorOwner(caller));
    return recoveryCodes === undefined ? { error: notFoundError } : { answer: { recoveryCodes } };
  });

  answerEndpoint(app, factorEndpoints.resetFactors, async ({ params }, { user }) => {
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    if (await accounts.actingAs(user.email).resetFactors(account)) return { answer: undefined };
    return { error: errorAnswer(409, 'no-factor', 'The account has no second factor.') };
  });
}

const unknownPasskeyError = errorAnswer(404, 'not-found', 'Passkey not found.');

function toEnrolmentAnswer(
  result: EnrolResult,
): { answer: { recoveryCodes?: string[] } } | { error: ErrorAnswer } {
  switch (result.outcome) {
    case 'added':
      return { answer: result.recoveryCodes === undefined ? {} : { recoveryCodes: result.recoveryCodes } };
    case 'not-possible':
      return { error: notFoundError };
    case 'refused':
      return { error: errorAnswer(409, 'wrong-credentials', 'The code or passkey is incorrect.') };
    case 'expired':
      return { error: errorAnswer(409, 'sign-in-expired', 'Timed out. Start again.') };
    case 'too-many':
      return {
        error: errorAnswer(
          409,
          'too-many',
          'The account has the maximum number of passkeys. Remove one first.',
        ),
      };
  }
}

function toRemovalAnswer(
  outcome: 'removed' | 'unknown' | 'needed',
): { answer: undefined } | { error: ErrorAnswer } {
  switch (outcome) {
    case 'removed':
      return { answer: undefined };
    case 'unknown':
      return { error: unknownPasskeyError };
    case 'needed':
      return {
        error: errorAnswer(
          409,
          'factor-needed',
          "A second factor is required, so the last one can't be removed.",
        ),
      };
  }
}
