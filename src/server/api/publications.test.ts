import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { host } from '../../../testing/accounts-api.ts';
import { buildRelease } from '../../../testing/built-release.ts';
import { publishTo } from '../../../testing/publish-to.ts';
import { type FixtureEntry, fixtureEntries } from '../../../testing/release.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { reader as ana, startServer, type TestServer } from '../../../testing/server.ts';
import { type PublishingServer, publishingServer } from '../../cli/publish/publishing-server.ts';
import { readRelease } from '../../cli/publish/read-release.ts';
import { sendToAll } from '../../cli/publish/send-release.ts';
import type { Publication } from '../../model/api/publications.ts';
import { readManifest } from '../../model/manifest.ts';
import { listReleases } from '../../releases/release-record.ts';

let server: TestServer;
let folder: string;
let origin: string;
let token: string;
let cookie: string;

/** One server for all of them: a release that is served says its own name, and what is refused leaves it alone. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'publish-'));
  const dist = path.join(folder, 'served');
  await buildRelease(dist, { build: 'before', entries: pages('before') });
  server = await startServer({ dist, environment: { PUBLISH_MAX_MB: 10, RELEASES_KEEP: 5 } });
  ({ origin } = await server.listen());
  const made = await server.identity.deployTokens.make({ name: 'CI', forMs: 3_600_000 }, { by: 'test' });
  if (made.outcome !== 'made') throw new Error('there is no token');
  token = made.secret;
  cookie = await server.signIn();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain = fixtureEntries.map((entry) => ({ ...entry, plain: true }));
const movie = randomBytes(1_500_000);
const pages = (text: string, ...more: FixtureEntry[]): FixtureEntry[] => [
  ...plain,
  { url: '/docs/new', content: `It says ${text}. ${text.repeat(300)}` },
  ...more,
];
/** Another film each time, of the same length. */
const otherFilm = (): FixtureEntry => ({ ...film, content: randomBytes(movie.length) });
const film: FixtureEntry = {
  url: '/film.bin',
  content: movie,
  type: 'application/octet-stream',
  cache: 'data',
  plain: true,
};

async function built(name = 'after', entries = pages(name, film)) {
  const dist = path.join(folder, name);
  await buildRelease(dist, { build: name, entries });
  const read = await readRelease(dist, []);
  if ('fault' in read) throw new Error(read.fault);
  return { dist, publication: read.publication };
}

const quiet = { begin() {}, sent() {} };
const at = (to = origin, held = token) => publishingServer({ to: new URL(to), token: held, firstWaitMs: 1 });

async function send(
  { dist, publication }: Awaited<ReturnType<typeof built>>,
  through: PublishingServer = at(),
) {
  const { sent, refusal } = await publishTo(through, dist, publication);
  return sent ?? refusal;
}

const read = async (url = '/docs/new') => (await server.get(url, { cookie, accept: 'text/html' })).body;
const served = () => readManifest(server.dist)?.build;

test('a release is sent and served at once; of the next one only what is new travels', async () => {
  const first = await built();
  const sent = await send(first);
  expect(sent).toMatchObject({ files: first.publication.files.length, sentFiles: 4 });
  expect(await read()).toContain('It says after.');
  expect((await server.get('/film.bin', { cookie })).rawPayload.equals(movie)).toBe(true);
  expect(listReleases(server.dist).live).toMatchObject({
    by: 'CI',
    build: 'after',
    changes: { changed: { paths: ['/docs/new'] }, added: { count: 0 } },
  });
  const { entries } = await server.identity.audit.pageOfAudit({
    ...{ search: '', event: 'release-published', descending: true, offset: 0, limit: 5 },
  });
  expect(entries).toMatchObject([{ by: 'deploy token CI' }]);

  // Its files are known by their hashes now, and the film is there.
  expect(await send(await built('later', pages('later', film)))).toMatchObject({ sentFiles: 3 });
  expect(await read()).toContain('It says later.');
  expect(await send(await built('later', pages('later', film)))).toMatchObject({ sentFiles: 0 });
  expect(readdirSync(path.join(server.dist, '.uploads'))).toEqual([]);
});

test('nothing of it can be read before the switch, and what was interrupted goes on where it was', async () => {
  const whole = await built('whole', pages('whole', otherFilm()));
  const before = await read();
  const real = at();
  let [asked, sent] = [0, 0];
  const dying: PublishingServer = {
    ...real,
    begin: async (publication) => {
      const begun = await real.begin(publication);
      asked = begun.answer?.missing.length ?? 0;
      return begun;
    },
    send: async (id, parts) => {
      if (sent > 0) return { refusal: { code: 'killed', message: 'killed' } };
      sent = parts.length;
      return real.send(id, parts);
    },
    switchTo: () => Promise.reject(new Error('it must not come so far')),
  };
  expect(await send(whole, dying)).toMatchObject({ code: 'killed' });
  expect(await read()).toBe(before);
  const [id = ''] = readdirSync(path.join(server.dist, '.uploads'));
  for (const url of [
    `/.uploads/${id}/publication.json`,
    ...whole.publication.files.map(({ name }) => `/${name}`),
  ])
    expect((await server.get(url, { cookie })).statusCode).toBe(404);

  const left = await real.begin(whole.publication);
  expect(left.answer?.missing.length).toBe(asked - sent);
  expect(await send(whole)).toMatchObject({ release: expect.any(String) });
  expect(await read()).toContain('It says whole.');
});

/** Of the second request with parts, half gets through when the first has its answer; then `onHalf` is called. */
async function cuttingProxy(onHalf: () => void) {
  let parts = 0;
  const first = Promise.withResolvers<void>();
  const proxy = createServer((asked, response) => {
    if (asked.url?.endsWith('/parts')) parts += 1;
    const number = parts;
    const passed = request(origin + asked.url, { method: 'POST', headers: asked.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.once('close', () => response.writableFinished || passed.destroy());
    if (number === 1) response.once('finish', first.resolve);
    if (number < 2) return void asked.pipe(passed);
    void first.promise.then(() =>
      asked.once('data', (chunk: Buffer) => {
        passed.write(chunk.subarray(0, chunk.length / 2));
        onHalf();
      }),
    );
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() };
}

test('a publisher killed while files travel, whose clock is wrong by days, leaves all as it is; then only the rest travels', async () => {
  const whole = await built('killed', pages('killed', otherFilm()));
  const [before, build] = [await read(), served()];
  const proxy = await cuttingProxy(() => publisher.kill('SIGKILL'));
  const clock = 'const now = Date.now; Date.now = () => now() - 3 * 86_400_000';
  const publisher = spawn(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(clock)}`, 'src/cli/main.ts'],
      ...['publish', whole.dist, '--to', proxy.origin],
    ],
    {
      cwd: projectDir,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', DEPLOY_TOKEN: token },
      stdio: 'ignore',
    },
  );
  expect(await once(publisher, 'exit')).toEqual([null, 'SIGKILL']);
  proxy.close();
  expect([await read(), served()]).toEqual([before, build]);

  const real = at();
  let sent = 0;
  const counting: PublishingServer = {
    ...real,
    send: (id, parts) => {
      sent += parts.length;
      return real.send(id, parts);
    },
  };
  expect(await send(whole, counting)).toMatchObject({ release: expect.any(String) });
  const all = whole.publication.files.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(all);
  expect(await read()).toContain('It says killed.');
  expect(readdirSync(path.join(server.dist, '.uploads'))).toEqual([]);
});

test('of a large file that changes a little, little travels', async () => {
  const changed = Buffer.concat([
    movie.subarray(0, 700_000),
    Buffer.from('one more picture'),
    movie.subarray(700_000),
  ]);
  const list = (content: Buffer): FixtureEntry => ({ ...film, url: '/index.bin', content });
  await send(await built('large', pages('large', list(movie))));
  const through = at();
  expect(await send(await built('larger', pages('larger', list(changed))), through)).toMatchObject({
    sentFiles: 4,
  });
  expect(through.sentBytes).toBeLessThan(300_000);
  expect((await server.get('/index.bin', { cookie })).rawPayload.equals(changed)).toBe(true);
});

test('of two publishers at once one wins, and the other is told who did', async () => {
  const [one, two] = [await built('one'), await built('two')];
  const real = at();
  let isOther = true;
  const overtaken: PublishingServer = {
    ...real,
    switchTo: async (...given) => {
      if (isOther) await send(two);
      isOther = false;
      return real.switchTo(...given);
    },
  };
  const refusal = await send(one, overtaken);
  expect(refusal).toMatchObject({ code: 'superseded', message: expect.stringContaining('(CI)') });
  expect(await read()).toContain('It says two.');
  // Who means it publishes again: all of it is there.
  expect(await send(one)).toMatchObject({ release: expect.any(String) });
  expect(await read()).toContain('It says one.');
});

test('machines with disks of their own switch together, or none of them does', async () => {
  const dist = path.join(folder, 'other-machine');
  await buildRelease(dist, { build: 'before', entries: pages('before') });
  const other = await startServer({ dist, environment: { PUBLISH_MAX_MB: 10, RELEASES_KEEP: 5 } });
  const made = await other.identity.deployTokens.make({ name: 'CI', forMs: 3_600_000 }, { by: 'test' });
  const there = at((await other.listen()).origin, made.outcome === 'made' ? made.secret : '');
  const whole = await built('everywhere');
  const before = [served(), readManifest(dist)?.build];

  const refusing: PublishingServer = {
    ...there,
    send: async () => ({ refusal: { code: 'no-room', message: 'no room' } }),
  };
  const refused = await sendToAll(whole.dist, whole.publication, [at(), refusing], quiet);
  expect(refused).toMatchObject([undefined, { refusal: { code: 'no-room' } }]);
  expect([served(), readManifest(dist)?.build]).toEqual(before);

  const sent = await sendToAll(whole.dist, whole.publication, [at(), there], quiet);
  expect(sent).toMatchObject([{ sent: { sentFiles: 0 } }, { sent: { release: expect.any(String) } }]);
  expect([served(), readManifest(dist)?.build]).toEqual(['everywhere', 'everywhere']);
  await other.close();
});

describe('what is served stays, and the publisher is told why, when a release', () => {
  const changed = async (change: (publication: Publication) => Partial<Publication>) => {
    const { dist, publication } = await built('refused');
    return { dist, publication: { ...publication, ...change(publication) } };
  };
  const refusalOf = async (whole: Awaited<ReturnType<typeof built>>) => {
    const before = [served(), await read()];
    const refusal = await send(whole);
    expect([served(), await read()]).toEqual(before);
    return 'code' in refusal ? refusal.code : 'served';
  };

  test.each([
    ['is of another format', { format: 1 }],
    ['is built by other rules for audiences', { audienceRules: 0 }],
    ['is built by another version', { engine: '0.0.1' }],
  ])('%s', async (_, other) => {
    expect(await refusalOf(await changed(() => other))).toBe('built-otherwise');
  });

  test('has a file with another name than builds give', async () => {
    const whole = await changed(({ manifest, files }) => ({
      manifest: manifest.replaceAll(files[0]?.name ?? '', '../../evil'),
      files: files.map((file, at) => (at === 0 ? { ...file, name: '../../evil' } : file)),
    }));
    expect(await refusalOf(whole)).toBe('malformed');
  });

  test('lists another hash than its manifest, or lacks a file', async () => {
    const other = await changed(({ files }) => ({
      files: files.map((file) => ({ ...file, hash: 'x'.repeat(22) })),
    }));
    expect(await refusalOf(other)).toBe('malformed');
    expect(await refusalOf(await changed(({ files }) => ({ files: files.slice(1) })))).toBe('malformed');
  });

  test.each([
    ['of one part', (bytes: number) => bytes < 1_000_000, 'malformed'],
    ['of several parts', (bytes: number) => bytes > 1_000_000, 'malformed'],
  ])('sends other bytes than it said, in a file %s', async (_, isWanted, code) => {
    const whole = await built('damaged', pages('damaged', otherFilm()));
    for (const { name } of whole.publication.files.filter(({ bytes }) => isWanted(bytes))) {
      // Damaged on the disk after it was hashed.
      const file = path.join(whole.dist, name);
      writeFileSync(file, readFileSync(file).fill('x', 0, 10));
    }
    expect(await refusalOf(whole)).toBe(code);
  });

  test('is larger than this server takes', async () => {
    const huge = { ...film, content: Buffer.alloc(11_000_000) };
    expect(await refusalOf(await built('huge', pages('huge', huge)))).toBe('too-large');
  });

  /** Another server, on a disk of this size; on a large one where none can be mounted. */
  async function onDisk(
    size: string,
    work: (small: {
      isSmall: boolean;
      dist: string;
      through: PublishingServer;
      read(): Promise<string>;
    }) => Promise<void>,
  ) {
    const dist = path.join(folder, `disk-${size}`);
    mkdirSync(dist);
    const isSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dist]).status === 0;
    if (!isSmall) console.warn('No small disk can be mounted here: the release is sent to a large one.');
    try {
      await buildRelease(dist, { build: 'small', entries: pages('small') });
      const other = await startServer({ dist, environment: { PUBLISH_MAX_MB: 10, RELEASES_KEEP: 5 } });
      const made = await other.identity.deployTokens.make({ name: 'CI', forMs: 3_600_000 }, { by: 'test' });
      const through = at((await other.listen()).origin, made.outcome === 'made' ? made.secret : '');
      const headers = { cookie: await other.signIn(), accept: 'text/html' };
      await work({ isSmall, dist, through, read: async () => (await other.get('/docs/new', headers)).body });
      await other.close();
    } finally {
      if (isSmall) spawnSync('umount', [dist]);
    }
  }

  test('finds no room on the disk', () =>
    onDisk('4m', async ({ isSmall, dist, through }) => {
      const result = await send(await built('wide'), through);
      expect('code' in result ? result.code : 'served').toBe(isSmall ? 'no-room' : 'served');
      expect(readManifest(dist)?.build).toBe(isSmall ? 'small' : 'wide');
      expect(readdirSync(path.join(dist, '.uploads'))).toEqual([]);
    }));

  test('finds the disk full on its way; when there is room again, only the rest travels', () =>
    onDisk('120m', async ({ isSmall, dist, through, read }) => {
      const whole = await built('filling', pages('filling', otherFilm()));
      const filler = path.join(folder, 'disk-120m', 'filler');
      let [first, sent]: [ReturnType<PublishingServer['send']> | undefined, number] = [undefined, 0];
      const filling: PublishingServer = {
        ...through,
        send: async (id, parts) => {
          if (first) {
            await first;
            return through.send(id, parts);
          }
          sent = parts.length;
          first = through.send(id, parts);
          const said = await first;
          const { bavail, bsize } = statfsSync(dist);
          if (isSmall) spawnSync('fallocate', ['-l', String(bavail * bsize), filler]);
          return said;
        },
      };
      const result = await send(whole, filling);
      expect('code' in result ? result.code : 'served').toBe(isSmall ? 'no-room' : 'served');
      if (!isSmall) return;
      expect(await read()).toContain('It says small.');
      expect(readManifest(dist)?.build).toBe('small');
      const [id = ''] = readdirSync(path.join(dist, '.uploads'));
      const staged = readdirSync(path.join(dist, '.uploads', id));
      // Nothing half written takes up what is left.
      expect(staged.filter((name) => name.startsWith('.'))).toEqual([]);
      expect(staged.length).toBeGreaterThanOrEqual(sent);
      rmSync(filler);
      const { answer } = await through.begin(whole.publication);
      const all = whole.publication.files.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0);
      expect(answer?.missing.length).toBeLessThanOrEqual(all - sent);
      expect(await send(whole, through)).toMatchObject({ release: expect.any(String) });
      expect(await read()).toContain('It says filling.');
    }));

  test('cannot be served', async () => {
    const whole = await built('broken', [
      { url: '/a', content: '1' },
      { url: '/a', content: '2' },
    ]);
    expect(await refusalOf(whole)).toBe('unusable');
  });

  test('no longer declares the groups of what is served, unless that is meant', async () => {
    const groups = [{ name: 'staff', label: 'Staff', description: '', claims: [] }];
    const change = (manifest: object) => ({ ...manifest, groups });
    await buildRelease(server.dist, { build: 'grouped', entries: pages('grouped'), change });
    await server.releases.refresh();
    const whole = await built('ungrouped');
    expect(await refusalOf(whole)).toBe('drops-groups');
    const meant = { ...whole, publication: { ...whole.publication, droppedGroups: ['staff'] } };
    expect(await send(meant)).toMatchObject({ release: expect.any(String) });
  });
});

describe('a deploy token', () => {
  const begin = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/publications',
      headers: { host, 'content-type': 'application/octet-stream', ...headers },
      payload: Buffer.from('nothing'),
    });
  const bearer = (held: string) => ({ authorization: `Bearer ${held}` });

  test('publishes, and opens neither pages nor anything else', async () => {
    expect((await begin(bearer(token))).json().error.code).toBe('malformed');
    for (const url of ['/docs/new', '/', '/api/v1/releases', '/api/v1/account', '/mcp', '/nothing/here'])
      expect((await server.get(url, bearer(token))).statusCode).toBe(403);
  });

  test('is what publishing needs: no session and no personal token does it', async () => {
    const [none, session] = [await begin({}), await begin({ cookie })];
    expect([none.statusCode, session.statusCode]).toEqual([401, 404]);
    const { accountId } = (await server.identity.session(cookie.replace('sid=', ''))) ?? { accountId: '' };
    const personal = await server.identity.tokens.make({ accountId }, { name: 'x', forMs: 60_000, from: '' });
    expect(personal.outcome === 'made' && (await begin(bearer(personal.secret))).statusCode).toBe(404);
    const another = token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    expect((await begin(bearer(another))).statusCode).toBe(401);
  });

  test('is made and ended by administrators, shown once, and publishes nothing from then on', async () => {
    const call = async (method: 'GET' | 'POST' | 'DELETE', url = '', payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v1/deploy-tokens${url}`,
        headers: { host, cookie },
        ...(payload && { payload }),
      });
    const made = (await call('POST', '', { name: 'GitLab', days: 30 })).json();
    expect((await begin(bearer(made.secret))).statusCode).toBe(400);
    const list = await call('GET');
    expect(list.json().tokens).toMatchObject([{ name: 'GitLab', madeBy: ana.email }, { name: 'CI' }]);
    expect(list.body).not.toContain(made.secret);
    expect((await call('DELETE', `/${made.token.id}`)).statusCode).toBe(204);
    expect((await begin(bearer(made.secret))).statusCode).toBe(401);
    const { entries } = await server.identity.audit.pageOfAudit({
      ...{ search: '', event: undefined, descending: true, offset: 0, limit: 2 },
    });
    expect(entries.map(({ event }) => event)).toEqual(['deploy-token-ended', 'deploy-token-made']);
  });
});
