import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import type { PasswordChangeResult } from '../../accounts/own-account.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { deviceOf } from '../http/device.ts';
import { type ErrorAnswer, nothingHere } from '../http/errors.ts';
import { answerEndpoint } from './answer-endpoint.ts';

export interface AccountApiOptions {
  identity: Pick<Identity, 'own'>;
  /** Passwords are kept here. */
  local: boolean;
}

/** What readers do with their own account. */
export function accountApi(app: FastifyInstance, { identity: { own }, local }: AccountApiOptions): void {
  answerEndpoint(app, 'readAccount', async (_, { user: { email, name, role } }) => ({
    answer: { email, name, role, isLocal: local },
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

  answerEndpoint(app, 'listSessions', async (_, { user, token }) => {
    const sessions = await own.sessions(user, token);
    const first = sessions.filter(({ current }) => current);
    const others = sessions.filter(({ current }) => !current);
    return {
      answer: {
        sessions: [...first, ...others].map(({ createdAt, lastSeenAt, ...session }) => ({
          ...session,
          createdAt: new Date(createdAt).toISOString(),
          lastSeenAt: new Date(lastSeenAt).toISOString(),
        })),
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

function refusal(result: Exclude<PasswordChangeResult, { outcome: 'changed' }>): ErrorAnswer {
  switch (result.outcome) {
    case 'refused':
      return {
        status: 403,
        code: 'wrong-credentials',
        message: 'The current password is not correct.',
      };
    case 'invalid':
      return {
        status: 400,
        code: 'invalid',
        message: result.problems.map(({ message }) => message).join(' '),
      };
    case 'unavailable':
      return {
        status: 503,
        code: 'unavailable',
        message: 'The password cannot be changed just now.',
        headers: { 'retry-after': '5' },
      };
    case 'throttled': {
      const wait = Math.max(1, Math.ceil((result.retryAt - Date.now()) / 1_000));
      return {
        status: 429,
        code: 'too-many-attempts',
        message: 'Too many attempts at the current password.',
        headers: { 'retry-after': String(wait) },
      };
    }
  }
}
