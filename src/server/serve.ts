import { once } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Context } from '../accounts/context.ts';
import { createIdentity, type Identity } from '../accounts/create-identity.ts';
import { openSecretKey } from '../accounts/factors/secret-key.ts';
import { createSessionLimits, defaultLimits } from '../accounts/limits.ts';
import type { Outbox } from '../accounts/mail/outbox.ts';
import { listSiteWords } from '../accounts/passwords/password-rules.ts';
import { openIdentityProvider } from '../accounts/providers/index.ts';
import { ensureAdministrator } from '../accounts/sign-in/set-up.ts';
import { openStore, type Store } from '../accounts/store/store.ts';
import type { Environment } from '../config/environment.ts';
import { listReleases } from '../releases/release-record.ts';
import { DAY_MS } from '../shared/duration.ts';
import { engineVersion } from '../shared/engine-dir.ts';
import type { Problem } from '../shared/problem.ts';
import { startBackupSchedule } from '../storage/backups/backup-schedule.ts';
import { openBackups } from '../storage/backups/backups.ts';
import { StoreError } from '../storage/store-error.ts';
import { createApp } from './app.ts';
import { LOG_DRAIN_MS, STOP_GRACE_MS, STOP_PART_MS } from './http/limits.ts';
import { listen, stopListening } from './http/listen.ts';
import { type LogOutput, openLogOutput } from './log/log-output.ts';
import type { ReadinessCheck } from './ops/health.ts';
import { measuredStore } from './ops/measured-store.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Release } from './release/release.ts';
import { openReleases, type ReleaseEvent, type Releases } from './release/releases.ts';
import type { OpenViews } from './release/views.ts';
import { waitForParts } from './stop-parts.ts';

/** How long a mail that was given up counts as news. */
const MAIL_GIVEN_UP_MS = 7 * DAY_MS;

interface ServeOptions {
  environment: Environment;
  /** See `ReleaseOptions`. */
  openViews?: OpenViews;
  /** See `RouteParts`. */
  viewsModule?: string;
  /** Where the published build lies, or what is served in its place. */
  dist: string | Releases;
  extensions?: readonly FastifyPluginAsync[];
  checks?: readonly ReadinessCheck[];
  /** Done once everything is open, before the first request can come. */
  beforeListening?: (server: Server, identity: Identity) => Promise<void>;
  /** Measures the store, and asks it how many sessions there are. */
  metrics?: Metrics | undefined;
  /** Writes the log for people rather than for programs. By default so where standard output is a terminal. */
  logAsText?: boolean | undefined;
}

/** How a server stopped. */
export interface StopReport {
  /** What failed to end in time: one sentence for each. Empty when all of it ended in order. */
  faults: string[];
  /** Lines of the log that nobody read. */
  unreadLogLines: number;
}

export interface RunningServer {
  /** To open on this machine: `http://127.0.0.1:3000`. */
  origin: string;
  /** Where the site lies there: `/` unless it is configured. */
  basePath: string;
  identity: Identity;
  /** Answers what is under way and closes everything. Whatever hangs, it resolves within 18 s. */
  stop(): Promise<StopReport>;
}

export type Served = { server: RunningServer; problems?: never } | { server?: never; problems: Problem[] };

/** The published build, the accounts and the gate, listening. */
export async function serve({
  environment,
  dist,
  metrics,
  openViews,
  beforeListening,
  logAsText,
  ...parts
}: ServeOptions): Promise<Served> {
  // What runs before there is an app, and its log, reports its problems instead.
  let app: FastifyInstance | undefined;
  const earlyEvents: ReleaseEvent[] = [];
  const mode = await openIdentityProvider(environment);
  const opened =
    typeof dist === 'string'
      ? await openReleases({
          folder: dist,
          https: environment.BASE_URL?.startsWith('https:') ?? false,
          origin: environment.BASE_URL,
          loginPage: mode.loginPage.template,
          openViews,
          onEvent: (event) => {
            if (app) logRelease(app, event);
            else earlyEvents.push(event);
          },
        })
      : { releases: dist };
  if (opened.problems) return { problems: opened.problems };
  const { releases } = opened;

  const store = await openStore(environment).catch((error: unknown) => {
    if (error instanceof StoreError) return error;
    throw error;
  });
  if (store instanceof StoreError) {
    releases.close();
    return { problems: [{ code: store.code, severity: 'error', message: store.message }] };
  }
  const session = createSessionLimits(environment.SESSION_HOURS);
  metrics?.countSessionsBy(() => store.countSessions(Date.now(), session));
  const limits = {
    ...defaultLimits,
    session,
    sessionGraceMs: environment.SESSION_GRACE_SECONDS * 1_000,
    tokens: { ...defaultLimits.tokens, longestMs: environment.TOKEN_DAYS * DAY_MS },
    agents: { ...defaultLimits.agents, ...(environment.AGENTS ? {} : { grantMs: 0 }) },
    providerCheckMs: environment.PROVIDER_CHECK_MINUTES * 60_000,
    auditMs: environment.AUDIT_DAYS * DAY_MS,
  };
  const logger = {
    debug: (details: object, message: string) => app?.log.debug(details, message),
    warn: (details: object, message: string) => app?.log.warn(details, message),
    error: (details: object, message: string) => app?.log.error(details, message),
  };
  const used = metrics ? measuredStore(store, metrics) : store;
  const mail = await mailOf(environment, { store: used, limits, logger, issuer: mode.issuer, releases });
  const identity = createIdentity({
    store: used,
    mail: mail?.outbox,
    sendTestMail: mail?.sendTest,
    recheck: mode.recheck,
    issuer: mode.issuer,
    words: listSiteWords(environment, releases.current().siteName),
    secondFactor: environment.SECOND_FACTOR,
    secretKey: openSecretKey(environment),
    findGroups: (claims) => groupsNamed(releases.current().groups, claims),
    limits,
    logger,
  });
  metrics?.tellHearingBy(() => identity.hearing());
  if (mail) metrics?.tellMailBy(() => store.mailState(Date.now() - MAIL_GIVEN_UP_MS));
  const backups = openBackups(environment, used);
  if (backups) metrics?.tellBackupsBy(() => backups.list()[0]?.madeAt);
  const close = async () => {
    releases.close();
    await mail?.queue.close();
    await identity.close();
  };
  const log: LogOutput = openLogOutput({
    ...(logAsText !== undefined && { asText: logAsText }),
    onDropped: (lines) =>
      app?.log.warn({ dropped: lines }, 'Log lines were dropped because nobody read them in time.'),
  });
  const releaseName = typeof dist === 'string' ? nameOfRelease(dist, releases) : undefined;
  metrics?.tellBuildBy(() => ({
    version: engineVersion(),
    release: releaseName?.() ?? releases.current().build,
  }));
  metrics?.tellDroppedLinesBy(log.droppedLines);

  const problems = await ensureFirstAdministrator(identity, environment);
  await endSessionsWithoutFactor(store, environment);
  if (problems.length > 0) {
    await close();
    return { problems };
  }
  app = createApp({
    environment,
    identity,
    releases,
    dist: typeof dist === 'string' ? dist : undefined,
    mode,
    backups,
    openViews,
    logStream: log,
    ...(releaseName && { releaseName }),
    ...parts,
  });
  const running = app;
  for (const event of earlyEvents) logRelease(running, event);
  await beforeListening?.(running.server, identity);
  const listening = await listen(running, { host: environment.HOST, port: environment.PORT });
  if (listening.problem) {
    await running.close();
    await close();
    return { problems: [listening.problem] };
  }
  const stopDigest = mail && environment.DIGEST ? await digestOf(environment, used, mail, logger) : undefined;
  const stopBackups = backups && startBackupSchedule(backups, { logger: running.log });
  const stop = async (): Promise<StopReport> => {
    stopDigest?.();
    releases.close();
    const allConnectionsEnded = once(running.server, 'close');
    const routesEnded = stopListening(running);
    const faults = await waitForParts([
      // Connections are cut after the grace; this is what cutting them may take.
      { name: 'Requests under way', withinMs: STOP_GRACE_MS + 500, ended: allConnectionsEnded },
    ]);
    const part = (name: string, ended: Promise<unknown>) => ({ name, ended, withinMs: STOP_PART_MS });
    faults.push(...(await waitForParts([part('Search, feedback or page counts', routesEnded)])));
    faults.push(
      ...(await waitForParts([
        ...(stopBackups ? [part('A backup', stopBackups())] : []),
        ...(mail ? [part('A mail on its way', mail.queue.close())] : []),
      ])),
    );
    faults.push(...(await waitForParts([part('The store', identity.close())])));
    if (faults.length > 0) running.log.error({ faults }, 'Stopping took too long.');
    return { faults, unreadLogLines: await log.drain(LOG_DRAIN_MS) };
  };
  const { basePath } = releases.current();
  return { server: { origin: listening.origin, basePath, identity, stop } };
}

/** Of the time before a second factor was asked for: their readers set one up at the next sign-in. */
async function endSessionsWithoutFactor(store: Store, { SECOND_FACTOR: rule }: Environment): Promise<void> {
  if (rule === 'off') return;
  await store.endSessionsWithoutFactor(rule === 'administrators' ? 'administrator' : undefined);
}

/** What a provider says of groups that this site does not have counts for nothing. */
function groupsNamed(groups: Release['groups'], said: readonly string[]): string[] {
  return groups.filter(({ claims }) => claims.some((claim) => said.includes(claim))).map(({ name }) => name);
}

/** Loaded where there is mail to send, and nowhere else. */
async function mailOf(
  { SMTP_URL: url, MAIL_FROM: from, BASE_URL: baseUrl }: Environment,
  { releases, ...parts }: Pick<Context, 'store' | 'limits' | 'logger' | 'issuer'> & { releases: Releases },
) {
  if (url === undefined || from === undefined || baseUrl === undefined) return undefined;
  const [{ startMail }, { createSmtp }] = await Promise.all([
    import('../accounts/mail/start-mail.ts'),
    import('../accounts/mail/smtp.ts'),
  ]);
  const language = () => releases.current().texts.signInLanguage;
  const basePath = () => releases.current().basePath;
  const sending = {
    ...parts,
    clock: Date.now,
    transport: createSmtp({ url, from }),
    baseUrl,
    basePath,
    language,
  };
  return { ...startMail(sending), language };
}

async function digestOf(
  environment: Environment,
  store: Store,
  { outbox, language }: { outbox: Pick<Outbox, 'wake'>; language: () => string },
  logger: Context['logger'],
): Promise<() => void> {
  const [{ startDigest }, { readWeek }] = await Promise.all([
    import('../accounts/digest.ts'),
    import('./ops/read-week.ts'),
  ]);
  const describeWeek = (week: { since: number; until: number }) => readWeek(environment, week, language());
  return startDigest({ store, logger, describeWeek, wake: outbox.wake });
}

async function ensureFirstAdministrator(identity: Identity, environment: Environment): Promise<Problem[]> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment;
  if (email === undefined || password === undefined) return [];
  const ensured = await ensureAdministrator(identity.accounts, { email, password });
  if (ensured.outcome !== 'invalid') return [];
  return ensured.problems.map(({ field, message }) => ({
    code: 'environment',
    severity: 'error',
    message: `${field === 'password' ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'}: ${message}`,
  }));
}

/** What owners call the release that is served: the name that `releases` lists and `rollback` takes. */
function nameOfRelease(dist: string, releases: Releases): () => string {
  let named: { build: string; name: string } | undefined;
  return () => {
    const { build } = releases.current();
    if (named?.build !== build) {
      const record = listReleases(dist).records.find((each) => each.build === build);
      named = { build, name: record?.name ?? build };
    }
    return named.name;
  };
}

function logRelease({ log }: FastifyInstance, event: ReleaseEvent): void {
  switch (event.kind) {
    case 'swapped':
      log.info({ build: event.build, previous: event.previous }, 'a new build is served');
      break;
    case 'refused':
      log.error(
        { problems: event.problems.map(({ message }) => message) },
        'a new build cannot be served; the one before it still is',
      );
      break;
    case 'fell-back':
      log.error(
        {
          problems: event.problems.map(({ message }) => message),
          release: event.release,
          build: event.build,
        },
        'The newest release is damaged: an earlier one is served. Publish again, restore the files, or roll back.',
      );
      break;
  }
}
