import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedInUser } from '../../accounts/account.ts';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import {
  type AnswerOf,
  type Endpoint,
  needsStepUp,
  type ProgressLine,
  parseCall,
  type ReadRequest,
} from '../../model/api/endpoint.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { isRecord } from '../../shared/json.ts';
import { type ErrorAnswer, errorAnswer, notFoundError, reportFailure, sendError } from '../http/errors.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';
import { sendProgress } from '../http/send-progress.ts';

/** The user who calls an endpoint, with their session token or personal token. */
export interface Caller {
  user: SignedInUser;
  token: string;
  request: FastifyRequest;
  /** Reports progress to clients that asked for it. Does nothing for others. */
  reportProgress: (done: number, of: number) => void;
}

type EndpointResult<One extends Endpoint> =
  | { answer: AnswerOf<One>; headers?: Readonly<Record<string, string | string[]>> }
  | { error: ErrorAnswer };

/** Converts the query of a list endpoint into the query of a store: a page number becomes an offset. */
export function toPageQuery<
  Query extends { order: 'ascending' | 'descending'; page: number; limit: number },
>({ order, page, limit, ...filters }: Query) {
  return { ...filters, descending: order === 'descending', offset: (page - 1) * limit, limit };
}

const stepUpError = errorAnswer(
  403,
  'step-up',
  'Verify your identity first: POST /api/v1/account/verification.',
);

const jsonOnlyError = errorAnswer(415, 'unsupported-media-type', 'Send application/json.');

/** Registers the handler of an endpoint. The endpoint's schemas validate and type its input, and type its answer. */
export function answerEndpoint<One extends Endpoint>(
  app: FastifyInstance,
  declaration: One,
  handler: (input: ReadRequest<One>, caller: Caller) => Promise<EndpointResult<One>>,
): void {
  const endpoint: Endpoint = declaration;
  const { access, status = 200, download, bodyMaxBytes = AUTH_BODY_MAX_BYTES } = endpoint;
  const { method, path: url } = parseCall(endpoint);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { user, token } = request.gate;
    if (user === undefined || token === undefined) throw new Error('The API is behind the gate.');
    // The gate has already checked this. Checking again costs nothing.
    if (access === 'administrator' && user.role !== 'administrator') return sendError(reply, notFoundError);
    if (needsStepUp(endpoint) && !(await app.identity.stepUp.isFresh(token)))
      return sendError(reply, stepUpError);
    const input = readInput(endpoint, request);
    if ('error' in input) return sendError(reply, input.error);
    if (needsStepUp(endpoint, countRequestedRows(input.query)) && !(await app.identity.stepUp.isFresh(token)))
      return sendError(reply, stepUpError);
    // The input was validated by the schemas of this endpoint.
    const run = (reportProgress: Caller['reportProgress']) =>
      handler(input as ReadRequest<One>, { user, token, request, reportProgress });
    if (endpoint.tellsProgress && request.headers.accept === PROGRESS_TYPE) return streamProgress(reply, run);
    const result = await run(() => {});
    if ('error' in result) return sendError(reply, result.error);
    reply.headers({ ...result.headers, 'cache-control': 'private, no-store' });
    if (download)
      reply.headers({
        'content-type': `${download.type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${download.name}"`,
      });
    return result.answer === undefined ? reply.code(204).send() : reply.code(status).send(result.answer);
  }

  app.route({ method, url, bodyLimit: bodyMaxBytes, handler: answer });
}

function readInput(
  { query, body }: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } | { error: ErrorAnswer } {
  if (body && !/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return { error: jsonOnlyError };
  const parameters = new URLSearchParams(request.gate.query);
  const queryParameters = Object.fromEntries(parameters);
  if (Object.keys(queryParameters).length !== parameters.size)
    return { error: createMalformedError(['a parameter occurs twice']) };
  const readQuery = query?.safeParse(queryParameters);
  const readBody = body?.safeParse(request.body);
  const problems = [readQuery, readBody].flatMap((result) => result?.error?.issues ?? []);
  if (problems.length > 0) return { error: createMalformedError(problems.map(formatField)) };
  return { params: request.params, query: readQuery?.data, body: readBody?.data };
}

/** Only names from our schemas: the message must not repeat anything from the request. */
function formatField({ path }: z.core.$ZodIssue): string {
  return path.length > 0 ? path.join('.') : 'an unknown or missing field';
}

/** Number of list rows that the query asks for. */
function countRequestedRows(query: unknown): number {
  return isRecord(query) && typeof query.limit === 'number' ? query.limit : 0;
}

function createMalformedError(fields: readonly string[]): ErrorAnswer {
  const message = `Invalid request: ${[...new Set(fields)].join(', ')}.`;
  return errorAnswer(400, 'malformed', message);
}

/** Starts the answer before the work is done and streams progress. The work continues if the client disconnects. */
function streamProgress(
  reply: FastifyReply,
  work: (
    reportProgress: (done: number, of: number) => void,
  ) => Promise<{ answer: unknown } | { error: ErrorAnswer }>,
): FastifyReply {
  const lines = new PassThrough();
  const writeLine = (line: ProgressLine) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
  };
  const run = async () => {
    const result = await work((done, of) => writeLine({ done, of })).catch((error: unknown) => ({
      error: reportFailure(error, reply.request),
    }));
    if ('error' in result) writeLine({ error: { code: result.error.code, message: result.error.message } });
    else writeLine({ answer: result.answer });
    lines.end();
  };
  runInBackground(run());
  return sendProgress(reply, lines);
}
