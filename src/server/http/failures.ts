import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StoreError } from '../../storage/store-error.ts';
import { type ErrorAnswer, sendError, unavailable } from './errors.ts';

const malformedBody: ErrorAnswer = { status: 400, code: 'malformed', message: 'The request is malformed.' };

const known: Readonly<Record<number, ErrorAnswer>> = {
  413: { status: 413, code: 'too-large', message: 'The request is too large.' },
  415: {
    status: 415,
    code: 'unsupported-media-type',
    message: 'This kind of content is not understood here.',
  },
};

/** What went wrong on the way to an answer. Only our own failures are logged with their cause. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  // The message of a client's error may hold what the client sent.
  if (status < 500) return sendError(reply, known[status] ?? malformedBody);
  request.log.error({ err: error }, 'failed');
  if (error instanceof StoreError) return sendError(reply, unavailable);
  return sendError(reply, { status: 500, code: 'internal', message: 'Something went wrong on the server.' });
}
