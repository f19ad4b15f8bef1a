import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { RouteTable } from '../../model/routes.ts';
import type { AnsweredRequest, AnswerObserver, SentReply } from '../http/answered.ts';
import { stripBasePath } from '../http/base-path.ts';
import { readClientAddress, readHost, readProtocol } from '../http/client.ts';
import { createRequestId } from '../http/request-id.ts';
import { createRequestLogger } from '../log/request-logger.ts';
import { selectLanguage } from '../release/languages.ts';
import type { Releases } from '../release/releases.ts';
import type { EntrySender } from '../release/send-entry.ts';
import type { FollowDecision } from './follow-decision.ts';
import { type GateRequest, type GateSteps, passGate, type Verdict } from './gate.ts';
import { namesOneHost, parseRequestTarget } from './request-target.ts';
import { formatServerTiming } from './server-timing.ts';

interface DirectAnswerOptions {
  steps: GateSteps;
  routes: RouteTable;
  releases: Releases;
  entrySender: EntrySender;
  /** Rewrites a request target before Fastify looks for its route. */
  rewriteTarget(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string;
  isStopping(): boolean;
  log: FastifyBaseLogger;
  followDecision: FollowDecision;
  /** Is called with each answer after it was sent. */
  onAnswered: AnswerObserver;
  trustProxy: boolean;
  https: boolean;
}

/** The gate's decision about a request that couldn't be answered directly. */
interface EarlyDecision {
  gate: GateRequest;
  verdict: Verdict | Promise<Verdict>;
}

export interface DirectAnswers {
  /** Answers a request, or returns false if Fastify must answer it. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** The decision about a request for which `answer` returned false, so that the gate needn't decide again. */
  findDecision(request: IncomingMessage): EarlyDecision | undefined;
}

/**
 * Answers requests for pages and files that are in memory without Fastify, whose router, request and reply cost more
 * than the gate. Each request passes the same steps of the gate. All others go on to Fastify: methods other than `GET`,
 * paths that may belong to a route, and requests for which the gate or the file has to wait. Whether a page exists
 * makes
 * no difference to that.
 */
export function createDirectAnswers(options: DirectAnswerOptions): DirectAnswers {
  const { steps, routes, releases, entrySender, log, trustProxy } = options;
  const isRouteLike = createRouteCheck(routes);
  const decisions = new WeakMap<IncomingMessage, EarlyDecision>();

  function readGateRequest(request: IncomingMessage): GateRequest | undefined {
    const { url = '', headers } = request;
    if (request.method !== 'GET' || headers.expect !== undefined || !namesOneHost(request)) return undefined;
    const current = releases.current();
    const targetBelowBasePath = stripBasePath(url, current.basePath);
    if (targetBelowBasePath === undefined) return undefined;
    const target = parseRequestTarget(targetBelowBasePath);
    if (target === undefined || isRouteLike(target.path)) return undefined;
    if (options.rewriteTarget(request) !== targetBelowBasePath) return undefined;
    return {
      method: request.method,
      path: target.path,
      query: target.query,
      headers,
      site: {
        protocol: options.https ? 'https' : readProtocol(request, trustProxy),
        host: readHost(request, trustProxy),
        basePath: current.basePath,
      },
      release: selectLanguage(current, { ...target, headers, routes, route: undefined }),
      routes,
    };
  }

  function answer(raw: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    // An answer that closes the connection needs its own `Connection` header, which Fastify writes.
    if (!response.shouldKeepAlive || options.isStopping()) return false;
    const gate = readGateRequest(raw);
    if (gate === undefined) return false;
    const verdict = passGate(steps, gate);
    if (verdict instanceof Promise || verdict.kind !== 'entry') {
      decisions.set(raw, { gate, verdict });
      // Fastify's hook handles a failure, too. Without this line, one that it never asks for would end the process.
      if (verdict instanceof Promise) verdict.catch(() => {});
      return false;
    }
    const request = new DirectRequest(raw, gate, log, trustProxy);
    gate.decidedAfterMs = performance.now() - startedAt;
    const answerHeaders = ['x-request-id', request.id];
    const timing = formatServerTiming(gate);
    if (timing !== undefined) answerHeaders.push('server-timing', timing);
    const reply = new DirectReply(response, startedAt);
    if (!entrySender.sendFromMemory(raw, response, answerHeaders, gate.release, verdict.entry)) {
      decisions.set(raw, { gate, verdict });
      return false;
    }
    options.followDecision(verdict, request);
    reportOnceSent(response, () => {
      reply.endedAt = performance.now();
      options.onAnswered(request, reply);
    });
    return true;
  }

  return {
    answer: (request, response) => {
      try {
        return answer(request, response);
      } catch {
        // Nothing has been sent. Fastify's hook asks the gate again, and its error handler reports what it throws.
        return false;
      }
    },
    findDecision: (request) => decisions.get(request),
  };
}

/** Lets `answer` see each request of a server first. Those for which it returns false go on to the other listeners. */
export function answerFirst(server: Server, answer: DirectAnswers['answer']): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answer(request, response)) return;
    for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}

/** Calls `report` when the answer was sent, or with the error of `reportLostAnswers` if the client disconnected. */
function reportOnceSent(response: ServerResponse, report: () => void): void {
  let isReported = false;
  const reportOnce = () => {
    if (isReported) return;
    isReported = true;
    report();
  };
  response.on('finish', reportOnce);
  response.on('error', reportOnce);
}

/**
 * Returns a function that tells which decoded paths may belong to a route: those whose first part is that of a route.
 * Fastify's router decides about them.
 */
function createRouteCheck({ routes }: RouteTable): (path: string) => boolean {
  const firstParts = new Set(routes.map((route) => readFirstPart(route.path)));
  const hasParameterFirst = [...firstParts].some((part) => part.startsWith(':'));
  return (path) => hasParameterFirst || firstParts.has(readFirstPart(path));
}

function readFirstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

class DirectRequest implements AnsweredRequest {
  readonly id: string = createRequestId();
  readonly raw: IncomingMessage;
  readonly gate: GateRequest;
  readonly #log: FastifyBaseLogger;
  readonly #trustProxy: boolean;

  constructor(raw: IncomingMessage, gate: GateRequest, log: FastifyBaseLogger, trustProxy: boolean) {
    this.raw = raw;
    this.gate = gate;
    this.#log = log;
    this.#trustProxy = trustProxy;
  }

  get method(): string {
    return this.gate.method;
  }

  get originalUrl(): string {
    return this.raw.url ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get ip(): string {
    return readClientAddress(this.raw, this.#trustProxy);
  }

  get log(): FastifyBaseLogger {
    return createRequestLogger(this.#log, { reqId: this.id }, this.raw.headers.traceparent);
  }
}

class DirectReply implements SentReply {
  readonly raw: ServerResponse;
  readonly #startedAt: number;
  endedAt: number | undefined;

  constructor(raw: ServerResponse, startedAt: number) {
    this.raw = raw;
    this.#startedAt = startedAt;
  }

  get elapsedTime(): number {
    return (this.endedAt ?? performance.now()) - this.#startedAt;
  }
}
