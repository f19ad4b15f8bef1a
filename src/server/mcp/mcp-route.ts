import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '../../model/urls.ts';
import { fairQueue } from '../../shared/fair-queue.ts';
import type { ReaderSearch } from '../api/search.ts';
import { errorAnswer, sendError } from '../http/errors.ts';
import { takeTexts } from '../http/forms.ts';
import { BODY_MAX_BYTES } from '../http/limits.ts';
import { openLibrary } from './library.ts';

/** Calls of all readers at a time; the others wait, and who reads pages waits for these at most. */
const AT_A_TIME = 4;
/** In a few seconds so many are answered. */
const WAITING_MAX = 1_000;
/** Calls of one reader at a time: an assistant asks a few things at once, and no reader takes the site from others. */
const UNDER_WAY_MAX = 16;

const tooMany = errorAnswer(429, 'too-many-attempts', 'Too many calls at once: wait for the answers.', {
  'retry-after': '1',
});

interface McpOptions {
  /** The search of the site, within what the reader of a request may find. */
  search: ReaderSearch;
  /** Public address of the site, where it is known. */
  baseUrl: string | undefined;
}

/**
 * `/mcp`, behind the gate: the Model Context Protocol over streamable HTTP, without sessions of its own, so that every
 * process answers every call. Each request has a server of its own, which knows its reader and no other.
 */
export function siteMcp({ search, baseUrl }: McpOptions): FastifyPluginAsync {
  const underWay = new Map<string, number>();
  const turns = fairQueue({ concurrency: AT_A_TIME, waiting: WAITING_MAX });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { gate } = request;
    const reader = gate.user?.accountId;
    if (reader === undefined) throw new Error('MCP is behind the gate.');
    const before = underWay.get(reader) ?? 0;
    if (before >= UNDER_WAY_MAX) return sendError(reply, tooMany);
    underWay.set(reader, before + 1);
    try {
      const response = await turns({ whose: reader, known: true }, async () => {
        // What has come meanwhile from others goes first: a call is long, a page is not.
        await setImmediate();
        return respond(request);
      });
      return response === 'busy' ? sendError(reply, tooMany) : await send(response, reply);
    } finally {
      const left = (underWay.get(reader) ?? 1) - 1;
      if (left > 0) underWay.set(reader, left);
      else underWay.delete(reader);
    }
  }

  async function respond(request: FastifyRequest) {
    const { gate } = request;
    const origin = baseUrl ?? `${gate.site.protocol}://${gate.site.host}`;
    // The protocol's library takes a while to load: only where somebody speaks it.
    const { answerCall } = await import('./answer-call.ts');
    return answerCall(asWebRequest(request), {
      library: openLibrary(gate, origin),
      ask: (requests) => search(requests, request),
      onError: (error) => request.log.warn({ err: error }, 'an MCP call failed'),
    });
  }

  type Answered = Awaited<ReturnType<typeof respond>>;
  function send({ status, headers, body }: Answered, reply: FastifyReply): FastifyReply {
    reply.code(status).header('cache-control', 'private, no-store');
    for (const name of ['content-type', 'allow']) {
      const value = headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.send(body);
  }

  return async (server) => {
    // The protocol's own library reads the body, and says in its own words what is wrong with it.
    takeTexts(server, BODY_MAX_BYTES);
    server.post(MCP_PATH, answer);
    server.get(MCP_PATH, answer);
    server.delete(MCP_PATH, answer);
  };
}

/** Without what only the gate may see. */
function asWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = typeof request.body === 'string' ? request.body : undefined;
  return new Request(`http://gatehouse.invalid${MCP_PATH}`, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}
