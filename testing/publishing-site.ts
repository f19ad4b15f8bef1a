import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Publication } from '../src/features/publishing/publications/publication-operations.ts';
import {
  createPublishingServer,
  type PublishingServer,
} from '../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../src/features/publishing/publish/read-release.ts';
import { readLiveManifest } from '../src/model/manifest.ts';
import { buildRelease } from './built-release.ts';
import { createDeployToken } from './deploy-token.ts';
import { publishTo } from './publish-to.ts';
import { type FixtureEntry, fixtureEntries } from './release.ts';
import { startServer, type TestServer } from './server.ts';

const plainEntries = fixtureEntries.map((entry) => ({ ...entry, plain: true }));

/** A release whose new page contains this text. */
export const createPages = (text: string, ...more: FixtureEntry[]): FixtureEntry[] => [
  ...plainEntries,
  { url: '/docs/new', content: `It says ${text}. ${text.repeat(300)}` },
  ...more,
];

/** A file that is uploaded in several parts. */
export const film = {
  url: '/film.bin',
  content: randomBytes(1_500_000),
  type: 'application/octet-stream',
  cache: 'data',
  plain: true,
} as const satisfies FixtureEntry;
/** A different film each time, of the same length. */
export const createOtherFilm = (): FixtureEntry => ({ ...film, content: randomBytes(film.content.length) });

interface Built {
  /** The dist folder of the build. */
  dist: string;
  publication: Publication;
}

/**
 * One server for all tests of a file. Each release contains its name, and a refused release changes nothing.
 */
export function createPublishingSite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'publish-'));
  let server: TestServer;
  let origin: string;
  let token: string;
  let cookie: string;
  beforeAll(async () => {
    ({ server, origin, token, cookie } = await start('served', 'before'));
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts another machine with its own release, in a dist folder of this name. */
  async function start(name: string, build: string) {
    const dist = path.join(folder, name);
    await buildRelease(dist, { build, entries: createPages(build) });
    const startedServer = await startServer({
      dist,
      environment: { PUBLISH_MAX_MB: 10, RELEASES_KEEP: 5, LOG_LEVEL: 'debug' },
    });
    const deployToken = await createDeployToken(startedServer);
    const { origin } = await startedServer.listen();
    return { server: startedServer, dist, origin, token: deployToken, cookie: await startedServer.signIn() };
  }

  const createServerAt = (to = origin, deployToken = token) =>
    createPublishingServer({ to: new URL(to), token: deployToken, firstWaitMs: 1 });
  return {
    folder,
    server: () => server,
    origin: () => origin,
    token: () => token,
    cookie: () => cookie,
    start,
    at: createServerAt,
    async built(name = 'after', entries = createPages(name, film)): Promise<Built> {
      const dist = path.join(folder, name);
      await buildRelease(dist, { build: name, entries });
      const read = await readRelease(dist, {});
      if ('error' in read) throw new Error(read.error);
      return { dist, publication: read.publication };
    },
    /** Publishes a release and returns the server's answer: the release is served, or why not. */
    async send({ dist, publication }: Built, through: PublishingServer = createServerAt()) {
      const { sent, error } = await publishTo(through, dist, publication);
      return sent ?? error;
    },
    read: async (url = '/docs/new') => (await server.get(url, { cookie, accept: 'text/html' })).body,
    readServedBuild: () => readLiveManifest(server.dist)?.build,
  };
}
