import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Route, routeNamed } from '../../model/routes.ts';
import { putBasePath, takeBasePath } from '../http/base-path.ts';
import {
  type ErrorAnswer,
  malformedAddress,
  nothingHere,
  sendError,
  unmetExpectation,
} from '../http/errors.ts';
import { inLanguageOf } from '../release/languages.ts';
import type { Entry, LazyEntry, Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { EntrySender } from '../release/send-entry.ts';
import { type GateRequest, type GateSteps, passGate, type Verdict } from './gate.ts';
import { parseRequestTarget } from './request-target.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the gate knows of this request; `gate.user` is the reader. */
    gate: GateRequest;
  }
}

interface GateOptions {
  steps: GateSteps;
  releases: Releases;
  sendEntry: EntrySender;
  /** Whether browsers reach the site by HTTPS, whatever reaches us. */
  https: boolean;
}

/** What every answer carries that is not a file of the manifest. */
export function plainHeaders(release: Release, request: FastifyRequest): Record<string, string> {
  return {
    ...release.securityHeaders,
    'x-request-id': request.id,
    'cache-control': 'private, no-store',
    vary: 'Cookie',
  };
}

/** Puts the gate before every route, known or not, and answers all that it decides itself. */
export function installGate(app: FastifyInstance, { steps, releases, sendEntry, https }: GateOptions): void {
  // Set by the hook below, before anything can read it.
  app.decorateRequest('gate', null as unknown as GateRequest);

  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat()) listedRoute(method, options.url);
  });

  const isFollowed = ['debug', 'trace'].includes(app.log.level);

  app.addHook('onRequest', (request, reply, done) => {
    const current = releases.current();
    const below = takeBasePath(request.originalUrl, current.basePath);
    const target = parseRequestTarget(below ?? request.originalUrl);
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return refuse(request, reply, unmetExpectation);
    if (!target || !namesOneHost(request.raw)) return refuse(request, reply, malformedAddress);
    const route = request.is404 ? undefined : listedRoute(request.method, request.routeOptions.url ?? '');
    // Whether this process is well is asked of it and not of the site.
    const isOfMachine = route?.kind === 'health' && current.basePath !== '/';
    if (isOfMachine ? below !== undefined : below === undefined) {
      answerOrFail(elsewhere(target.path, current), request, reply, done);
      return;
    }
    const release = inLanguageOf(current, { ...target, headers: request.headers, route });
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
    };
    if (route !== undefined) gate.route = route;
    request.gate = gate;
    try {
      const verdict = passGate(steps, gate);
      if (verdict instanceof Promise)
        verdict.then((late) => answerOrFail(late, request, reply, done)).catch(done);
      else answerOrFail(verdict, request, reply, done);
    } catch (error) {
      done(asError(error));
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const location = reply.getHeader('location');
    // Every address of our own that an answer names is written here as browsers know it.
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', putBasePath(location, releases.current().basePath));
    const timing = serverTiming(request.gate, { answer: reply.elapsedTime });
    if (timing !== undefined) reply.header('server-timing', timing);
    done(null, payload);
  });

  /** Nearly every answer is written in step. What fails, now or later, goes to the error handler. */
  function answerOrFail(
    verdict: Verdict,
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    try {
      if (request.gate) request.gate.decidedAfterMs = reply.elapsedTime;
      if (isFollowed) request.log.debug(describeDecision(verdict, request), 'The gate decided.');
      answer(verdict, request, reply, done)?.catch(done);
    } catch (error) {
      done(asError(error));
    }
  }

  function answer(
    verdict: Verdict,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> | undefined {
    switch (verdict.kind) {
      case 'entry':
        return sendFromRelease(verdict.entry, request, reply, done);
      case 'redirect':
        // Said here: the framework says it of HEAD where there is a route, and so would tell that there is one.
        withPlainHeaders(request, reply)
          .header('content-length', 0)
          .redirect(verdict.location, verdict.status);
        return undefined;
      case 'refuse':
        refuse(request, reply, verdict.answer);
        return undefined;
      case 'route':
        withPlainHeaders(request, reply);
        done();
        return undefined;
      case 'next':
        throw new Error('The gate ends with a decision.');
    }
  }

  function sendFromRelease(
    entry: Entry | LazyEntry,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> | undefined {
    const { gate } = request;
    // Headers that are set one by one beforehand would make Node go through all of them again.
    const own = ['x-request-id', request.id];
    const timing = serverTiming(gate);
    if (timing !== undefined) own.push('server-timing', timing);
    let sending: Promise<void> | undefined;
    try {
      sending = sendEntry(request.raw, reply.raw, own, gate.release, entry);
    } catch (error) {
      return sendFromNewest(error, request, reply, done);
    }
    if (sending === undefined) {
      reply.hijack();
      return undefined;
    }
    return sending.then(
      () => {
        reply.hijack();
      },
      (error: unknown) => sendFromNewest(error, request, reply, done),
    );
  }

  /** A newer build may have taken the file away before we noticed that it is there. */
  async function sendFromNewest(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> {
    const { gate } = request;
    await releases.refresh();
    const current = releases.current();
    if (current.entries === gate.release.entries) throw error;
    gate.release = inLanguageOf(current, gate);
    await answer(await passGate(steps, gate), request, reply, done);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, answer: ErrorAnswer): void {
    withPlainHeaders(request, reply);
    // Nobody reads the rest of a refused request, so nobody has to send it.
    if (hasBody(request)) reply.header('connection', 'close');
    sendError(reply, answer);
  }

  function withPlainHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.headers(plainHeaders(releases.current(), request));
  }
}

/** For an engineer who follows a request. Holds no email address, no query and no token. */
function describeDecision(verdict: Verdict, { id, method, gate }: FastifyRequest): object {
  // As in the request log: the path of an answer to an agent names the question, which is a secret.
  const isSecret = gate?.route?.kind === 'agents';
  return {
    id,
    method,
    path: isSecret ? undefined : gate?.path.slice(0, 300),
    route: gate?.route?.path,
    verdict: verdict.kind,
    account: gate?.user?.accountId,
    role: gate?.user?.role,
    publisher: gate?.publisher?.name,
    ms: gate?.decidedAfterMs,
  };
}

/** What a hook may be told of what was thrown. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Beside the site there is nothing of ours, but for the way to it. */
function elsewhere(path: string, { basePath }: Release): Verdict {
  const leadsHere = path === '/' || `${path}/` === basePath;
  return leadsHere
    ? { kind: 'redirect', status: 303, location: '/' }
    : { kind: 'refuse', answer: nothingHere };
}

/** What nobody wrote down does not start: else one of those who must know of it would not. */
function listedRoute(method: string, path: string): Route {
  const route = routeNamed(method, path);
  if (route === undefined) throw new Error(`${method} ${path} is not in the list of src/model/routes.ts.`);
  return route;
}

/** RFC 9112, 3.2: of two hosts a proxy may believe the other one. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * `Server-Timing` tells an administrator's browser where the time of an answer went. For nobody else: how long a
 * look into the store takes is not a reader's business.
 */
function serverTiming(
  gate: GateRequest | null | undefined,
  later: Readonly<Record<string, number>> = {},
): string | undefined {
  if (gate?.user?.role !== 'administrator' || gate.decidedAfterMs === undefined) return undefined;
  return Object.entries({ gate: gate.decidedAfterMs, ...later })
    .map(([name, duration]) => `${name};dur=${Math.round(duration * 100) / 100}`)
    .join(', ');
}
