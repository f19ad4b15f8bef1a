import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify';
import type { Identity } from '../accounts/create-identity.ts';
import type { IdentityProvider } from '../accounts/providers/identity-provider.ts';
import { localProvider } from '../accounts/providers/local-provider.ts';
import type { Environment } from '../config/environment.ts';
import { findMessageLanguage } from '../config/messages.ts';
import { collectDataFiles } from '../storage/data-file.ts';
import type { Leases } from '../storage/duties.ts';
import { registerApiRoutes } from './api/api-v1.ts';
import { registerHealthApi } from './api/health.ts';
import { createServerRoutes, type FeatureApi } from './api/load-api.ts';
import { createSiteSearch, type SiteSearch } from './api/search.ts';
import { confirmEmailRoutes } from './auth/confirm-email.ts';
import { registerForgottenRoutes } from './auth/forgotten.ts';
import { registerLoginRoutes, type SessionFields } from './auth/login.ts';
import { registerPasswordLinkRoutes } from './auth/password-links.ts';
import { registerPreviewRoutes } from './auth/preview.ts';
import { redirectRoutes } from './auth/redirect-sign-in.ts';
import { registerSetUpRoutes } from './auth/set-up.ts';
import type { SignInStep } from './auth/sign-in-step.ts';
import { answerFirst, createDirectAnswers } from './gate/answer-directly.ts';
import { createDecisionLog } from './gate/follow-decision.ts';
import type { FindPublisher, GateSteps } from './gate/gate.ts';
import { installGate, readPlainHeaders } from './gate/install-gate.ts';
import { createManifestStep } from './gate/manifest-step.ts';
import { createPublicStep } from './gate/public-step.ts';
import { createSameOriginStep } from './gate/same-origin-step.ts';
import { type ChallengeWriter, createSessionStep } from './gate/session-step.ts';
import { type AnswerObserver, createAnswerObservers } from './http/answered.ts';
import { stripBasePath } from './http/base-path.ts';
import { answerInsteadOfNode, createClientErrorHandler } from './http/client-errors.ts';
import { handleError, malformedAddress, sendError } from './http/errors.ts';
import { trackIdleConnections } from './http/idle-connections.ts';
import * as limits from './http/limits.ts';
import { reportLostAnswers } from './http/lost-answers.ts';
import { createRequestId } from './http/request-id.ts';
import { logAnswer } from './http/request-log.ts';
import { lateSchemaCompilers } from './http/schema-compilers.ts';
import type { LogStream } from './log/log-output.ts';
import { createLoggerOptions } from './log/logger-options.ts';
import { createRequestLogger } from './log/request-logger.ts';
import { type ReadinessCheck, registerHealthRoutes } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { type BodyCache, createBodyCache } from './release/body-cache.ts';
import { toRoutedPath } from './release/languages.ts';
import { createEntrySender } from './release/send-entry.ts';
import type { RouteParts } from './route-parts.ts';
import {
  type AnsweredTool,
  collectTools,
  type FeatureContext,
  type FindPassages,
  type ServerFeature,
} from './server-feature.ts';

export interface AppOptions extends Omit<RouteParts, 'environment' | 'identityProvider' | 'baseUrl'> {
  environment: Environment;
  /** The features of the site. By default there are none. */
  features?: readonly ServerFeature[];
  /** The endpoints and error codes of these features, from `loadFeatureApi`. */
  featureApi: FeatureApi;
  /** Settings for what features store. By default `environment`. */
  featureEnvironment?: Environment;
  /** The search. By default the one that the environment describes. */
  search?: SiteSearch;
  /** How users prove who they are. By default with passwords stored by this site. */
  identityProvider?: IdentityProvider;
  /**
   * Plugins that add handlers for routes of `src/model/routes.ts`, such as those of the preview.
   */
  extensions?: readonly FastifyPluginAsync[];
  /** The store's leases, for tasks of features. */
  leases: Leases;
  /** If given, features report their metrics. */
  metrics?: Metrics | undefined;
  /** Where the log goes. */
  logStream: LogStream;
  /** Name of the served release, as `gatehouse releases` lists it. By default its build id. */
  releaseName?: () => string;
  /** Cache of file contents. By default each app creates its own. */
  bodies?: BodyCache;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Accounts, sessions and tokens, for the plugins in `extensions`. */
    identity: Identity;
    /** Calls `observe` after each answer. Use it instead of the hook `onResponse`, which misses direct answers. */
    observeAnswers(observe: AnswerObserver): void;
  }
}

/** Creates the steps of the gate for this site, in the order in which requests pass them. */
export function createGateSteps({
  environment,
  identity,
  findPublisher,
  challenges = [],
}: Pick<AppOptions, 'environment' | 'identity'> & {
  findPublisher?: FindPublisher;
  challenges?: readonly ChallengeWriter[];
}): GateSteps {
  return [
    createSameOriginStep(environment.BASE_URL),
    createPublicStep(),
    createSessionStep({ identity, findPublisher, challenges }),
    createManifestStep(),
  ];
}

/** Whether a request has a body, even an empty one (RFC 9112, section 6.3). */
function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** For `/readyz`. Without messages between processes, each process reads sessions from the store more often. */
function checkProcessMessages(identity: Pick<Identity, 'hearing'>): void {
  if (identity.hearing().state === 'unheard')
    throw new Error('Sessions that end in other processes are noticed late.');
}

/** For `/readyz`: rejects if the newest release couldn't be loaded and an earlier one is served. */
async function checkNewestReleaseServed(releases: AppOptions['releases']): Promise<void> {
  const [problem] = releases.listNewestProblems();
  if (problem) throw new Error(problem.message);
}

/** Creates the HTTP app: the gate, all routes of the server, and the given extensions. It doesn't listen yet. */
export function createApp(options: AppOptions): FastifyInstance {
  const { extensions = [], features = [], featureApi, metrics, bodies = createBodyCache() } = options;
  const { environment, identity, releases } = options;
  const parts: RouteParts = {
    ...options,
    identityProvider: options.identityProvider ?? localProvider,
    baseUrl: environment.BASE_URL,
  };
  // Features set these while they start.
  let findPublisher: FindPublisher | undefined;
  let signInStep: SignInStep | undefined;
  const findSignInStep = () => signInStep;
  const challenges: ChallengeWriter[] = [];
  const steps = createGateSteps({
    environment,
    identity,
    findPublisher: async (token) => findPublisher?.(token),
    challenges,
  });
  const search = options.search ?? createSiteSearch(environment);
  const routes = createServerRoutes(features, featureApi);
  let isStopping = false;
  const entrySender = createEntrySender({
    bodies,
    isStopping: () => isStopping,
    onDamaged: (error) => app.log.error({ err: error }, 'A file of the served release is damaged.'),
  });
  const rawAnswerOptions = { log: () => app.log, headers: () => releases.current().securityHeaders };

  const correctingFeatures = features.filter(({ correctTarget }) => correctTarget !== undefined);
  const rewriteTarget = ({
    method,
    url = '',
    headers,
  }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) => {
    const release = releases.current();
    const routed = toRoutedPath(release, stripBasePath(url, release.basePath) ?? url);
    return correctingFeatures.reduce(
      (target, feature) => feature.correctTarget?.(method, target, headers) ?? target,
      routed,
    );
  };

  const releaseName = options.releaseName ?? (() => releases.current().build);
  const app: FastifyInstance = Fastify({
    schemaController: lateSchemaCompilers,
    logger: createLoggerOptions({
      level: environment.LOG_LEVEL,
      stream: options.logStream,
      release: releaseName,
    }),
    // Every line about a request has the ids of the trace that it belongs to.
    childLoggerFactory: (logger, bindings, loggerOptions, request) =>
      createRequestLogger(logger, bindings, request.headers.traceparent, loggerOptions),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    rewriteUrl: rewriteTarget,
    // Trust one hop only, the proxy in front of this server. A client can make up any earlier address.
    trustProxy: environment.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: limits.BODY_MAX_BYTES,
    requestTimeout: limits.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_MS,
    connectionTimeout: limits.STALLED_MS,
    forceCloseConnections: 'idle',
    // A feature may wait for the database or a busy machine. To give up after the default of 10 s would add to an overload.
    pluginTimeout: 0,
    // A request that arrives on an open connection while the server stops is answered like any other.
    return503OnClosing: false,
    http: {
      // The gate rejects requests without a Host header itself, with our security headers and a log line.
      requireHostHeader: false,
      maxHeaderSize: limits.HEADERS_MAX_BYTES,
      headersTimeout: limits.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: limits.TIMEOUT_CHECK_MS,
      // Requests without a body, which are most, need no stream for it.
      optimizeEmptyRequests: true,
    },
    clientErrorHandler: createClientErrorHandler(rawAnswerOptions),
    frameworkErrors: (_error, request, reply) => {
      logAnswer(request, reply, 400);
      sendError(reply.headers(readPlainHeaders(releases.current(), request)), malformedAddress);
    },
  });

  app.decorate('identity', identity);
  const answerObservers = createAnswerObservers(() => app.log);
  app.decorate('observeAnswers', answerObservers.add);
  const https = environment.BASE_URL?.startsWith('https:') ?? false;
  const followDecision = createDecisionLog(app.log);
  const direct = createDirectAnswers({
    steps,
    routes,
    releases,
    entrySender,
    rewriteTarget,
    isStopping: () => isStopping,
    log: app.log,
    followDecision,
    onAnswered: answerObservers.notify,
    trustProxy: environment.TRUST_PROXY,
    https,
  });
  answerFirst(app.server, direct.answer);
  answerInsteadOfNode(app.server, rawAnswerOptions);

  // The log names the client after the answer, when the connection may be closed. Node still knows the address then if it
  // was read while the connection was open.
  app.server.on('connection', (socket) => socket.remoteAddress);
  reportLostAnswers(app.server);
  const closeIdleConnections = trackIdleConnections(app.server);
  app.addHook('preClose', async () => {
    isStopping = true;
    closeIdleConnections();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    answerObservers.notify(request, reply);
    done();
  });
  if (['trace', 'debug', 'info'].includes(app.log.level))
    answerObservers.add((request, reply) => logAnswer(request, reply, reply.raw.statusCode));

  app.addHook('preParsing', ({ headers }, _reply, body, done) => {
    // The stream of a request without a body has no events, so a parser would wait for its end forever.
    const isParsedInVain = headers['content-type'] !== undefined && !announcesBody(headers);
    done(null, isParsedInVain ? Readable.from([]) : body);
  });
  installGate(app, {
    steps,
    routes,
    releases,
    entrySender,
    direct,
    followDecision,
    https,
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    handleError(error, request, reply.headers(readPlainHeaders(releases.current(), request))),
  );
  app.setNotFoundHandler(() => {
    throw new Error('The gate must answer requests that match no route.');
  });
  app.register(formbody, { bodyLimit: limits.BODY_MAX_BYTES });
  // Features add theirs while they start.
  const checks: ReadinessCheck[] = [
    { name: 'store', check: () => identity.checkStore() },
    { name: 'manifest', check: () => releases.check() },
    { name: 'release', degrades: true, check: async () => checkNewestReleaseServed(releases) },
    { name: 'endings-unheard', degrades: true, check: async () => checkProcessMessages(identity) },
    search.check,
  ];
  registerHealthRoutes(app, { identity, releaseName, checks });
  const sessionFields: SessionFields = new Map();
  // Throws if two features declare the same tool.
  collectTools(features);
  const tools: AnsweredTool[] = [];
  registerLoginRoutes(app, { ...parts, sessionFields, findSignInStep });
  redirectRoutes(app, parts);
  registerSetUpRoutes(app, { ...parts, findSignInStep });
  registerApiRoutes(app, { ...parts, features, featureApi });
  registerPasswordLinkRoutes(app, { ...parts, findSignInStep });
  confirmEmailRoutes(app, parts);
  registerForgottenRoutes(app, parts);
  registerPreviewRoutes(app, parts);
  registerHealthApi(app, environment, features, options.openViews);
  for (const extension of [...search.extensions, ...extensions]) app.register(extension);
  const dataFiles = collectDataFiles(features);
  let offeredPassages: FindPassages | undefined;
  for (const feature of features)
    app.register((scope) =>
      startFeature(feature, scope, {
        ...parts,
        environment: options.featureEnvironment ?? environment,
        leases: options.leases,
        dataFiles,
        measure: (name, read) => {
          const metric = feature.metrics?.find((candidate) => candidate.name === name);
          if (!metric) throw new Error(`The feature ${feature.name} doesn't declare the metric ${name}.`);
          metrics?.registerFeatureMetric(metric, read);
        },
        admitPublishers: (find) => {
          if (findPublisher)
            throw new Error(
              `The feature ${feature.name} admits publishers, but another feature already does.`,
            );
          findPublisher = find;
        },
        continueSignIns: (step) => {
          if (signInStep)
            throw new Error(
              `The feature ${feature.name} continues sign-ins, but another feature already does.`,
            );
          signInStep = step;
        },
        tools,
        answerTool: (tool, answer) => {
          if (!feature.tools?.some(({ name }) => name === tool.name))
            throw new Error(`The feature ${feature.name} doesn't declare the tool ${tool.name}.`);
          tools.push({ ...tool, answer: async (input, caller) => answer(tool.input.parse(input), caller) });
        },
        sendMail: async ({ to, kind, language: locale = releases.current().texts.signInLanguage, write }) => {
          if (kind !== undefined && !Object.hasOwn(feature.mails ?? {}, kind))
            throw new Error(`The feature ${feature.name} doesn't declare the mail ${kind}.`);
          const language = findMessageLanguage(locale) ?? 'en';
          return identity.mail.send(to, write(language), language);
        },
        addReadinessCheck: (check) => {
          checks.push(check);
        },
        addChallenge: (writeChallenge) => {
          challenges.push(writeChallenge);
        },
        describeSession: (field, read) => {
          sessionFields.set(field, read);
        },
        search: search.search,
        observeSearches: search.observe,
        reportUnanswered: search.reportUnanswered,
        reportAnswered: search.reportAnswered,
        offerPassages: (find) => {
          if (offeredPassages)
            throw new Error(`The feature ${feature.name} offers passages, but another feature already does.`);
          offeredPassages = find;
        },
        findPassages: async (question, request) => offeredPassages?.(question, request),
        addToResults: search.addToResults,
        addToNoResults: search.addToNoResults,
        addToSearchStart: search.addToSearchStart,
        observeAnswers: answerObservers.add,
      }),
    );
  return app;
}

/** Starts a feature in a scope of its own, and stops it when the app closes. */
async function startFeature(
  { start }: ServerFeature,
  app: FastifyInstance,
  context: Omit<FeatureContext, 'app'>,
): Promise<void> {
  const stop = await start?.({ ...context, app });
  if (stop) app.addHook('onClose', () => stop());
}
