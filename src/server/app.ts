import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify';
import type { Identity } from '../accounts/create-identity.ts';
import { localProvider } from '../accounts/providers/local/local-mode.ts';
import type { IdentityProvider } from '../accounts/providers/sign-in-mode.ts';
import { agentRoutes } from './agents/agent-routes.ts';
import type { DocumentNetwork } from './agents/fetch-client-document.ts';
import { announcedRoute, createAnnouncements } from './api/announcement.ts';
import { apiRoutes } from './api/api-v1.ts';
import { publicationsRoutes } from './api/publications.ts';
import { backChannelLogoutRoute } from './auth/back-channel-logout.ts';
import { confirmEmailRoutes } from './auth/confirm-email.ts';
import { forgottenRoutes } from './auth/forgotten.ts';
import { loginRoutes } from './auth/login.ts';
import { passwordLinkRoutes } from './auth/password-links.ts';
import { previewRoutes } from './auth/preview.ts';
import { redirectRoutes } from './auth/redirect-sign-in.ts';
import { secondFactorRoutes } from './auth/second-factor.ts';
import { setupRoutes } from './auth/set-up.ts';
import type { GateSteps } from './gate/gate.ts';
import { installGate, plainHeaders } from './gate/install-gate.ts';
import { manifestStep } from './gate/manifest-step.ts';
import { publicStep } from './gate/public-step.ts';
import { sameOriginStep } from './gate/same-origin-step.ts';
import { sessionStep } from './gate/session-step.ts';
import { takeBasePath } from './http/base-path.ts';
import { answerForNode, clientErrorHandler } from './http/client-errors.ts';
import { handleError, malformedAddress, sendError } from './http/errors.ts';
import { trackIdleConnections } from './http/idle-connections.ts';
import * as limits from './http/limits.ts';
import { logAnswer } from './http/request-log.ts';
import type { LogStream } from './log/log-output.ts';
import { loggerOptions } from './log/logger-options.ts';
import { mcpTarget } from './mcp/mcp-route.ts';
import { healthRoutes, type ReadinessCheck } from './ops/health.ts';
import { type BodyCache, createBodyCache } from './release/body-cache.ts';
import { routedPath } from './release/languages.ts';
import { createEntrySender } from './release/send-entry.ts';
import type { RouteParts } from './route-parts.ts';

export interface AppOptions extends Omit<RouteParts, 'mode' | 'baseUrl'> {
  /** This site itself unless said. */
  mode?: IdentityProvider;
  /**
   * Further routes. All of them are behind the gate: the public set names every route that is not. Their
   * paths have no wildcards; `request.gate.user` is the reader.
   */
  extensions?: readonly FastifyPluginAsync[];
  /** What `/readyz` asks besides the store and the published build. */
  checks?: readonly ReadinessCheck[];
  /** Where the log goes. */
  logStream: LogStream;
  /** What owners call the release that is served. */
  releaseName?: () => string;
  bodies?: BodyCache;
  /** Where documents that describe agents' clients are fetched: the internet, unless a test has its own. */
  documentNetwork?: DocumentNetwork;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For extensions. */
    identity: Identity;
  }
}

/** The gate's steps for this site, in their order. */
export function gateSteps({
  environment,
  identity,
}: Pick<AppOptions, 'environment' | 'identity'>): GateSteps {
  return [
    sameOriginStep(environment.BASE_URL),
    publicStep(),
    sessionStep({ identity, baseUrl: environment.BASE_URL }),
    manifestStep(),
  ];
}

/** Messages between the processes don't arrive: sessions are read again instead. */
function rejectUnheard(identity: Pick<Identity, 'hearing'>): void {
  if (identity.hearing().state === 'unheard') throw new Error('Endings in other processes are not heard.');
}

/** For `/readyz`: the newest release is not the one that is served. */
async function rejectTrouble(releases: AppOptions['releases']): Promise<void> {
  const [problem] = releases.trouble();
  if (problem) throw new Error(problem.message);
}

export function createApp(options: AppOptions): FastifyInstance {
  const { extensions = [], checks = [], bodies = createBodyCache() } = options;
  const { environment, identity, releases } = options;
  const parts: RouteParts = {
    ...options,
    mode: options.mode ?? localProvider,
    baseUrl: environment.BASE_URL,
  };
  const steps = gateSteps(options);
  let stopping = false;
  const sendEntry = createEntrySender({
    bodies,
    stopping: () => stopping,
    onDamaged: (error) => app.log.error({ err: error }, 'A file of the release is damaged.'),
  });
  const raw = { log: () => app.log, headers: () => releases.current().securityHeaders };

  const releaseName = options.releaseName ?? (() => releases.current().build);
  const app: FastifyInstance = Fastify({
    logger: loggerOptions({
      level: environment.LOG_LEVEL,
      stream: options.logStream,
      release: releaseName,
    }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ method, url = '' }) => {
      const release = releases.current();
      return mcpTarget(method, routedPath(release, takeBasePath(url, release.basePath) ?? url));
    },
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
      // The gate refuses what has none, with our headers and a line in the log.
      requireHostHeader: false,
      maxHeaderSize: limits.HEADERS_MAX_BYTES,
      headersTimeout: limits.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: limits.TIMEOUT_CHECK_MS,
    },
    clientErrorHandler: clientErrorHandler(raw),
    frameworkErrors: (_error, request, reply) => {
      logAnswer(request, reply, 400);
      sendError(reply.headers(plainHeaders(releases.current(), request)), malformedAddress);
    },
  });

  app.decorate('identity', identity);
  answerForNode(app.server, raw);

  // The log names the client after the answer, when the connection may be closed. Node still knows the address then if it
  // was read while the connection was open.
  app.server.on('connection', (socket) => socket.remoteAddress);
  const endIdleConnections = trackIdleConnections(app.server);
  app.addHook('preClose', async () => {
    stopping = true;
    endIdleConnections();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply, reply.raw.statusCode);
    done();
  });

  installGate(app, {
    steps,
    releases,
    sendEntry,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    handleError(error, request, reply.headers(plainHeaders(releases.current(), request))),
  );
  app.setNotFoundHandler(() => {
    throw new Error('The gate answers what is no route.');
  });
  app.register(formbody, { bodyLimit: limits.BODY_MAX_BYTES });
  healthRoutes(app, {
    identity,
    releaseName,
    checks: [
      { name: 'store', check: () => identity.checkStore() },
      { name: 'manifest', check: () => releases.check() },
      { name: 'release', degrades: true, check: async () => rejectTrouble(releases) },
      { name: 'endings-unheard', degrades: true, check: async () => rejectUnheard(identity) },
      ...checks,
    ],
  });
  const announcements = createAnnouncements(identity);
  announcedRoute(app, announcements);
  loginRoutes(app, { ...parts, announcements });
  redirectRoutes(app, parts);
  backChannelLogoutRoute(app, parts);
  setupRoutes(app, parts);
  apiRoutes(app, { ...parts, announcements });
  publicationsRoutes(app, parts);
  secondFactorRoutes(app, parts);
  passwordLinkRoutes(app, parts);
  confirmEmailRoutes(app, parts);
  forgottenRoutes(app, parts);
  previewRoutes(app, parts);
  agentRoutes(app, { ...parts, network: options.documentNetwork });
  for (const extension of extensions) app.register(extension);
  return app;
}
