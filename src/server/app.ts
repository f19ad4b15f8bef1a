import { randomBytes } from 'node:crypto';
import formbody from '@fastify/formbody';
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Environment } from '../config/environment.ts';
import type { Identity } from '../identity/identity.ts';
import { type BodyCache, createBodyCache } from './body-cache.ts';
import { clientErrorHandler } from './client-errors.ts';
import { handleError } from './error-handler.ts';
import { malformedAddress, sendError } from './errors.ts';
import { type GateRequest, type GateSteps, passGate, type Verdict } from './gate.ts';
import { healthRoutes, type ReadinessCheck } from './health-routes.ts';
import * as limits from './limits.ts';
import { loginRoutes } from './login-routes.ts';
import type { Entry } from './release.ts';
import type { Releases } from './releases.ts';
import { parseRequestTarget } from './request-target.ts';
import { createEntrySender } from './send-entry.ts';
import { setupRoutes } from './setup-routes.ts';
import { manifestStep } from './steps/manifest.ts';
import { publicStep } from './steps/public.ts';
import { sameOriginStep } from './steps/same-origin.ts';
import { sessionStep } from './steps/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the gate knows of this request; `gate.user` is the reader. */
    gate: GateRequest;
  }
}

export interface AppOptions {
  environment: Pick<Environment, 'BASE_URL' | 'TRUST_PROXY' | 'LOG_LEVEL'>;
  identity: Identity;
  releases: Releases;
  /**
   * Further routes. All of them are behind the gate: the public set names every route that is not. Their
   * paths have no wildcards; `request.gate.user` is the reader.
   */
  extensions?: readonly FastifyPluginAsync[];
  /** What `/readyz` asks besides the store and the published build. */
  checks?: readonly ReadinessCheck[];
  /** Where the log goes: standard output unless said. */
  logStream?: { write(line: string): void };
  bodies?: BodyCache;
}

/** The gate's steps for this site, in their order. */
export function gateSteps({
  environment,
  identity,
}: Pick<AppOptions, 'environment' | 'identity'>): GateSteps {
  return [
    sameOriginStep({ baseUrl: environment.BASE_URL }),
    publicStep(),
    sessionStep({ identity }),
    manifestStep(),
  ];
}

export function createApp(options: AppOptions): FastifyInstance {
  const {
    environment,
    identity,
    releases,
    extensions = [],
    checks = [],
    bodies = createBodyCache(),
  } = options;
  const steps = gateSteps(options);
  const sendEntry = createEntrySender(bodies);
  const headers = () => releases.current().securityHeaders;

  const app: FastifyInstance = Fastify({
    logger: {
      level: environment.LOG_LEVEL,
      // Fastify's own lines name the request by more than its path.
      serializers: {
        req: (request) => ({ method: request.method }),
        res: (reply) => ({ status: reply.statusCode }),
      },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // The one proxy in front of us; what came before it, a client may have made up.
    trustProxy: environment.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: limits.BODY_MAX_BYTES,
    requestTimeout: limits.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_MS,
    connectionTimeout: limits.STALLED_MS,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while we stop is answered like any other.
    return503OnClosing: false,
    http: {
      maxHeaderSize: limits.HEADERS_MAX_BYTES,
      headersTimeout: limits.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: limits.TIMEOUT_CHECK_MS,
    },
    clientErrorHandler: clientErrorHandler({ log: () => app.log, headers }),
    frameworkErrors: (_error, request, reply) => {
      logAnswer(request, reply, 400);
      sendError(reply.headers({ ...headers(), 'x-request-id': request.id }), malformedAddress);
    },
  });

  // Set by the hook below, before anything can read it.
  app.decorateRequest('gate', null as unknown as GateRequest);
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply, reply.raw.statusCode);
    done();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const release = releases.current();
    const target = parseRequestTarget(request.raw.url ?? '');
    if (!target) {
      refuse(request, reply, { kind: 'refuse', answer: malformedAddress });
      return;
    }
    const gate: GateRequest = {
      method: request.method,
      path: target.path,
      query: target.query,
      headers: request.headers,
      site: {
        protocol: environment.BASE_URL?.startsWith('https:') ? 'https' : request.protocol,
        host: request.host,
      },
      release,
    };
    if (!request.is404) gate.route = `${request.method} ${request.routeOptions.url}`;
    request.gate = gate;
    passGate(steps, gate)
      .then((verdict) => answer(verdict, request, reply, done))
      .catch(done);
  });

  async function answer(
    verdict: Verdict,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> {
    switch (verdict.kind) {
      case 'entry':
        return sendFromRelease(verdict.entry, request, reply, done);
      case 'redirect':
        plainHeaders(request, reply).redirect(verdict.location, verdict.status);
        return;
      case 'refuse':
        refuse(request, reply, verdict);
        return;
      case 'route':
        plainHeaders(request, reply);
        done();
        return;
      case 'next':
        throw new Error('The gate ends with a decision.');
    }
  }

  async function sendFromRelease(
    entry: Entry,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): Promise<void> {
    const { gate } = request;
    try {
      await sendEntry(request.raw, reply.raw, request.id, gate.release, entry);
    } catch (error) {
      // A newer build may have taken the file away before we noticed that it is there.
      await releases.refresh();
      if (releases.current() === gate.release) throw error;
      gate.release = releases.current();
      return answer(await passGate(steps, gate), request, reply, done);
    }
    reply.hijack();
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { answer }: Extract<Verdict, { kind: 'refuse' }>,
  ): void {
    plainHeaders(request, reply);
    // Nobody reads the rest of a refused request, so nobody has to send it.
    if (hasBody(request)) reply.header('connection', 'close');
    sendError(reply, answer);
  }

  function plainHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.headers({
      ...headers(),
      'x-request-id': request.id,
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    });
  }

  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Error('The gate answers what is no route.');
  });
  app.register(formbody, { bodyLimit: limits.BODY_MAX_BYTES });
  healthRoutes(app, [
    { name: 'store', check: () => identity.ping() },
    { name: 'manifest', check: async () => void releases.current() },
    ...checks,
  ]);
  loginRoutes(app, identity);
  setupRoutes(app, { identity, fromAnywhere: environment.BASE_URL !== undefined });
  for (const extension of extensions) app.register(extension);
  return app;
}

/** One line for each answer. Of the address only the path: queries hold tokens and what people search for. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const path = (request.raw.url ?? '').split('?', 1)[0]?.slice(0, 300);
  const account = request.gate?.user?.accountId;
  request.log.info(
    {
      method: request.method,
      path,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      account,
    },
    'answered',
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Unlike those of the process before this one, and cheap. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let last = 0;
  return () => `${prefix}-${(last++).toString(36)}`;
}
