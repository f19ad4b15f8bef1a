import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../model/audience.ts';
import { SEARCH_EVENTS_URL, SEARCH_QUERIES_PATH, SEARCH_QUERY_PATH } from '../../model/urls.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { parseBody, QUERY_BODY_MAX_BYTES } from '../../search/protocol/request.ts';
import { parseInsights } from '../../search/protocol/search-events.ts';
import type { SearchObserver } from '../../search/protocol/search-observer.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { createRate } from '../../shared/rate.ts';
import { parseBodiesAsText, readTextBody } from '../http/forms.ts';

/** Most event calls of one reader. There is one for each opened result, so this is more than a person causes. */
const EVENT_CALLS_MAX = 120;
const EVENT_CALLS_MS = 60_000;

interface SearchRoutesOptions {
  engine: SearchEngine;
  /** Names of the indexes that clients may search. */
  indexNames?: readonly string[];
  /** Returns who learns of searches and opened results. */
  getObserver?: (request: FastifyRequest) => SearchObserver | undefined;
  /**
   * Returns a key for the reader. It gives readers equal turns, and makes a word count once instead of once per letter.
   * It's neither stored nor logged.
   */
  getReader?: (request: FastifyRequest) => string | undefined;
  /** Returns a key for the browser in which one person types. See `SearchSource`. */
  getTypist?: (request: FastifyRequest) => string | undefined;
  /** Returns what the reader may find. Undefined means everything. */
  getScope?: (request: FastifyRequest) => Scope | undefined;
}

/**
 * The public Algolia protocol: searches of one or several indexes, and events for opened results. Register it behind
 * the gate. Errors have the format of the protocol: `{"message","status"}`.
 */
export function createSearchRoutes(options: SearchRoutesOptions): FastifyPluginAsync {
  const {
    engine,
    getObserver = () => undefined,
    indexNames = [INDEX_NAME],
    getReader = () => undefined,
    getTypist = () => undefined,
    getScope = () => undefined,
  } = options;

  const isWithinEventRate = createRate(EVENT_CALLS_MAX, EVENT_CALLS_MS);

  async function answer(request: FastifyRequest, reply: FastifyReply, indexName?: string) {
    const parsedBody = parseBody(readTextBody(request), indexNames, indexName);
    if (parsedBody.error) return sendFailure(reply, parsedBody.error.status, parsedBody.error.message);
    const reader = getReader(request) ?? request.ip;
    const source = { reader, typist: getTypist(request), scope: getScope(request) };
    const startedAt = performance.now();
    const searchOutcome = await engine.search(parsedBody.requests, source);
    // Without the queries, which readers of the log needn't know.
    request.log.debug(
      {
        queries: parsedBody.requests.length,
        outcome: searchOutcome.outcome,
        ms: performance.now() - startedAt,
      },
      'The search engine answered.',
    );
    switch (searchOutcome.outcome) {
      case 'too-many':
        return sendFailure(setRetryAfter(reply), 429, 'Too many searches at once: wait for the answers');
      case 'overloaded':
        return sendFailure(setRetryAfter(reply), 503, 'The search is overloaded: try again in a moment');
      case 'unavailable':
        request.log.warn({ reason: searchOutcome.reason }, 'Search is unavailable.');
        return sendFailure(reply, 503, 'Search is temporarily unavailable');
    }
    const observer = getObserver(request);
    searchOutcome.answers.forEach((item, index) => {
      // A superseded query isn't counted: the newer query of the same typing is.
      if (parsedBody.requests[index]?.analytics && item.result !== 'superseded')
        observer?.searched(item, reader);
      else observer?.shown(item);
    });
    const [first] = searchOutcome.answers;
    const json = searchOutcome.answers.map((item) => item.json).join(',');
    return sendJson(reply, 200, indexName !== undefined && first ? first.json : `{"results":[${json}]}`);
  }

  return async (server) => {
    // Browsers send the JSON as text/plain or as a form, to avoid a preflight request.
    parseBodiesAsText(server, QUERY_BODY_MAX_BYTES);
    server.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
        return sendFailure(reply, 400, `The request is too large: at most ${QUERY_BODY_MAX_BYTES} bytes`);
      }
      if (error.statusCode !== undefined && error.statusCode < 500)
        return sendFailure(reply, 400, error.message);
      request.log.error({ err: error }, 'A search failed.');
      return sendFailure(reply, 500, 'Internal error');
    });

    // The router doesn't support a literal `*` in a path, so it is matched here. It means all indexes.
    server.post<{ Params: { index: string } }>(SEARCH_QUERIES_PATH, async (request, reply) => {
      if (request.params.index !== '*') return sendFailure(reply, 404, 'Not found');
      return answer(request, reply);
    });
    server.post<{ Params: { index: string } }>(SEARCH_QUERY_PATH, async (request, reply) =>
      answer(request, reply, request.params.index),
    );
    server.post(SEARCH_EVENTS_URL, async (request, reply) => {
      const reader = getReader(request) ?? request.ip;
      // The rate is checked before parsing, which is the expensive part.
      if (!isWithinEventRate(reader))
        return sendFailure(
          reply.header('retry-after', EVENT_CALLS_MS / 1000),
          429,
          'Too many events: send several in one call',
        );
      const events = parseInsights(readTextBody(request));
      if (!events) return sendFailure(reply, 400, 'Send a list named "events"');
      for (const event of events) getObserver(request)?.happened(event, reader);
      return sendJson(reply, 200, '{"status":200,"message":"OK"}');
    });
  };
}

/** Seconds until a rejected client may search again. */
const RETRY_AFTER_SECONDS = 1;

function setRetryAfter(reply: FastifyReply): FastifyReply {
  return reply.header('retry-after', RETRY_AFTER_SECONDS);
}

function sendFailure(reply: FastifyReply, status: number, message: string) {
  return sendJson(reply, status, JSON.stringify({ message, status }));
}

function sendJson(reply: FastifyReply, status: number, json: string) {
  return reply
    .code(status)
    .header('cache-control', 'private, no-store')
    .type('application/json; charset=utf-8')
    .send(json);
}
