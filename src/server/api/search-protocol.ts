import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../model/audience.ts';
import { SEARCH_EVENTS_URL, SEARCH_QUERIES_PATH, SEARCH_QUERY_PATH } from '../../model/urls.ts';
import { parseInsights } from '../../search/analytics/insights.ts';
import type { SearchCounter } from '../../search/analytics/search-counter.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { BODY_MAX_BYTES, parseBody } from '../../search/protocol/request.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { createRate } from '../../shared/rate.ts';
import { takeTexts, textOf } from '../http/forms.ts';

/** Of one reader: one for each hit that is opened, and nobody opens more of them. */
const EVENT_CALLS_MAX = 120;
const EVENT_CALLS_MS = 60_000;

interface SearchRoutesOptions {
  engine: SearchEngine;
  /** Names that clients may ask for. */
  indexNames?: readonly string[];
  /** Counts what is searched and opened; nothing is counted without it. */
  counterOf?: (request: FastifyRequest) => SearchCounter | undefined;
  /**
   * Tells readers apart: they take turns, and a word counts once and not once a letter. Neither kept nor logged.
   */
  readerOf?: (request: FastifyRequest) => string | undefined;
  /** The browser in which one person types; see `SearchSource`. */
  typistOf?: (request: FastifyRequest) => string | undefined;
  /** What this reader may find; absent: everything. */
  scopeOf?: (request: FastifyRequest) => Scope | undefined;
}

/**
 * The public Algolia protocol: searches of many indexes or one, and the events of opened hits. To be mounted
 * behind the gate. Errors have the protocol's shape: `{"message","status"}`.
 */
export function searchRoutes(options: SearchRoutesOptions): FastifyPluginAsync {
  const {
    engine,
    counterOf = () => undefined,
    indexNames = [INDEX_NAME],
    readerOf = () => undefined,
    typistOf = () => undefined,
    scopeOf = () => undefined,
  } = options;

  const mayTell = createRate(EVENT_CALLS_MAX, EVENT_CALLS_MS);

  async function answer(request: FastifyRequest, reply: FastifyReply, indexName?: string) {
    const parsed = parseBody(textOf(request), indexNames, indexName);
    if (parsed.error) return refuse(reply, parsed.error.status, parsed.error.message);
    const reader = readerOf(request) ?? request.ip;
    const source = { reader, typist: typistOf(request), scope: scopeOf(request) };
    const found = await engine.search(parsed.requests, source);
    switch (found.outcome) {
      case 'too-many':
        return refuse(wait(reply), 429, 'Too many searches at once: wait for the answers');
      case 'overloaded':
        return refuse(wait(reply), 503, 'Too many people search now: try again in a moment');
      case 'unavailable':
        request.log.warn({ reason: found.reason }, 'search unavailable');
        return refuse(reply, 503, 'Search is not available now');
    }
    const counter = counterOf(request);
    found.answers.forEach((one, at) => {
      // The newer query of the same typing counts itself.
      if (parsed.requests[at]?.analytics && one.result !== 'superseded') counter?.searched(one, reader);
      else counter?.shown(one);
    });
    const [first] = found.answers;
    const json = found.answers.map((one) => one.json).join(',');
    return send(reply, 200, indexName !== undefined && first ? first.json : `{"results":[${json}]}`);
  }

  return async (server) => {
    // Browsers send the JSON as text/plain or as a form, to spare a preflight request.
    takeTexts(server, BODY_MAX_BYTES);
    server.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
        return refuse(reply, 400, `The request is too large: at most ${BODY_MAX_BYTES} bytes`);
      }
      if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, 400, error.message);
      request.log.error({ err: error }, 'search failed');
      return refuse(reply, 500, 'Internal error');
    });

    // The router knows no literal `*` inside a path; as the name of an index it stands for all of them.
    server.post<{ Params: { index: string } }>(SEARCH_QUERIES_PATH, async (request, reply) => {
      if (request.params.index !== '*') return refuse(reply, 404, 'Not found');
      return answer(request, reply);
    });
    server.post<{ Params: { index: string } }>(SEARCH_QUERY_PATH, async (request, reply) =>
      answer(request, reply, request.params.index),
    );
    server.post(SEARCH_EVENTS_URL, async (request, reply) => {
      const reader = readerOf(request) ?? request.ip;
      // Before it is parsed: that is what it costs.
      if (!mayTell(reader))
        return refuse(
          reply.header('retry-after', EVENT_CALLS_MS / 1000),
          429,
          'Too many events: send several in one call',
        );
      const events = parseInsights(textOf(request));
      if (!events) return refuse(reply, 400, 'Expecting a list under "events"');
      for (const event of events) counterOf(request)?.happened(event, reader);
      return send(reply, 200, '{"status":200,"message":"OK"}');
    });
  };
}

/** Seconds until a refused client may search again. */
const RETRY_AFTER_SECONDS = 1;

function wait(reply: FastifyReply): FastifyReply {
  return reply.header('retry-after', RETRY_AFTER_SECONDS);
}

function refuse(reply: FastifyReply, status: number, message: string) {
  return send(reply, status, JSON.stringify({ message, status }));
}

function send(reply: FastifyReply, status: number, json: string) {
  return reply
    .code(status)
    .header('cache-control', 'private, no-store')
    .type('application/json; charset=utf-8')
    .send(json);
}
