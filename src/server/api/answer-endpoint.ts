import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedInUser } from '../../accounts/account.ts';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import { type Endpoint, needsStepUp, type ProgressLine, parseCall } from '../../model/api/endpoint.ts';
import {
  type EndpointAnswer,
  type EndpointName,
  type EndpointRequest,
  endpoints,
} from '../../model/api/endpoints.ts';
import { inBackground } from '../../shared/in-background.ts';
import { isRecord } from '../../shared/json.ts';
import { type ErrorAnswer, errorAnswer, nothingHere, ownFailure, sendError } from '../http/errors.ts';
import { AUTH_BODY_MAX_BYTES } from '../http/limits.ts';

/** Who asks, and with which session. */
export interface Caller {
  user: SignedInUser;
  token: string;
  request: FastifyRequest;
  /** For whoever asked to be told how far it is; nobody hears it elsewhere. */
  tellProgress: (done: number, of: number) => void;
}

type EndpointResult<Name extends EndpointName> =
  | { answer: EndpointAnswer<Name>; headers?: Readonly<Record<string, string | string[]>> }
  | { error: ErrorAnswer };

/** How a store is asked for the page of a list that somebody wants. */
export function partOf<Query extends { order: 'ascending' | 'descending'; page: number; limit: number }>({
  order,
  page,
  limit,
  ...wanted
}: Query) {
  return { ...wanted, descending: order === 'descending', offset: (page - 1) * limit, limit };
}

const stepUp = errorAnswer(403, 'step-up', 'Prove first who you are: POST /api/v1/account/verification.');

const jsonOnly = errorAnswer(415, 'unsupported-media-type', 'This address takes application/json.');

/** Registers the handler of an endpoint, which gets what its schemas say, and answers what they say. */
export function answerEndpoint<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  handler: (given: EndpointRequest<Name>, caller: Caller) => Promise<EndpointResult<Name>>,
): void {
  const endpoint: Endpoint = endpoints[name];
  const { access, status = 200, download, bodyMaxBytes = AUTH_BODY_MAX_BYTES } = endpoint;
  const { method, path: url } = parseCall(endpoint);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { user, token } = request.gate;
    if (user === undefined || token === undefined) throw new Error('The API is behind the gate.');
    // The gate has let nobody else through; a second look costs nothing.
    if (access === 'administrator' && user.role !== 'administrator') return sendError(reply, nothingHere);
    if (needsStepUp(endpoint) && !(await app.identity.stepUp.isFresh(token))) return sendError(reply, stepUp);
    const given = read(endpoint, request);
    if ('error' in given) return sendError(reply, given.error);
    if (needsStepUp(endpoint, rowsOf(given.query)) && !(await app.identity.stepUp.isFresh(token)))
      return sendError(reply, stepUp);
    // Read by the schemas of this very endpoint.
    const run = (tellProgress: Caller['tellProgress']) =>
      handler(given as EndpointRequest<Name>, { user, token, request, tellProgress });
    if (endpoint.tellsProgress && request.headers.accept === PROGRESS_TYPE) return answerInLines(reply, run);
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

function read(
  { query, body }: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } | { error: ErrorAnswer } {
  if (body && !/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return { error: jsonOnly };
  const parameters = new URLSearchParams(request.gate.query);
  const given = Object.fromEntries(parameters);
  if (Object.keys(given).length !== parameters.size) return { error: malformed(['a parameter twice']) };
  const readQuery = query?.safeParse(given);
  const readBody = body?.safeParse(request.body);
  const problems = [readQuery, readBody].flatMap((result) => result?.error?.issues ?? []);
  if (problems.length > 0) return { error: malformed(problems.map(fieldOf)) };
  return { params: request.params, query: readQuery?.data, body: readBody?.data };
}

/** Names of our own only: the message repeats nothing that a request brought. */
function fieldOf({ path }: z.core.$ZodIssue): string {
  return path.length > 0 ? path.join('.') : 'an unknown or missing field';
}

/** How many rows of a list are asked for. */
function rowsOf(query: unknown): number {
  return isRecord(query) && typeof query.limit === 'number' ? query.limit : 0;
}

function malformed(fields: readonly string[]): ErrorAnswer {
  const message = `The request does not fit: ${[...new Set(fields)].join(', ')}.`;
  return errorAnswer(400, 'malformed', message);
}

/** Begins the answer before the work is done, and says in it how far that is. The work goes on though nobody listens. */
function answerInLines(
  reply: FastifyReply,
  work: (
    tellProgress: (done: number, of: number) => void,
  ) => Promise<{ answer: unknown } | { error: ErrorAnswer }>,
): FastifyReply {
  const lines = new PassThrough();
  const say = (line: ProgressLine) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
  };
  const run = async () => {
    const result = await work((done, of) => say({ done, of })).catch((error: unknown) => ({
      error: ownFailure(error, reply.request),
    }));
    if ('error' in result) say({ error: { code: result.error.code, message: result.error.message } });
    else say({ answer: result.answer });
    lines.end();
  };
  inBackground(run());
  return (
    reply
      // A proxy that collects an answer before it passes it on would keep the progress to itself.
      .headers({
        'content-type': PROGRESS_TYPE,
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
      })
      .send(lines)
  );
}
