import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { SecondFactorRule } from '../src/accounts/context.ts';
import type { Identity } from '../src/accounts/create-identity.ts';
import type { IdentityLimits } from '../src/accounts/limits.ts';
import type { Outbox } from '../src/accounts/mail/outbox.ts';
import { createArgon2Hasher, type Hasher } from '../src/accounts/passwords/hashing-queue.ts';
import { localProvider } from '../src/accounts/providers/local-provider.ts';
import { ensureAdministrator } from '../src/accounts/sign-in/set-up.ts';
import type { Store } from '../src/accounts/store/store.ts';
import type { Environment } from '../src/config/environment.ts';
import { readFeatureMessages } from '../src/config/feature-messages.ts';
import { engineFeatures } from '../src/features/index.ts';
import type { AppOptions } from '../src/server/app.ts';
import { composeServer } from '../src/server/compose-server.ts';
import { listen } from '../src/server/http/listen.ts';
import { openReleases, type ReleaseEvent, type Releases } from '../src/server/release/releases.ts';
import type { OpenViews } from '../src/server/release/views.ts';
import { type FixtureRelease, publishRelease } from './release.ts';
import { openSqliteStore } from './stores.ts';
import { testEnvironment } from './test-environment.ts';

export const reader = { email: 'ana@lurana.example', password: 'correct horse battery' };

/** The real server for a small build, with a real store in its own folder. */
export interface TestServer {
  app: FastifyInstance;
  identity: Identity;
  releases: Releases;
  /** The folder of the build. */
  dist: string;
  data: string;
  /** The log: one object for each line. */
  log: Record<string, unknown>[];
  logText(): string;
  events: ReleaseEvent[];
  /** Signs the reader in and returns the `Cookie` header. */
  signIn(): Promise<string>;
  /** Signs in a new reader in these groups, who isn't an administrator, and returns the `Cookie` header. */
  signInAs(...groups: string[]): Promise<string>;
  /** Listens on loopback and returns the address. */
  listen(port?: number): Promise<{ origin: string; port: number }>;
  get(url: string, headers?: InjectOptions['headers']): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface TestServerOptions
  extends Partial<
    Pick<
      AppOptions,
      'extensions' | 'features' | 'featureEnvironment' | 'search' | 'identityProvider' | 'metrics'
    >
  > {
  /** Settings that differ from the defaults. */
  environment?: Partial<Environment>;
  release?: FixtureRelease;
  /** An existing build to serve instead of a release of fixtures. */
  dist?: string;
  watch?: boolean;
  /** Required for a build with audiences. */
  openViews?: OpenViews;
  /** See `ReleaseOptions`. */
  origin?: string;
  /** The store, which is closed with the server. The default is a new file. */
  store?: Store;
  /** The hasher. The default computes real hashes with a low cost. */
  hasher?: Hasher;
  /** The clock of the accounts. The default is the system time. */
  clock?: () => number;
  /** The limits. The default is those of production. */
  limits?: IdentityLimits;
  /** The outbox. By default no mail is sent. */
  mail?: Outbox;
  /** The users who must have a second factor. By default it is optional for all. */
  secondFactor?: SecondFactorRule;
  /** Starts without the administrator `reader`. */
  empty?: boolean;
}

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'server-'));
  const dist = options.dist ?? path.join(folder, 'dist');
  if (options.dist === undefined) await publishRelease(dist, options.release);
  const events: ReleaseEvent[] = [];
  const environment = {
    ...testEnvironment({ DATA_DIR: folder }),
    ...(options.secondFactor && { SECOND_FACTOR: options.secondFactor }),
    ...options.environment,
  };
  const opened = await openReleases({
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    watch: options.watch ?? false,
    origin: options.origin,
    openViews: options.openViews,
    messages: readFeatureMessages(options.features ?? engineFeatures),
    onEvent: (event) => events.push(event),
  });
  if (!opened.releases) throw new Error(opened.problems.map(({ message }) => message).join('\n'));
  const { releases } = opened;
  const store = options.store ?? openSqliteStore(path.join(folder, 'accounts.db'));
  const lines: string[] = [];
  const {
    hasher = createArgon2Hasher({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    identityProvider = localProvider,
    features = engineFeatures,
    ...parts
  } = options;
  const { identity, app } = await composeServer({
    ...parts,
    store,
    hasher,
    identityProvider,
    features,
    releases,
    dist,
    environment,
    logStream: { write: (line) => void lines.push(line) },
    prepare: async ({ accounts }) => {
      if (!options.empty) await ensureAdministrator(accounts, reader);
      return [];
    },
  });
  if (!app) throw new Error("The server couldn't be composed.");
  await app.ready();
  return {
    app,
    identity,
    releases,
    dist,
    data: folder,
    events,
    get log() {
      return lines.map((line): Record<string, unknown> => JSON.parse(line));
    },
    logText: () => lines.join(''),
    get: (url, headers = {}) => app.inject({ url, headers: { host: 'localhost:3000', ...headers } }),
    async signIn() {
      const result = await identity.signIn({ ...reader, address: '127.0.0.1' });
      if (result.outcome !== 'signed-in') throw new Error(result.outcome);
      return `sid=${result.token}`;
    },
    async signInAs(...groups) {
      const email = `reader-${groups.join('-')}-${randomUUID()}@lurana.example`;
      const added = await identity.accounts.add({ ...reader, email, name: '', role: 'reader' });
      if (added.outcome !== 'added') throw new Error(added.outcome);
      if (groups.length > 0) await identity.accounts.setGroups(added.account.id, groups);
      const result = await identity.signIn({ ...reader, email, address: '127.0.0.1' });
      if (result.outcome !== 'signed-in') throw new Error(result.outcome);
      return `sid=${result.token}`;
    },
    async listen(port = 0) {
      const { origin, problem } = await listen(app, { host: '127.0.0.1', port });
      if (problem) throw new Error(problem.message);
      return { origin, port: Number(new URL(origin).port) };
    },
    async close() {
      await app.close();
      releases.close();
      await identity.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
