import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '../../model/urls.ts';
import type { ReaderSearch } from '../api/search.ts';
import { type ErrorAnswer, sendError } from '../http/errors.ts';
import { BODY_MAX_BYTES } from '../http/limits.ts';
import { openLibrary } from './library.ts';

/** Calls of one reader at a time: an assistant asks a few things at once, and no reader takes the site from others. */
const UNDER_WAY_MAX = 16;

const tooMany: ErrorAnswer = {
  status: 429,
  code: 'too-many-attempts',
  message: 'Too many calls at once: wait for the answers.',
  headers: { 'retry-after': '1' },
};

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

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { gate } = request;
    const reader = gate.user?.accountId;
    if (reader === undefined) throw new Error('MCP is behind the gate.');
    const before = underWay.get(reader) ?? 0;
    if (before >= UNDER_WAY_MAX) return sendError(reply, tooMany);
    underWay.set(reader, before + 1);
    try {
      return await handle(request, reply);
    } finally {
      const left = (underWay.get(reader) ?? 1) - 1;
      if (left > 0) underWay.set(reader, left);
      else underWay.delete(reader);
    }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { gate } = request;
    const origin = baseUrl ?? `${gate.site.protocol}://${gate.site.host}`;
    // The protocol's library takes a while to load: only where somebody speaks it.
    const { answerCall } = await import('./answer-call.ts');
    const response = await answerCall(asWebRequest(request), {
      library: openLibrary(gate, origin),
      ask: (requests) => search(requests, request),
      onError: (error) => request.log.warn({ err: error }, 'an MCP call failed'),
    });
    reply.code(response.status).header('cache-control', 'private, no-store');
    for (const name of ['content-type', 'allow']) {
      const value = response.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.send(response.body);
  }

  return async (server) => {
    // The protocol's own library reads the body, and says in its own words what is wrong with it.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
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
