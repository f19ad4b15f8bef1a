import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '../../model/urls.ts';
import { buildPublicUrl } from '../../server/http/base-path.ts';
import { errorAnswer, sendError } from '../../server/http/errors.ts';
import { parseBodiesAsText } from '../../server/http/forms.ts';
import { BODY_MAX_BYTES } from '../../server/http/limits.ts';
import { isNavigation } from '../../server/http/navigation.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { createFairQueue } from '../../shared/fair-queue.ts';
import { type AcceptedForms, convertToForm, EITHER_FORM, parseAcceptedForms } from './accepted-form.ts';
import type { McpResponse } from './answer-call.ts';
import { openLibrary } from './library.ts';
import { documentationTools, offerTools } from './offered-tools.ts';

/**
 * Maximum number of concurrent calls of all readers. Further calls wait in a queue, so a request for a page waits for
 * no more calls than these.
 */
const CONCURRENT_CALLS_MAX = 4;
/** The server answers this many calls within a few seconds. */
const WAITING_CALLS_MAX = 1_000;
/** Concurrent calls of one reader. Assistants send a few at once; more would slow the site down for others. */
const CALLS_PER_READER_MAX = 16;

const tooManyCallsError = errorAnswer(
  429,
  'too-many-attempts',
  'Too many calls at once. Wait for the answers, then try again.',
  {
    'retry-after': '1',
  },
);

const notAcceptableError = errorAnswer(
  406,
  'not-acceptable',
  'Answers are application/json or text/event-stream. Accept one of them.',
);

/**
 * `/mcp`, behind the gate: the Model Context Protocol over streamable HTTP. It has no sessions, so that every process can
 * answer every call. Each request gets its own server with the permissions of its reader.
 */
export function startMcp({
  app,
  identity,
  search,
  baseUrl,
  tools,
}: Pick<FeatureContext, 'app' | 'identity' | 'search' | 'baseUrl' | 'tools'>): void {
  const callsByReader = new Map<string, number>();
  const queue = createFairQueue({ concurrency: CONCURRENT_CALLS_MAX, waiting: WAITING_CALLS_MAX });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { gate } = request;
    const reader = gate.user?.accountId;
    if (reader === undefined) throw new Error('MCP is behind the gate.');
    if (isNavigation(request.method, request.headers)) return explainAddress(request, reply);
    const acceptedForms = parseAcceptedForms(request.headers.accept);
    if (request.method === 'POST' && acceptedForms.forms.length === 0)
      return sendError(reply, notAcceptableError);
    const before = callsByReader.get(reader) ?? 0;
    if (before >= CALLS_PER_READER_MAX) return sendError(reply, tooManyCallsError);
    callsByReader.set(reader, before + 1);
    try {
      const response = await queue({ key: reader, isKnown: true }, async () => {
        // Let pending requests for pages go first: a call takes longer than a page.
        await setImmediate();
        return respond(request);
      });
      return response === 'busy'
        ? sendError(reply, tooManyCallsError)
        : await send(response, acceptedForms, reply);
    } finally {
      const remainingCalls = (callsByReader.get(reader) ?? 1) - 1;
      if (remainingCalls > 0) callsByReader.set(reader, remainingCalls);
      else callsByReader.delete(reader);
    }
  }

  async function respond(request: FastifyRequest): Promise<McpResponse> {
    const { gate } = request;
    const origin = baseUrl ?? `${gate.site.protocol}://${gate.site.host}`;
    // The MCP library takes a while to load, so it's loaded with the first call.
    const { answerCall } = await import('./answer-call.ts');
    return answerCall(toWebRequest(request), {
      library: openLibrary(gate, origin),
      ask: (requests) => search(requests, request),
      tools: offerTools(tools, request),
      onError: (error) => request.log.warn({ err: error }, 'An MCP call failed.'),
    });
  }

  function send(
    { status, headers, body }: McpResponse,
    { forms, isOrdered }: AcceptedForms,
    reply: FastifyReply,
  ): FastifyReply {
    reply.code(status).header('cache-control', 'private, no-store');
    const answer = { contentType: headers.get('content-type'), body };
    // A client that accepts both formats equally gets the one that the MCP library chose, as from other servers.
    const convertedAnswer = status === 200 && isOrdered ? convertToForm(answer, forms) : answer;
    const allowedMethods = headers.get('allow');
    if (convertedAnswer.contentType !== null) reply.header('content-type', convertedAnswer.contentType);
    if (allowedMethods !== null) reply.header('allow', allowedMethods);
    return reply.send(convertedAnswer.body);
  }

  /** Explains the endpoint to people who open its URL in a browser. */
  function explainAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { texts } = request.gate.release;
    const address = buildPublicUrl(MCP_PATH, request, baseUrl);
    const paragraphs = [
      texts.toolsAddressOpened.replaceAll('{address}', address),
      ...(identity.tokens.accepts('personal') ? [texts.toolsAddressToken] : []),
    ];
    return reply
      .code(405)
      .headers({
        allow: 'POST',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      .send(`${paragraphs.join('\n\n')}\n`);
  }

  app.addHook('onReady', async () => {
    const secondTool = tools.find(({ name }) => documentationTools.some((toolName) => toolName === name));
    if (secondTool)
      throw new Error(
        `A feature declares the tool ${secondTool.name}, which the documentation server already has.`,
      );
  });
  // The MCP library parses the body itself and reports its errors.
  parseBodiesAsText(app, BODY_MAX_BYTES);
  app.post(MCP_PATH, answer);
  app.get(MCP_PATH, answer);
  app.delete(MCP_PATH, answer);
}

/** Converts the request for the MCP library, without the credentials that only the gate may see. */
function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    if (name === 'accept') continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The MCP library requires this value. The answer is converted later to a format that the client accepts.
  headers.set('accept', EITHER_FORM);
  const body = typeof request.body === 'string' ? request.body : undefined;
  return new Request(`http://gatehouse.invalid${MCP_PATH}`, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}
