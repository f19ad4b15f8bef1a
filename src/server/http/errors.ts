import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { composeSiteTexts } from '../../config/texts.ts';
import type { ErrorCode } from '../../model/api/error-codes.ts';
import { StoreError } from '../../storage/store-error.ts';
import { DamagedFileError } from '../release/damaged-file.ts';
import { createFailurePage } from './failure-page.ts';
import { isNavigation } from './navigation.ts';

/** An error response: its JSON body has `code` and `message`. */
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

/** The answer to a client that made too many attempts. `retryAt` is in milliseconds since the epoch. */
export function createTooManyAttempts(retryAt: number): ErrorAnswer {
  const wait = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  const headers = { 'retry-after': String(wait) };
  return errorAnswer(429, 'too-many-attempts', 'Too many attempts. Try again later.', headers);
}

export function formatErrorBody(code: ErrorCode, message: string): string {
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
    .send(formatErrorBody(answer.code, answer.message));
}

export const notFoundError = errorAnswer(404, 'not-found', 'Not found.');
export const accountNotFoundError = errorAnswer(404, 'not-found', 'Account not found.');
export const malformedAddress = errorAnswer(400, 'malformed', 'The URL is malformed.');
export const unmetExpectation = errorAnswer(
  417,
  'malformed',
  "This server doesn't support the Expect header of this request.",
);
const unavailableAnswer = errorAnswer(
  503,
  'unavailable',
  'The site is temporarily unavailable. Try again shortly.',
  { 'retry-after': '5' },
);

const malformedBody = errorAnswer(400, 'malformed', 'The request is malformed.');

const answersByStatus: Readonly<Record<number, ErrorAnswer>> = {
  413: errorAnswer(413, 'too-large', 'The request is too large.'),
  415: errorAnswer(415, 'unsupported-media-type', "This content type isn't supported here."),
};

/** Answers a request that failed. Only failures of the server itself are logged with their cause. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  // The message of a client error may contain what the client sent, so it isn't passed on.
  if (status < 500) return sendError(reply, answersByStatus[status] ?? malformedBody);
  const answer = reportFailure(error, request);
  return isNavigation(request.method, request.headers)
    ? sendFailurePage(reply, answer, request)
    : sendError(reply, answer);
}

function sendFailurePage(
  reply: FastifyReply,
  { status, headers }: ErrorAnswer,
  { gate, id }: FastifyRequest,
) {
  // A request can fail before the gate knows the release.
  const page = createFailurePage({
    texts: gate?.release.texts ?? composeSiteTexts({}),
    language: gate?.release.tag ?? 'en',
    requestId: id,
  });
  return reply
    .code(status)
    .headers({ ...headers, ...page.headers, 'cache-control': 'no-store' })
    .send(page.html);
}

/** Logs a failure of the server and returns the answer for the client, which contains no details. */
export function reportFailure(error: unknown, request: FastifyRequest): ErrorAnswer {
  request.log.error({ err: error }, 'The request failed.');
  if (error instanceof StoreError || error instanceof DamagedFileError) return unavailableAnswer;
  return errorAnswer(500, 'internal', 'Something went wrong on the server.');
}
