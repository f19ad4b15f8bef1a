import type { FastifyInstance } from 'fastify';
import type { AccountFault } from '../../accounts/account.ts';
import type { ConfirmationFailure } from '../../accounts/confirm-owner.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { deviceOf } from '../http/device.ts';
import { type ErrorAnswer, errorAnswer, nothingHere, tooManyAttempts } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { invalid, refusal as refusalOf } from './accounts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** What readers do with their own account. */
export function accountApi(
  app: FastifyInstance,
  { identity: { own, emailChanges, personalData }, mode }: RouteParts,
): void {
  // Passwords are kept here.
  const local = mode.signIn.by === 'password';
  answerEndpoint(app, 'readAccount', async (_, { user: { email, name, role } }) => ({
    answer: { email, name, role, isLocal: local, canChangeEmail: emailChanges.canAsk },
  }));

  answerEndpoint(app, 'changePassword', async ({ body }, { user, request }) => {
    if (!local) return { error: nothingHere };
    const result = await own.changePassword({
      user,
      ...body,
      address: request.ip,
      device: deviceOf(request.headers['user-agent']),
    });
    if (result.outcome !== 'changed') return { error: refusal(result) };
    const { headers, gate } = request;
    return {
      answer: undefined,
      headers: { 'set-cookie': setSessionCookies(headers.cookie, gate.site, result.token) },
    };
  });

  answerEndpoint(app, 'renameAccount', async ({ body }, { user }) => {
    if (!local) return { error: nothingHere };
    const result = await own.rename(user, body.name);
    return result.outcome === 'done' ? { answer: undefined } : { error: refusal(result) };
  });

  answerEndpoint(app, 'askForEmailChange', async ({ body }, { user, request }) => {
    if (!emailChanges.canAsk) return { error: nothingHere };
    const result = await emailChanges.ask({ user, ...body, address: request.ip });
    return result.outcome === 'requested' ? { answer: undefined } : { error: refusal(result) };
  });

  answerEndpoint(app, 'exportOwnData', async (_, { user }) => {
    const answer = await personalData.of(user.accountId);
    return answer ? { answer } : { error: nothingHere };
  });

  answerEndpoint(app, 'removeOwnAccount', async ({ body }, { user, request }) => {
    const result = await own.remove({ user, ...body, address: request.ip });
    if (result.outcome === 'removed') return { answer: undefined };
    if (result.outcome === 'last-administrator') return { error: refusalOf(result.outcome) };
    return { error: refusal(result) };
  });

  answerEndpoint(app, 'listSessions', async (_, { user, token }) => {
    const sessions = await own.sessions(user, token);
    const first = sessions.filter(({ current }) => current);
    const others = sessions.filter(({ current }) => !current);
    return {
      answer: {
        sessions: [...first, ...others].map((session) => isoTimes(session, 'createdAt', 'lastSeenAt')),
      },
    };
  });

  answerEndpoint(app, 'endSession', async ({ params }, { user, token }) => {
    // One that has ended by itself meanwhile is ended all the same.
    await own.endSession(user, token, params.session);
    return { answer: undefined };
  });

  answerEndpoint(app, 'endOtherSessions', async (_, { user, token }) => ({
    answer: { ended: await own.endOtherSessions(user, token) },
  }));
}

function refusal(
  result: ConfirmationFailure | { outcome: 'invalid'; problems: AccountFault[] },
): ErrorAnswer {
  switch (result.outcome) {
    case 'refused':
      return errorAnswer(403, 'wrong-credentials', 'The current password is not correct.');
    case 'invalid':
      return invalid(result.problems);
    case 'unavailable':
      return errorAnswer(503, 'unavailable', 'Nothing can be changed just now.', { 'retry-after': '5' });
    case 'throttled':
      return tooManyAttempts(result.retryAt);
  }
}
