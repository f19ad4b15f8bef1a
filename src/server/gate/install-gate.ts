import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route, RouteTable } from '../../model/routes.ts';
import { prefixBasePath, stripBasePath } from '../http/base-path.ts';
import {
  type ErrorAnswer,
  malformedAddress,
  notFoundError,
  sendError,
  unmetExpectation,
} from '../http/errors.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';
import { selectLanguage } from '../release/languages.ts';
import type { Entry, LazyEntry, Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { EntrySender } from '../release/send-entry.ts';
import type { DirectAnswers } from './answer-directly.ts';
import type { FollowDecision } from './follow-decision.ts';
import { type GateRequest, type GateSteps, passGate, type Verdict } from './gate.ts';
import { mergeSlashes } from './merge-slashes.ts';
import { namesOneHost, parseRequestTarget } from './request-target.ts';
import { formatServerTiming } from './server-timing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as the gate sees it. `gate.user` is the signed-in user. */
    gate: GateRequest;
  }
}

interface GateOptions {
  steps: GateSteps;
  /** Routes that the server may register. */
  routes: RouteTable;
  releases: Releases;
  entrySender: EntrySender;
  direct: Pick<DirectAnswers, 'findDecision'>;
  followDecision: FollowDecision;
  /** Whether browsers use HTTPS to reach the site, even if a proxy uses HTTP to reach this server. */
  https: boolean;
}

/** Headers of every answer other than files of the manifest. */
export function readPlainHeaders(release: Release, request: FastifyRequest): Record<string, string> {
  return {
    ...release.securityHeaders,
    'x-request-id': request.id,
    'cache-control': 'private, no-store',
    vary: 'Cookie',
  };
}

/** Puts the gate in front of every request, whether a route matches or not, and sends the answers it decides on. */
export function installGate(
  app: FastifyInstance,
  { steps, routes, releases, entrySender, direct, followDecision, https }: GateOptions,
): void {
  // The hook below sets the value before any other code reads it.
  app.decorateRequest('gate', null as unknown as GateRequest);

  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat()) findListedRoute(routes, method, options.url);
  });

  app.addHook('onRequest', (request, reply, done) => {
    // If Fastify found a route after all, the early decision, which knows of none, doesn't count.
    const early = request.is404 ? direct.findDecision(request.raw) : undefined;
    if (early !== undefined) {
      request.gate = early.gate;
      answerWhenDecided(early.verdict, request, reply, done);
      return;
    }
    const current = releases.current();
    const targetBelowBasePath = stripBasePath(request.originalUrl, current.basePath);
    const target = parseRequestTarget(targetBelowBasePath ?? request.originalUrl);
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return refuse(request, reply, unmetExpectation);
    if (!target || !namesOneHost(request.raw)) return refuse(request, reply, malformedAddress);
    const route = request.is404
      ? undefined
      : findListedRoute(routes, request.method, request.routeOptions.url ?? '');
    // Health checks concern the process and not the site, so they aren't below the base path.
    const isProcessCheck = route?.kind === 'health' && current.basePath !== '/';
    if (isProcessCheck ? targetBelowBasePath !== undefined : targetBelowBasePath === undefined) {
      const outside = answerOutsideSite({ method: request.method, ...target }, current, routes);
      answerOrFail(outside, request, reply, done);
      return;
    }
    const release = selectLanguage(current, { ...target, headers: request.headers, routes, route });
    const gate: GateRequest = {
      method: request.method,
      path: target.path,
      query: target.query,
      headers: request.headers,
      site: {
        protocol: https ? 'https' : request.protocol,
        host: request.host,
        basePath: current.basePath,
      },
      release,
      routes,
    };
    if (route !== undefined) {
      gate.route = route;
      if (request.url !== targetBelowBasePath) gate.correctedPath = parseRequestTarget(request.url)?.path;
    }
    request.gate = gate;
    try {
      answerWhenDecided(passGate(steps, gate), request, reply, done);
    } catch (error) {
      done(toError(error));
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const location = reply.getHeader('location');
    // Handlers redirect to paths without the base path, which is added here.
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', prefixBasePath(location, releases.current().basePath));
    const timing = formatServerTiming(request.gate, { answer: reply.elapsedTime });
    if (timing !== undefined) reply.header('server-timing', timing);
    done(null, payload);
  });

  function answerWhenDecided(
    verdict: Verdict | Promise<Verdict>,
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    if (verdict instanceof Promise)
      verdict.then((late) => answerOrFail(late, request, reply, done)).catch(done);
    else answerOrFail(verdict, request, reply, done);
  }

  /** Nearly every answer is sent synchronously. Failures, synchronous or not, go to the error handler. */
  function answerOrFail(
    verdict: Verdict,
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    try {
      if (request.gate) request.gate.decidedAfterMs = reply.elapsedTime;
      followDecision(verdict, request);
      sendVerdict(verdict, request, reply, done)?.catch(done);
    } catch (error) {
      done(toError(error));
    }
  }

  function sendVerdict(
    verdict: Verdict,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> | undefined {
    switch (verdict.kind) {
      case 'entry':
        return sendFromRelease(verdict.entry, request, reply, done);
      case 'redirect':
        closeIfUnread(request, reply);
        // Fastify sets this header for HEAD only if a route exists, which would reveal whether there is one.
        simplifyHeaders(request, reply)
          .header('content-length', 0)
          .redirect(verdict.location, verdict.status);
        return undefined;
      case 'refuse':
        refuse(request, reply, verdict.answer);
        return undefined;
      case 'route':
        simplifyHeaders(request, reply);
        done();
        return undefined;
      case 'next':
        throw new Error('The gate returned no decision.');
    }
  }

  function sendFromRelease(
    entry: Entry | LazyEntry,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> | undefined {
    const { gate } = request;
    // Pass these headers on instead of setting them on the response, which would make Node merge all headers again.
    const answerHeaders = ['x-request-id', request.id];
    const timing = formatServerTiming(gate);
    if (timing !== undefined) answerHeaders.push('server-timing', timing);
    let sending: Promise<void> | undefined;
    try {
      sending = entrySender.send(request.raw, reply.raw, answerHeaders, gate.release, entry);
    } catch (error) {
      return retryWithNewestRelease(error, request, reply, done);
    }
    if (sending === undefined) {
      reply.hijack();
      return undefined;
    }
    return sending.then(
      () => {
        reply.hijack();
      },
      (error: unknown) => retryWithNewestRelease(error, request, reply, done),
    );
  }

  /** A file may be missing because a newer release has replaced it and isn't loaded yet. */
  async function retryWithNewestRelease(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> {
    const { gate } = request;
    await releases.refresh();
    const current = releases.current();
    if (current.entries === gate.release.entries) throw error;
    gate.release = selectLanguage(current, gate);
    await sendVerdict(await passGate(steps, gate), request, reply, done);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, answer: ErrorAnswer): void {
    simplifyHeaders(request, reply);
    closeIfUnread(request, reply);
    sendError(reply, answer);
  }

  /** The body of a request that is refused or redirected isn't read, so the client needn't send it. */
  function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
    if (hasBody(request)) reply.header('connection', 'close');
  }

  function simplifyHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.headers(readPlainHeaders(releases.current(), request));
  }
}

/** Converts a thrown value for the callback of a hook, which accepts only errors. */
function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Outside the base path nothing is served, except redirects to the site and to health checks. */
function answerOutsideSite(
  { method, path: requestedPath, query }: Pick<GateRequest, 'method' | 'path' | 'query'>,
  { basePath }: Release,
  routes: RouteTable,
): Verdict {
  const path = mergeSlashes(requestedPath);
  const withoutSlash = path.replace(/\/$/, '');
  if (withoutSlash !== requestedPath && routes.find(method, withoutSlash)?.kind === 'health') {
    // Relative, because locations that start with a slash get the base path.
    const up = '../'.repeat(requestedPath.split('/').length - 2);
    return { kind: 'redirect', status: 308, location: up + withoutSlash.slice(1) };
  }
  if (path !== requestedPath && path.startsWith(basePath))
    return {
      kind: 'redirect',
      status: 308,
      location: encodeLocation(path.slice(basePath.length - 1)) + encodeQuery(query),
    };
  const leadsToSite = path === '/' || `${path}/` === basePath;
  return leadsToSite
    ? { kind: 'redirect', status: 303, location: '/' }
    : { kind: 'refuse', answer: notFoundError };
}

/** Throws for a route that isn't listed, so that no route exists without access rules, metrics and the other fields. */
function findListedRoute(routes: RouteTable, method: string, path: string): Route {
  const route = routes.find(method, path);
  if (route === undefined)
    throw new Error(
      `${method} ${path} isn't declared. Add it to the routes of its feature, or to src/model/routes.ts.`,
    );
  return route;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
