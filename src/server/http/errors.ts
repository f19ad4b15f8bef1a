import type { FastifyReply } from 'fastify';
import type { SignInFault } from '../../accounts/providers/faults.ts';

/** The stable codes of error answers. */
export type ErrorCode =
  | SignInFault
  | 'malformed'
  | 'cross-site'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'wrong-credentials'
  | 'too-many-attempts'
  | 'unavailable'
  | 'too-large'
  | 'unsupported-media-type'
  | 'timeout'
  // Of the API: why an account cannot be what somebody wants it to be.
  | 'invalid'
  | 'email-taken'
  | 'last-administrator'
  | 'has-password'
  | 'no-password'
  | 'internal';

export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

export function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

export function sendError(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({
      ...answer.headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(errorBody(answer.code, answer.message));
}

export const nothingHere: ErrorAnswer = {
  status: 404,
  code: 'not-found',
  message: 'There is nothing at this address.',
};
export const malformedAddress: ErrorAnswer = {
  status: 400,
  code: 'malformed',
  message: 'The address is malformed.',
};
export const unmetExpectation: ErrorAnswer = {
  status: 417,
  code: 'malformed',
  message: 'This server does not do what the request expects.',
};
export const unavailable: ErrorAnswer = {
  status: 503,
  code: 'unavailable',
  message: 'The site cannot answer at the moment. Try again shortly.',
  headers: { 'retry-after': '5' },
};
