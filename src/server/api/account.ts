import type { FastifyInstance } from 'fastify';
import type { AccountFault } from '../../accounts/account.ts';
import type { ConfirmationFailure } from '../../accounts/confirm-owner.ts';
import type { Texts } from '../../config/texts.ts';
import { accountEndpoints } from '../../model/api/account.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { describeDevice } from '../http/device.ts';
import { createTooManyAttempts, type ErrorAnswer, errorAnswer, notFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { toAccountError as refusalOf, toInvalidError } from './accounts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for users to manage their own account. */
export function registerAccountApi(
  app: FastifyInstance,
  { identity: { own: ownAccount, emailChanges, personalData }, identityProvider }: RouteParts,
): void {
  // Whether this site stores the passwords.
  const hasPasswords = identityProvider.signIn.by === 'password';
  answerEndpoint(app, accountEndpoints.readAccount, async (_, { user: { email, name, role } }) => ({
    answer: { email, name, role, isLocal: hasPasswords, canChangeEmail: emailChanges.canAsk },
  }));

  answerEndpoint(app, accountEndpoints.changePassword, async ({ body }, { user, request }) => {
    if (!hasPasswords) return { error: notFoundError };
    const result = await ownAccount.changePassword({
      user,
      ...body,
      address: request.ip,
      device: describeDevice(request.headers['user-agent']),
    });
    if (result.outcome !== 'changed') return { error: toOwnAccountError(result, request.gate.release.texts) };
    const { headers, gate } = request;
    return {
      answer: undefined,
      headers: { 'set-cookie': setSessionCookies(headers.cookie, gate.site, result.token) },
    };
  });

  answerEndpoint(app, accountEndpoints.renameAccount, async ({ body }, { user, request }) => {
    if (!hasPasswords) return { error: notFoundError };
    const result = await ownAccount.rename(user, body.name);
    return result.outcome === 'done'
      ? { answer: undefined }
      : { error: toOwnAccountError(result, request.gate.release.texts) };
  });

  answerEndpoint(app, accountEndpoints.askForEmailChange, async ({ body }, { user, request }) => {
    if (!emailChanges.canAsk) return { error: notFoundError };
    const result = await emailChanges.ask({ user, ...body, address: request.ip });
    return result.outcome === 'requested'
      ? { answer: undefined }
      : { error: toOwnAccountError(result, request.gate.release.texts) };
  });

  answerEndpoint(app, accountEndpoints.exportOwnData, async (_, { user }) => {
    const answer = await personalData.collect(user.accountId);
    return answer ? { answer } : { error: notFoundError };
  });

  answerEndpoint(app, accountEndpoints.removeOwnAccount, async ({ body }, { user, request }) => {
    const result = await ownAccount.remove({ user, ...body, address: request.ip });
    if (result.outcome === 'removed') return { answer: undefined };
    if (result.outcome === 'last-administrator') return { error: refusalOf(result.outcome) };
    return { error: toOwnAccountError(result, request.gate.release.texts) };
  });

  answerEndpoint(app, accountEndpoints.listSessions, async (_, { user, token }) => {
    const sessions = await ownAccount.listSessions(user, token);
    const currentSessions = sessions.filter(({ current }) => current);
    const otherSessions = sessions.filter(({ current }) => !current);
    return {
      answer: {
        sessions: [...currentSessions, ...otherSessions].map((session) =>
          toIsoTimes(session, 'createdAt', 'lastSeenAt'),
        ),
      },
    };
  });

  answerEndpoint(app, accountEndpoints.endSession, async ({ params }, { user, token }) => {
    // Ending a session that has already ended isn't an error.
    await ownAccount.endSession(user, token, params.session);
    return { answer: undefined };
  });

  answerEndpoint(app, accountEndpoints.endOtherSessions, async (_, { user, token }) => ({
    answer: { ended: await ownAccount.endOtherSessions(user, token) },
  }));
}

function toOwnAccountError(
  result: ConfirmationFailure | { outcome: 'invalid'; problems: AccountFault[] },
  texts: Texts,
): ErrorAnswer {
  switch (result.outcome) {
    case 'refused':
      return errorAnswer(403, 'wrong-credentials', 'The current password is incorrect.');
    case 'invalid':
      return toInvalidError(result.problems, texts);
    case 'unavailable':
      return errorAnswer(503, 'unavailable', "Your account can't be changed right now. Try again shortly.", {
        'retry-after': '5',
      });
    case 'throttled':
      return createTooManyAttempts(result.retryAt);
  }
}
