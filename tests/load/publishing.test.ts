import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANIFEST_FILE } from '../../src/config/constants.ts';
import {
  createPublishingServer,
  type PublishingServer,
} from '../../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../../src/features/publishing/publish/read-release.ts';
import { rollBack } from '../../src/features/publishing/releases/roll-back.ts';
import { readLiveManifest } from '../../src/model/manifest.ts';
import { listReleases } from '../../src/releases/release-record.ts';
import { DAY_MS } from '../../src/shared/duration.ts';
import { buildRelease } from '../../testing/built-release.ts';
import { createDeployToken } from '../../testing/deploy-token.ts';
import { publishTo } from '../../testing/publish-to.ts';
import { type FixtureEntry, fixtureEntries } from '../../testing/release.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { verifyDist } from '../../testing/verify-dist.ts';
import { signIn } from './support/many-machines.ts';
import { startReading } from './support/readers.ts';
import { type ServerProcess, startServerProcess } from './support/server-processes.ts';

/** A file larger than this fills the disk of one of the processes. The files of its store are smaller. */
const FILE_MAX_KB = 6_000;

let folder: string;
let dist: string;
let token: string;
/** The process of this test, and two others. */
let here: TestServer;
let hereAt: { origin: string };
let limitedServer: ServerProcess;
let other: ServerProcess;

// Processes of one machine: they share the folder and the file of accounts.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'publishing-'));
  dist = path.join(folder, 'dist');
  await buildRelease(dist, { build: 'first', entries: createEntries('first') });
  const store = openSqliteStore(path.join(folder, 'accounts.db'));
  here = await startServer({
    ...{ dist, store, watch: true },
    environment: { PUBLISH_MAX_MB: 100, RELEASES_KEEP: 5 },
  });
  hereAt = await here.listen();
  token = await createDeployToken(here);
  const environment = { DATA_DIR: folder, DIST_DIR: dist };
  const clock = `const now = Date.now; Date.now = () => now() - ${3 * DAY_MS}`;
  [other, limitedServer] = await Promise.all([
    startServerProcess(environment),
    startServerProcess(
      { ...environment, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` },
      ['bash', '-c', `ulimit -f ${FILE_MAX_KB}; exec "$@"`, 'limited'],
    ),
  ]);
});
afterAll(async () => {
  await Promise.all([other, limitedServer].map((each) => each?.kill()));
  await here?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates an article that names its release, many articles that are new in each release, and a film. */
function createEntries(release: string, content: Buffer = randomBytes(200_000)): FixtureEntry[] {
  const film = { url: '/film.bin', content, type: 'application/octet-stream' };
  const all: FixtureEntry[] = [
    ...fixtureEntries,
    { url: '/docs/new', content: `An article of ${release}.` },
    ...Array.from({ length: 150 }, (_, index) => ({
      url: `/docs/${index}`,
      content: `${release}, ${index}`,
    })),
    { ...film, cache: 'data' },
  ];
  return all.map((entry) => ({ ...entry, plain: true }));
}

async function buildReleaseFolder(release: string, film?: Buffer) {
  const from = path.join(folder, release);
  await buildRelease(from, { build: release, entries: createEntries(release, film) });
  const read = await readRelease(from, {});
  if ('error' in read) throw new Error(read.error);
  return { from, publication: read.publication };
}

const publishThrough = (server: { origin: string }) =>
  createPublishingServer({ to: new URL(server.origin), token, firstWaitMs: 1 });
const publish = (
  { from, publication }: Awaited<ReturnType<typeof buildReleaseFolder>>,
  by: PublishingServer,
) => publishTo(by, from, publication);

async function readArticleAt({ origin }: { origin: string }, cookie: string): Promise<string> {
  return (await fetch(`${origin}/docs/new`, { headers: { cookie, accept: 'text/html' } })).text();
}
const readLiveBuild = () => readLiveManifest(dist)?.build;
const listContentFiles = () => readdirSync(path.join(dist, 'data')).sort();

test('a release published or rolled back through one process is served by all, and no read fails', async () => {
  const next = await buildReleaseFolder('second');
  const reading: [{ origin: string }, string][] = [];
  // A server whose clock is days behind has sessions that are expired for the servers that clean up.
  for (const server of [hereAt, other, limitedServer])
    reading.push([server, await signIn(server.origin, reader)]);
  const readers = reading.map(([{ origin }, cookie]) =>
    startReading({
      ...{ origin, path: '/docs/new', contains: 'An article of ', thinkMs: 10 },
      cookies: new Array(2).fill(cookie),
    }),
  );
  await expect.poll(() => readers.every(({ reads }) => reads.length > 10)).toBe(true);
  expect(await publish(next, publishThrough(other))).toMatchObject({ sent: { release: expect.any(String) } });
  for (const [server, cookie] of reading)
    await expect.poll(() => readArticleAt(server, cookie)).toBe('An article of second.');
  // Rolls back like the command, in its own process.
  expect(await rollBack({ folder: dist, https: false })).toMatchObject({ outcome: 'done' });
  for (const [server, cookie] of reading)
    await expect.poll(() => readArticleAt(server, cookie)).toBe('An article of first.');
  const reads = (await Promise.all(readers.map((each) => each.stop()))).flat();
  expect(reads.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

test('a full disk keeps the served release and discards the upload', async () => {
  const before = [readFileSync(path.join(dist, MANIFEST_FILE), 'utf8'), listContentFiles()];
  const large = await buildReleaseFolder('large', Buffer.alloc(7_000_000));
  expect(await publish(large, publishThrough(limitedServer))).toMatchObject({ error: { code: 'no-room' } });
  expect([readFileSync(path.join(dist, MANIFEST_FILE), 'utf8'), listContentFiles()]).toEqual(before);
  expect(readdirSync(path.join(dist, '.uploads'))).toEqual([]);
  expect(verifyDist(dist)).toEqual([]);
});

test('servers killed while they receive and while they switch leave a whole release; the next one goes on', async () => {
  const before = readLiveBuild();
  const next = await buildReleaseFolder('third', randomBytes(1_000_000));
  let [missingCount, uploadedCount] = [0, 0];
  let first: ReturnType<PublishingServer['send']> | undefined;
  const dying = publishThrough(other);
  const result = await publish(next, {
    ...dying,
    begin: async (publication) => {
      const upload = await dying.begin(publication);
      missingCount = upload.answer?.missing.length ?? 0;
      return upload;
    },
    send: async (id, parts) => {
      if (first === undefined) {
        uploadedCount = parts.length;
        first = dying.send(id, parts);
        return first;
      }
      await first;
      const sending = dying.send(id, parts);
      await other.kill();
      return sending;
    },
  });
  expect(result).toMatchObject({ error: { code: 'unreachable' } });
  expect(readLiveBuild()).toBe(before);
  expect(verifyDist(dist)).toEqual([]);
  const upload = await publishThrough(hereAt).begin(next.publication);
  expect(upload.answer?.missing.length).toBeLessThanOrEqual(missingCount - uploadedCount);

  // The change may be in any state when the check runs.
  const watcher = watch(path.join(dist, 'data'));
  watcher.once('change', () => void limitedServer.kill());
  await publish(next, publishThrough(limitedServer));
  await limitedServer.kill();
  watcher.close();
  expect([before, 'third']).toContain(readLiveBuild());
  expect(verifyDist(dist)).toEqual([]);

  expect(await publish(next, publishThrough(hereAt))).toMatchObject({
    sent: { release: expect.any(String) },
  });
  expect([readLiveBuild(), listReleases(dist).records[0]?.build]).toEqual(['third', 'third']);
  expect(verifyDist(dist)).toEqual([]);
  for (const left of ['.uploads', '.partial']) expect(readdirSync(path.join(dist, left))).toEqual([]);
  const cookie = await here.signIn();
  await expect.poll(() => readArticleAt(hereAt, cookie)).toBe('An article of third.');
});
