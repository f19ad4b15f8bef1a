import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeployTokens } from '../../src/accounts/deploy-tokens/deploy-tokens.ts';
import { type PublishingServer, publishingServer } from '../../src/cli/publish/publishing-server.ts';
import { readRelease } from '../../src/cli/publish/read-release.ts';
import { MANIFEST_FILE, readManifest } from '../../src/model/manifest.ts';
import { listReleases } from '../../src/releases/release-record.ts';
import { DAY_MS } from '../../src/shared/duration.ts';
import { buildRelease } from '../../testing/built-release.ts';
import { publishTo } from '../../testing/publish-to.ts';
import { type FixtureEntry, fixtureEntries } from '../../testing/release.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { verifyDist } from '../../testing/verify-dist.ts';
import { administrator, signIn } from './support/many-machines.ts';
import { startReading } from './support/readers.ts';
import { type ServerProcess, startServerProcess } from './support/server-processes.ts';

/** A file that is larger than this makes the third of the processes find the disk full. */
const FILE_MAX_KB = 1_024;

let folder: string;
let dist: string;
let token: string;
let one: ServerProcess;
let two: ServerProcess;
let limited: ServerProcess;

// Processes of one machine: they share the folder and the file of accounts.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'publishing-'));
  dist = path.join(folder, 'dist');
  await buildRelease(dist, { build: 'first', entries: entries('first') });
  const store = openSqliteStore(path.join(folder, 'accounts.db'));
  const tokens = createDeployTokens({ store, clock: Date.now });
  const made = await tokens.make({ name: 'CI', forMs: 30 * DAY_MS }, { by: 'test' });
  token = made.outcome === 'made' ? made.secret : '';
  await store.close();
  const environment = {
    ...{ DATA_DIR: folder, DIST_DIR: dist },
    ...{ ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
  };
  const limit = ['bash', '-c', `ulimit -f ${FILE_MAX_KB}; exec "$@"`, 'limited'];
  one = await startServerProcess(environment);
  [two, limited] = await Promise.all([
    startServerProcess(environment),
    startServerProcess(environment, limit),
  ]);
});
afterAll(async () => {
  await Promise.all([one, two, limited].map((each) => each?.kill()));
  rmSync(folder, { recursive: true, force: true });
});

/** One article that says which release it is of, many that are new in each, and a film. */
function entries(release: string, filmBytes = 200_000): FixtureEntry[] {
  const film = { url: '/film.bin', content: randomBytes(filmBytes), type: 'application/octet-stream' };
  const all: FixtureEntry[] = [
    ...fixtureEntries,
    { url: '/docs/new', content: `An article of ${release}.` },
    ...Array.from({ length: 300 }, (_, at) => ({ url: `/docs/${at}`, content: `${release}, ${at}` })),
    { ...film, cache: 'data' },
  ];
  return all.map((entry) => ({ ...entry, plain: true }));
}

async function built(release: string, filmBytes?: number) {
  const from = path.join(folder, release);
  await buildRelease(from, { build: release, entries: entries(release, filmBytes) });
  const read = await readRelease(from, []);
  if ('fault' in read) throw new Error(read.fault);
  return { from, publication: read.publication };
}

const through = (server: ServerProcess) =>
  publishingServer({ to: new URL(server.origin), token, firstWaitMs: 1 });
const publish = ({ from, publication }: Awaited<ReturnType<typeof built>>, by: PublishingServer) =>
  publishTo(by, from, publication);

async function articleAt({ origin }: ServerProcess, cookie: string): Promise<string> {
  return (await fetch(`${origin}/docs/new`, { headers: { cookie, accept: 'text/html' } })).text();
}
const live = () => readManifest(dist)?.build;
const contentFiles = () => readdirSync(path.join(dist, 'data')).sort();

test('what is published through one process is served by all of them, and no read fails meanwhile', async () => {
  const next = await built('second');
  const reading: [ServerProcess, string][] = [];
  for (const server of [one, two, limited]) reading.push([server, await signIn(server.origin)]);
  const readers = reading.map(([{ origin }, cookie]) =>
    startReading({
      ...{ origin, path: '/docs/new', contains: 'An article of ', thinkMs: 5 },
      cookies: new Array(4).fill(cookie),
    }),
  );
  await expect.poll(() => readers.every(({ reads }) => reads.length > 20)).toBe(true);
  expect(await publish(next, through(two))).toMatchObject({ sent: { release: expect.any(String) } });
  for (const [server, cookie] of reading)
    await expect.poll(() => articleAt(server, cookie)).toBe('An article of second.');
  const reads = (await Promise.all(readers.map((each) => each.stop()))).flat();
  expect(reads.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

test('a disk that takes no more leaves what is served, and nothing of what came', async () => {
  const before = [readFileSync(path.join(dist, MANIFEST_FILE), 'utf8'), contentFiles()];
  const large = await built('large', 2 * FILE_MAX_KB * 1_024);
  expect(await publish(large, through(limited))).toMatchObject({ refusal: { code: 'no-room' } });
  expect([readFileSync(path.join(dist, MANIFEST_FILE), 'utf8'), contentFiles()]).toEqual(before);
  expect(readdirSync(path.join(dist, '.uploads'))).toEqual([]);
  expect(verifyDist(dist)).toEqual([]);
});

test('servers killed while they receive and while they switch leave a whole release; the next one goes on', async () => {
  const before = live();
  const next = await built('third', 3_000_000);
  let [asked, kept] = [0, 0];
  let first: ReturnType<PublishingServer['send']> | undefined;
  const dying = through(one);
  const result = await publish(next, {
    ...dying,
    begin: async (publication) => {
      const begun = await dying.begin(publication);
      asked = begun.answer?.missing.length ?? 0;
      return begun;
    },
    send: async (id, parts) => {
      if (first === undefined) {
        kept = parts.length;
        first = dying.send(id, parts);
        return first;
      }
      await first;
      const sending = dying.send(id, parts);
      await one.kill();
      return sending;
    },
  });
  expect(result).toMatchObject({ refusal: { code: 'unreachable' } });
  expect(live()).toBe(before);
  expect(verifyDist(dist)).toEqual([]);

  const begun = await through(two).begin(next.publication);
  expect(begun.answer?.missing.length).toBeLessThanOrEqual(asked - kept);
  // Whichever moment it is.
  const watcher = watch(path.join(dist, 'data'));
  watcher.once('change', () => void two.kill());
  await publish(next, through(two));
  await two.kill();
  watcher.close();
  expect([before, 'third']).toContain(live());
  expect(verifyDist(dist)).toEqual([]);

  // It starts again with a clock that is days behind.
  const clock = `const now = Date.now; Date.now = () => now() - ${3 * DAY_MS}`;
  await one.start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` });
  expect(await publish(next, through(one))).toMatchObject({ sent: { release: expect.any(String) } });
  expect([live(), listReleases(dist).records[0]?.build]).toEqual(['third', 'third']);
  expect(verifyDist(dist)).toEqual([]);
  for (const left of ['.uploads', '.partial']) expect(readdirSync(path.join(dist, left))).toEqual([]);
  const cookie = await signIn(limited.origin);
  await expect.poll(() => articleAt(limited, cookie)).toBe('An article of third.');
});
