import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '../../model/urls.ts';
import { createFairQueue } from '../../shared/fair-queue.ts';
import type { ReaderSearch } from '../api/search.ts';
import { publicUrl } from '../http/base-path.ts';
import { errorAnswer, sendError } from '../http/errors.ts';
import { takeTexts } from '../http/forms.ts';
import { BODY_MAX_BYTES } from '../http/limits.ts';
import { isNavigation } from '../http/navigation.ts';
import { type AnswerForm, acceptedForms, EITHER_FORM, inForm } from './accepted-form.ts';
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

const notAcceptable = errorAnswer(
  406,
  'not-acceptable',
  'Answers are application/json or text/event-stream: accept one of them.',
);

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
  const turns = createFairQueue({ concurrency: AT_A_TIME, waiting: WAITING_MAX });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { gate } = request;
    const reader = gate.user?.accountId;
    if (reader === undefined) throw new Error('MCP is behind the gate.');
    if (isNavigation(request.method, request.headers)) return explain(request, reply);
    const forms = acceptedForms(request.headers.accept);
    if (request.method === 'POST' && forms.length === 0) return sendError(reply, notAcceptable);
    const before = underWay.get(reader) ?? 0;
    if (before >= UNDER_WAY_MAX) return sendError(reply, tooMany);
    underWay.set(reader, before + 1);
    try {
      const response = await turns({ key: reader, isKnown: true }, async () => {
        // What has come meanwhile from others goes first: a call is long, a page is not.
        await setImmediate();
        return respond(request);
      });
      return response === 'busy' ? sendError(reply, tooMany) : await send(response, forms, reply);
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
  function send(
    { status, headers, body }: Answered,
    forms: readonly AnswerForm[],
    reply: FastifyReply,
  ): FastifyReply {
    reply.code(status).header('cache-control', 'private, no-store');
    const answer = { contentType: headers.get('content-type'), body };
    // A client that accepts both gets what the protocol's library made, as other servers answer.
    const isFree = forms.length !== 1;
    const sent = status !== 200 || isFree ? answer : inForm(answer, forms);
    const allowed = headers.get('allow');
    if (sent.contentType !== null) reply.header('content-type', sent.contentType);
    if (allowed !== null) reply.header('allow', allowed);
    return reply.send(sent.body);
  }

  /** For people who open the address in a browser to see whether it works. */
  function explain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { texts } = request.gate.release;
    const address = publicUrl(MCP_PATH, request, baseUrl);
    return reply
      .code(405)
      .headers({
        allow: 'POST',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      .send(`${texts.toolsAddressOpened.replaceAll('{address}', address)}\n`);
  }

  return async (server) => {
    // The protocol's own library reads the body, and says in its own words what is wrong with it.
    takeTexts(server, BODY_MAX_BYTES);
    server.post(MCP_PATH, answer);
    server.get(MCP_PATH, answer);
    server.delete(MCP_PATH, answer);
  };
}

const typedAddress = /^\/mcp\/*(\?.*)?$/i;

/**
 * The address of MCP as the router knows it, from one that somebody typed by hand into their assistant: with slashes at
 * its end or in capitals. Capitals count for `POST` only, because a page may have such an address.
 */
export function mcpTarget(method: string | undefined, target: string): string {
  const match = typedAddress.exec(target);
  if (match === null) return target;
  const isExact = target.startsWith(MCP_PATH);
  return isExact || method === 'POST' ? MCP_PATH + (match[1] ?? '') : target;
}

/** Without what only the gate may see. */
function asWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    if (name === 'accept') continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The protocol's library takes nothing less. What this client accepts is seen to when the answer is there.
  headers.set('accept', EITHER_FORM);
  const body = typeof request.body === 'string' ? request.body : undefined;
  return new Request(`http://gatehouse.invalid${MCP_PATH}`, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}
