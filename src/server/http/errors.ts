import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInFault } from '../../accounts/providers/faults.ts';
import { StoreError } from '../../storage/store-error.ts';

/** The stable codes of error answers. */
export type ErrorCode =
  | SignInFault
  | 'malformed'
  | 'cross-site'
  | 'signed-out'
  | 'forbidden'
  // Of a personal token, which only reads.
  | 'read-only'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'wrong-credentials'
  | 'wrong-passkey'
  // The sign-in, or the act, waits for one more proof.
  | 'second-factor'
  | 'step-up'
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
  | 'no-factor'
  | 'factor-needed'
  | 'too-many'
  | 'no-password'
  | 'too-many-tokens'
  // The release is served already, or cannot be.
  | 'live'
  | 'unusable'
  // Of a publication: why it is not served.
  | 'built-otherwise'
  | 'drops-groups'
  | 'superseded'
  | 'incomplete'
  | 'no-room'
  // A backup is being made, or something is being published.
  | 'underway'
  | 'internal';

export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  message: string;
  headers?: Readonly<Record<string, string>> | undefined;
}

export function errorAnswer(
  status: number,
  code: ErrorCode,
  message: string,
  headers?: ErrorAnswer['headers'],
): ErrorAnswer {
  return { status, code, message, headers };
}

/** `retryAt`: milliseconds since the epoch. */
export function tooManyAttempts(retryAt: number): ErrorAnswer {
  const wait = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  const headers = { 'retry-after': String(wait) };
  return errorAnswer(429, 'too-many-attempts', 'Too many attempts.', headers);
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

export const nothingHere = errorAnswer(404, 'not-found', 'There is nothing at this address.');
export const noAccount = errorAnswer(404, 'not-found', 'There is no such account.');
export const malformedAddress = errorAnswer(400, 'malformed', 'The address is malformed.');
export const unmetExpectation = errorAnswer(
  417,
  'malformed',
  'This server does not do what the request expects.',
);
const unavailable = errorAnswer(
  503,
  'unavailable',
  'The site cannot answer at the moment. Try again shortly.',
  { 'retry-after': '5' },
);

const malformedBody = errorAnswer(400, 'malformed', 'The request is malformed.');

const known: Readonly<Record<number, ErrorAnswer>> = {
  413: errorAnswer(413, 'too-large', 'The request is too large.'),
  415: errorAnswer(415, 'unsupported-media-type', 'This kind of content is not understood here.'),
};

/** What went wrong on the way to an answer. Only our own failures are logged with their cause. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  // The message of a client's error may hold what the client sent.
  if (status < 500) return sendError(reply, known[status] ?? malformedBody);
  return sendError(reply, ownFailure(error, request));
}

/** What failed here, as it is told to whoever asked. */
export function ownFailure(error: unknown, request: FastifyRequest): ErrorAnswer {
  request.log.error({ err: error }, 'failed');
  if (error instanceof StoreError) return unavailable;
  return errorAnswer(500, 'internal', 'Something went wrong on the server.');
}
