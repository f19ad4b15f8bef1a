import { once } from 'node:events';
import type { Server } from 'node:http';
import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Context } from '../accounts/context.ts';
import type { Identity } from '../accounts/create-identity.ts';
import { openSecretKey } from '../accounts/factors/secret-key.ts';
import type { Outbox } from '../accounts/mail/outbox.ts';
import type { IdentityProvider } from '../accounts/providers/identity-provider.ts';
import { openIdentityProvider } from '../accounts/providers/open-identity-provider.ts';
import { ensureAdministrator } from '../accounts/sign-in/set-up.ts';
import { openStore, type Store } from '../accounts/store/store.ts';
import { explainUnrestoredBackup, findUnrestoredBackup } from '../accounts/store/unrestored-backup.ts';
import type { Environment } from '../config/environment.ts';
import { readFeatureMessages } from '../config/feature-messages.ts';
import { writeSentence } from '../config/texts.ts';
import { listReleases } from '../releases/release-record.ts';
import { DAY_MS } from '../shared/duration.ts';
import { readEngineVersion } from '../shared/engine-dir.ts';
import type { Problem } from '../shared/problem.ts';
import { type Backup, listBackups } from '../storage/backup-files.ts';
import { StoreError } from '../storage/store-error.ts';
import { createSiteSearch, type SiteSearch } from './api/search.ts';
import { composeServer, readLimits } from './compose-server.ts';
import { LOG_DRAIN_MS, STOP_GRACE_MS, STOP_PART_MS } from './http/limits.ts';
import { listen, stopListening } from './http/listen.ts';
import { type LogOutput, openLogOutput } from './log/log-output.ts';
import { readMailBrand } from './mail-brand.ts';
import { measureStore } from './ops/measured-store.ts';
import type { Metrics } from './ops/metrics.ts';
import { openReleases, type ReleaseEvent, type Releases } from './release/releases.ts';
import type { OpenViews } from './release/views.ts';
import type { ServerFeature, Week } from './server-feature.ts';
import { waitForParts } from './stop-parts.ts';

/** How far back the metrics count mails that were given up. */
const MAIL_GIVEN_UP_MS = 7 * DAY_MS;

interface ServeOptions {
  environment: Environment;
  /** See `ReleaseOptions`. */
  openViews?: OpenViews;
  /** Folder of the published build, or releases to serve instead of it. */
  dist: string | Releases;
  /** The features of the site. */
  features: readonly ServerFeature[];
  /** Settings for what features store, if they differ from `environment`, as in the preview. */
  featureEnvironment?: Environment;
  /** The search, if it isn't the one that the environment describes. */
  search?: SiteSearch;
  /** See `AppOptions`. */
  extensions?: readonly FastifyPluginAsync[];
  /** Runs after everything is open, before the server accepts the first request. */
  beforeListening?: (server: Server, identity: Identity) => Promise<void>;
  /** If given, store operations are timed, and sessions, mails and backups are reported. */
  metrics?: Metrics | undefined;
  /** Writes the log as readable text instead of JSON. By default true if standard output is a terminal. */
  logAsText?: boolean | undefined;
}

/** How a server stopped. */
export interface StopReport {
  /** One sentence for each part that failed to stop in time. Empty after a clean stop. */
  faults: string[];
  /** Number of log lines that couldn't be written. */
  unreadLogLines: number;
}

export interface RunningServer {
  /** Origin to open on this machine, for example `http://127.0.0.1:3000`. */
  origin: string;
  /** Path of the site below that origin: `/` unless configured otherwise. */
  basePath: string;
  identity: Identity;
  /** The one that `IDENTITY` selects. */
  identityProvider: IdentityProvider;
  /** Answers open requests and closes everything. Resolves within 18 s, even if a part hangs. */
  stop(): Promise<StopReport>;
}

export type ServeResult =
  | { server: RunningServer; problems?: never }
  | { server?: never; problems: Problem[] };

/**
 * Opens the published build and the store of accounts, and starts to listen. Mistakes in the configuration come back as
 * problems; nothing is left open then.
 */
export async function serve({
  environment,
  dist,
  metrics,
  openViews,
  beforeListening,
  logAsText,
  search = createSiteSearch(environment),
  extensions = [],
  ...parts
}: ServeOptions): Promise<ServeResult> {
  // Until the app exists there is no log: events of the release are collected and logged later.
  let app: FastifyInstance | undefined;
  const earlyEvents: ReleaseEvent[] = [];
  const identityProvider = await openIdentityProvider(environment, parts.features);
  const openedReleases =
    typeof dist === 'string'
      ? await openReleases({
          folder: dist,
          https: environment.BASE_URL?.startsWith('https:') ?? false,
          origin: environment.BASE_URL,
          loginPage: identityProvider.loginPage.template,
          openViews,
          messages: readFeatureMessages(parts.features),
          onEvent: (event) => {
            if (app) logReleaseEvent(app, event);
            else earlyEvents.push(event);
          },
        })
      : { releases: dist };
  if (openedReleases.problems) return { problems: openedReleases.problems };
  const { releases } = openedReleases;

  const store = await openStoreWithKey(environment).catch((error: unknown) => {
    if (error instanceof StoreError) return error;
    throw error;
  });
  if (store instanceof StoreError) {
    releases.close();
    return { problems: [{ code: store.code, severity: 'error', message: store.message }] };
  }
  const limits = readLimits(environment);
  metrics?.registerSessionCount(() => store.countSessions(Date.now(), limits.session));
  const logger = {
    debug: (details: object, message: string) => app?.log.debug(details, message),
    warn: (details: object, message: string) => app?.log.warn(details, message),
    error: (details: object, message: string) => app?.log.error(details, message),
  };
  const storeInUse = metrics ? measureStore(store, metrics) : store;
  const mail = await startMailIfConfigured(environment, {
    store: storeInUse,
    limits,
    logger,
    issuer: identityProvider.issuer,
    releases,
  });
  metrics?.registerSearches(search.statistics);
  if (mail) metrics?.registerMail(() => store.readMailState(Date.now() - MAIL_GIVEN_UP_MS));
  const log: LogOutput = openLogOutput({
    ...(logAsText !== undefined && { asText: logAsText }),
    onDropped: (lines) =>
      app?.log.warn({ dropped: lines }, 'Log lines were dropped because the log reader was too slow.'),
  });
  const releaseName = typeof dist === 'string' ? createReleaseNameReader(dist, releases) : undefined;
  metrics?.registerBuild(() => ({
    version: readEngineVersion(),
    release: releaseName?.() ?? releases.current().build,
    build: releases.current().build,
  }));
  metrics?.registerDroppedLines(log.countDroppedLines);

  const composedServer = await composeServer({
    environment,
    store: storeInUse,
    limits,
    mail: mail?.outbox,
    sendTestMail: mail?.sendTest,
    releases,
    dist: typeof dist === 'string' ? dist : undefined,
    identityProvider,
    metrics,
    openViews,
    logStream: log,
    ...(releaseName && { releaseName }),
    search,
    extensions,
    prepare: async (identity) => {
      const unrestoredBackup = await findUnrestoredBackup(store, listServerBackups(environment));
      const problems = unrestoredBackup
        ? [createLostStoreProblem(store.location, unrestoredBackup)]
        : await ensureFirstAdministrator(identity, environment);
      await endSessionsWithoutFactor(store, environment);
      return problems;
    },
    ...parts,
  });
  const { identity } = composedServer;
  const close = async () => {
    releases.close();
    await mail?.queue.close();
    await identity.close();
  };
  if (composedServer.problems) {
    await close();
    return { problems: [...composedServer.problems] };
  }
  app = composedServer.app;
  metrics?.registerHearing(() => identity.hearing());
  const startedApp = app;
  for (const event of earlyEvents) logReleaseEvent(startedApp, event);
  await beforeListening?.(startedApp.server, identity);
  const listenResult = await listen(startedApp, { host: environment.HOST, port: environment.PORT });
  if (listenResult.problem) {
    await startedApp.close();
    await close();
    return { problems: [listenResult.problem] };
  }
  const describeWeek = async (week: Week, language: string) => {
    const reports = parts.features.map((feature) => feature.describeWeek?.(week, { environment, language }));
    return (await Promise.all(reports)).filter(Boolean).join('\n\n');
  };
  const stopDigest =
    mail && environment.DIGEST ? await startWeeklyDigest(storeInUse, mail, logger, describeWeek) : undefined;
  const stop = async (): Promise<StopReport> => {
    stopDigest?.();
    releases.close();
    const allConnectionsEnded = once(startedApp.server, 'close');
    const routesEnded = stopListening(startedApp);
    const faults = await waitForParts([
      // Connections are closed after the grace period, and closing them may take another 500 ms.
      { name: 'Open requests', withinMs: STOP_GRACE_MS + 500, ended: allConnectionsEnded },
    ]);
    const toStoppingPart = (name: string, endedPromise: Promise<unknown>) => ({
      name,
      ended: endedPromise,
      withinMs: STOP_PART_MS,
    });
    faults.push(...(await waitForParts([toStoppingPart('Search or a feature', routesEnded)])));
    faults.push(
      ...(await waitForParts([...(mail ? [toStoppingPart('Sending an email', mail.queue.close())] : [])])),
    );
    faults.push(...(await waitForParts([toStoppingPart('The store', identity.close())])));
    if (faults.length > 0) startedApp.log.error({ faults }, 'Stopping took too long.');
    return { faults, unreadLogLines: await log.drain(LOG_DRAIN_MS) };
  };
  const { basePath } = releases.current();
  return { server: { origin: listenResult.origin, basePath, identity, identityProvider, stop } };
}

/** Opens the store. Rejects with a `StoreError` if it can't be used, or if the key of its secrets is damaged. */
async function openStoreWithKey(environment: Environment): Promise<Store> {
  openSecretKey(environment)?.read();
  return openStore(environment);
}

/** Ends sessions from before a second factor was required. Their users set one up when they sign in again. */
async function endSessionsWithoutFactor(store: Store, { SECOND_FACTOR: rule }: Environment): Promise<void> {
  if (rule === 'off') return;
  await store.endSessionsWithoutFactor(rule === 'administrators' ? 'administrator' : undefined);
}

/** Loads and starts the mail modules if SMTP_URL, MAIL_FROM and BASE_URL are all set. */
async function startMailIfConfigured(
  { SMTP_URL: url, MAIL_FROM: from, BASE_URL: baseUrl }: Environment,
  { releases, ...parts }: Pick<Context, 'store' | 'limits' | 'logger' | 'issuer'> & { releases: Releases },
) {
  if (url === undefined || from === undefined || baseUrl === undefined) return undefined;
  const [{ startMail }, { createSmtp }] = await Promise.all([
    import('../accounts/mail/start-mail.ts'),
    import('../accounts/mail/smtp.ts'),
  ]);
  const getLanguage = () => releases.current().texts.signInLanguage;
  const getBasePath = () => releases.current().basePath;
  const getSiteName = () => releases.current().siteName;
  const getBrand = () => readMailBrand(releases.current());
  const mailOptions = {
    ...parts,
    clock: Date.now,
    transport: createSmtp({ url, from }),
    baseUrl,
    getBasePath,
    getSiteName,
    getBrand,
    getLanguage,
  };
  return { ...startMail(mailOptions), getLanguage };
}

async function startWeeklyDigest(
  store: Store,
  { outbox, getLanguage }: { outbox: Pick<Outbox, 'wake'>; getLanguage: () => string },
  logger: Context['logger'],
  describeWeek: (week: Week, language: string) => Promise<string>,
): Promise<() => void> {
  const { startDigest } = await import('../accounts/digest.ts');
  return startDigest({
    store,
    logger,
    describeWeek: (week) => describeWeek(week, getLanguage()),
    wake: outbox.wake,
  });
}

async function ensureFirstAdministrator(identity: Identity, environment: Environment): Promise<Problem[]> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment;
  if (email === undefined || password === undefined) return [];
  const result = await ensureAdministrator(identity.accounts, { email, password });
  if (result.outcome !== 'invalid') return [];
  return result.problems.map(({ field, ...sentence }) => ({
    code: 'environment',
    severity: 'error',
    message: `${field === 'password' ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'}: ${writeSentence(sentence)}`,
  }));
}

/** The backups in `BACKUP_DIR`, newest first. */
function listServerBackups({ BACKUP_DIR: folder }: Environment): Backup[] {
  return folder === undefined ? [] : listBackups(path.resolve(folder));
}

function createLostStoreProblem(location: string, backup: Backup): Problem {
  return { code: 'store-lost', severity: 'error', message: explainUnrestoredBackup(location, backup) };
}

/** Returns the name of the served release: the one that `gatehouse releases` lists and `rollback` takes. */
function createReleaseNameReader(dist: string, releases: Releases): () => string {
  let cachedBrand: { build: string; name: string } | undefined;
  return () => {
    const { build } = releases.current();
    if (cachedBrand?.build !== build) {
      const record = listReleases(dist).records.find((candidate) => candidate.build === build);
      cachedBrand = { build, name: record?.name ?? build };
    }
    return cachedBrand.name;
  };
}

function logReleaseEvent({ log }: FastifyInstance, event: ReleaseEvent): void {
  switch (event.kind) {
    case 'swapped':
      log.info({ build: event.build, previous: event.previous }, 'The server switched to a new build.');
      break;
    case 'refused':
      log.error(
        { problems: event.problems.map(({ message }) => message) },
        "A new build can't be served. The previous one stays in service.",
      );
      break;
    case 'fell-back':
      log.error(
        {
          problems: event.problems.map(({ message }) => message),
          release: event.release,
          build: event.build,
        },
        'The newest release is damaged, so an earlier one is served. Publish again, restore the files, or roll back.',
      );
      break;
  }
}
