import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { host } from '../../../../testing/accounts-api.ts';
import { createDeployToken } from '../../../../testing/deploy-token.ts';
import { createTestToken } from '../../../../testing/personal-token.ts';
import {
  createOtherFilm,
  createPages,
  createPublishingSite,
  film,
} from '../../../../testing/publishing-site.ts';
import type { FixtureEntry } from '../../../../testing/release.ts';
import { projectDir } from '../../../../testing/running-site.ts';
import { reader as ana, startServer } from '../../../../testing/server.ts';
import { readLiveManifest } from '../../../model/manifest.ts';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../../model/urls.ts';
import { listReleases } from '../../../releases/release-record.ts';
import type { PublishingServer } from '../publish/publishing-server.ts';
import { sendToAll } from '../publish/send-release.ts';

const { server, origin, token, cookie, start, at, built, send, read, readServedBuild } =
  createPublishingSite();
const quiet = { begin() {}, sent() {} };

test('a release is sent and served immediately; of the next one only new files are sent', async () => {
  const first = await built();
  const sent = await send(first);
  expect(sent).toMatchObject({ files: first.publication.files.length, sentFiles: 4 });
  expect(await read()).toContain('It says after.');
  expect((await server().get('/film.bin', { cookie: cookie() })).rawPayload.equals(film.content)).toBe(true);
  expect(listReleases(server().dist).live).toMatchObject({
    by: 'CI',
    build: 'after',
    changes: { changed: { paths: ['/docs/new'] }, added: { count: 0 } },
  });
  const { entries } = await server().identity.audit.readAuditPage({
    ...{ search: '', event: 'release-published', descending: true, offset: 0, limit: 5 },
  });
  expect(entries).toMatchObject([{ by: 'deploy token CI' }]);
  // An engineer can follow the publication with LOG_LEVEL=debug.
  const calls = server().log.filter(({ msg }) => msg === 'A call of a publication was answered.');
  expect(calls.map(({ call }) => call)).toEqual(
    expect.arrayContaining([PUBLICATIONS_URL, PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL]),
  );
  expect(calls[0]).toMatchObject({ level: 'debug', publisher: 'CI', ms: expect.any(Number) });

  // The server knows its files by their hashes, and has the film.
  expect(await send(await built('later', createPages('later', film)))).toMatchObject({ sentFiles: 3 });
  expect(await read()).toContain('It says later.');
  expect(await send(await built('later', createPages('later', film)))).toMatchObject({ sentFiles: 0 });
  expect(readdirSync(path.join(server().dist, '.uploads'))).toEqual([]);
});

test.each<[string, (file: string, content: Buffer) => void]>([
  ['altered without changing its length', (file, content) => writeFileSync(file, content.fill('x', 9))],
  [
    'altered by a program that restored its time of modification',
    (file, content) => {
      const { atime, mtime } = statSync(file);
      writeFileSync(file, content.fill('x', 9));
      utimesSync(file, atime, mtime);
    },
  ],
  ['cut off', (file, content) => writeFileSync(file, content.subarray(9))],
  ['deleted', (file) => rmSync(file)],
])('publishing the served release again repairs a file of it that was %s', async (_, damage) => {
  const release = await built('repaired', createPages('repaired', film));
  await send(release);
  const manifest = readLiveManifest(server().dist);
  for (const url of ['/docs/new', film.url]) {
    const name = manifest?.entries.find((entry) => entry.url === url)?.file ?? '';
    const file = path.join(server().dist, name);
    const content = readFileSync(file);
    damage(file, Buffer.from(content));
    expect(await send(release)).toMatchObject({ sentFiles: 1 });
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(await send(release)).toMatchObject({ sentFiles: 0 });
  }
  expect(await read()).toContain('It says repaired.');
});

test('no file can be read before the switch, and an interrupted upload resumes', async () => {
  const wholeRelease = await built('whole', createPages('whole', createOtherFilm()));
  const before = await read();
  const real = at();
  let [requestedParts, sent] = [0, 0];
  const dying: PublishingServer = {
    ...real,
    begin: async (publication) => {
      const beginResult = await real.begin(publication);
      requestedParts = beginResult.answer?.missing.length ?? 0;
      return beginResult;
    },
    send: async (id, parts) => {
      if (sent > 0) return { error: { code: 'killed', message: 'killed' } };
      sent = parts.length;
      return real.send(id, parts);
    },
    switchTo: () => Promise.reject(new Error('it must not come so far')),
  };
  expect(await send(wholeRelease, dying)).toMatchObject({ code: 'killed' });
  expect(await read()).toBe(before);
  const [id = ''] = readdirSync(path.join(server().dist, '.uploads'));
  for (const url of [
    `/.uploads/${id}/publication.json`,
    ...wholeRelease.publication.files.map(({ name }) => `/${name}`),
  ])
    expect((await server().get(url, { cookie: cookie() })).statusCode).toBe(404);

  const remainingParts = await real.begin(wholeRelease.publication);
  expect(remainingParts.answer?.missing.length).toBe(requestedParts - sent);
  expect(await send(wholeRelease)).toMatchObject({ release: expect.any(String) });
  expect(await read()).toContain('It says whole.');
});

/** A proxy that forwards half of the second request with parts after the first was answered, then calls `onHalf`. */
async function startCuttingProxy(onHalf: () => void) {
  let parts = 0;
  const first = Promise.withResolvers<void>();
  const proxy = createServer((proxyRequest, response) => {
    if (proxyRequest.url?.endsWith('/parts')) parts += 1;
    const number = parts;
    const forwardedRequest = request(
      origin() + proxyRequest.url,
      { method: 'POST', headers: proxyRequest.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    forwardedRequest.on('error', () => response.destroy());
    response.once('close', () => response.writableFinished || forwardedRequest.destroy());
    if (number === 1) response.once('finish', first.resolve);
    if (number < 2) return void proxyRequest.pipe(forwardedRequest);
    void first.promise.then(() =>
      proxyRequest.once('data', (chunk: Buffer) => {
        forwardedRequest.write(chunk.subarray(0, chunk.length / 2));
        onHalf();
      }),
    );
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() };
}

test('a publisher that is killed while sending changes nothing, even with a wrong clock; then only the rest is sent', async () => {
  const wholeRelease = await built('killed', createPages('killed', createOtherFilm()));
  const [before, build] = [await read(), readServedBuild()];
  const proxy = await startCuttingProxy(() => publisher.kill('SIGKILL'));
  const clock = 'const now = Date.now; Date.now = () => now() - 3 * 86_400_000';
  const publisher = spawn(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(clock)}`, 'src/cli/main.ts'],
      ...['publish', wholeRelease.dist, '--to', proxy.origin],
    ],
    {
      cwd: projectDir,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', DEPLOY_TOKEN: token() },
      stdio: 'ignore',
    },
  );
  expect(await once(publisher, 'exit')).toEqual([null, 'SIGKILL']);
  proxy.close();
  expect([await read(), readServedBuild()]).toEqual([before, build]);

  const real = at();
  let sent = 0;
  const counting: PublishingServer = {
    ...real,
    send: (id, parts) => {
      sent += parts.length;
      return real.send(id, parts);
    },
  };
  expect(await send(wholeRelease, counting)).toMatchObject({ release: expect.any(String) });
  const all = wholeRelease.publication.files.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(all);
  expect(await read()).toContain('It says killed.');
  expect(readdirSync(path.join(server().dist, '.uploads'))).toEqual([]);
});

test('a small change in a large file sends little data', async () => {
  const changedContent = Buffer.concat([
    film.content.subarray(0, 700_000),
    Buffer.from('one more picture'),
    film.content.subarray(700_000),
  ]);
  const list = (content: Buffer): FixtureEntry => ({ ...film, url: '/index.bin', content });
  await send(await built('large', createPages('large', list(film.content))));
  const through = at();
  expect(
    await send(await built('larger', createPages('larger', list(changedContent))), through),
  ).toMatchObject({
    sentFiles: 4,
  });
  expect(through.sentBytes).toBeLessThan(300_000);
  expect((await server().get('/index.bin', { cookie: cookie() })).rawPayload.equals(changedContent)).toBe(
    true,
  );
});

test('lets one of two simultaneous publishers win, and tells the other which', async () => {
  const [one, two] = [await built('one'), await built('two')];
  const real = at();
  let isOther = true;
  const overtaken: PublishingServer = {
    ...real,
    switchTo: async (...args) => {
      if (isOther) await send(two);
      isOther = false;
      return real.switchTo(...args);
    },
  };
  const refusal = await send(one, overtaken);
  expect(refusal).toMatchObject({ code: 'superseded', message: expect.stringContaining('(CI)') });
  expect(await read()).toContain('It says two.');
  // To replace it, the publisher publishes again. All files are already there.
  expect(await send(one)).toMatchObject({ release: expect.any(String) });
  expect(await read()).toContain('It says one.');
});

test('machines with their own disks switch together or not at all', async () => {
  const { dist, ...other } = await start('other-machine', 'before');
  const there = at(other.origin, other.token);
  const wholeRelease = await built('everywhere');
  const before = [readServedBuild(), readLiveManifest(dist)?.build];

  const refusing: PublishingServer = {
    ...there,
    send: async () => ({ error: { code: 'no-room', message: 'no room' } }),
  };
  const refusedResult = await sendToAll(wholeRelease.dist, wholeRelease.publication, [at(), refusing], quiet);
  expect(refusedResult).toMatchObject([undefined, { error: { code: 'no-room' } }]);
  expect([readServedBuild(), readLiveManifest(dist)?.build]).toEqual(before);

  const sent = await sendToAll(wholeRelease.dist, wholeRelease.publication, [at(), there], quiet);
  expect(sent).toMatchObject([{ sent: { sentFiles: 0 } }, { sent: { release: expect.any(String) } }]);
  expect([readServedBuild(), readLiveManifest(dist)?.build]).toEqual(['everywhere', 'everywhere']);
  await other.server.close();
});

describe('a deploy token', () => {
  const begin = (headers: Record<string, string>) =>
    server().app.inject({
      method: 'POST',
      url: '/api/v1/publications',
      headers: { host, 'content-type': 'application/octet-stream', ...headers },
      payload: Buffer.from('nothing'),
    });
  const createBearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("can publish, and can't open pages or anything else", async () => {
    expect((await begin(createBearer(token()))).json().error.code).toBe('malformed');
    for (const url of ['/docs/new', '/', '/api/v1/releases', '/api/v1/account', '/mcp', '/nothing/here'])
      expect((await server().get(url, createBearer(token()))).statusCode).toBe(403);
  });

  test("is required for publishing: sessions and personal tokens don't work", async () => {
    const [none, session] = [await begin({}), await begin({ cookie: cookie() })];
    expect([none.statusCode, session.statusCode]).toEqual([401, 404]);
    const { accountId } = (await server().identity.resolveSession(cookie().replace('sid=', ''))) ?? {
      accountId: '',
    };
    const personal = await createTestToken(server().identity, accountId);
    expect((await begin(createBearer(personal.secret))).statusCode).toBe(404);
    const another = token().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    expect((await begin(createBearer(another))).statusCode).toBe(401);
  });

  test('is refused everywhere by a server without this feature', async () => {
    const without = await startServer({ features: [] });
    onTestFinished(() => without.close());
    const headers = { host, ...createBearer(await createDeployToken(without)) };
    for (const [method, url] of [
      ['POST', PUBLICATIONS_URL],
      ['POST', PUBLICATION_SWITCH_URL],
      ['GET', '/docs/Tasks'],
      ['GET', '/api/v1/account'],
    ] as const)
      expect((await without.app.inject({ method, url, headers })).statusCode).toBe(401);
  });

  test("is created by administrators, shown once, and can't publish after it is revoked", async () => {
    const call = async (method: 'GET' | 'POST' | 'DELETE', url = '', payload?: object) =>
      server().app.inject({
        method,
        url: `/api/v1/deploy-tokens${url}`,
        headers: { host, cookie: cookie() },
        ...(payload && { payload }),
      });
    const tokenResponse = (await call('POST', '', { name: 'GitLab', days: 30 })).json();
    expect((await begin(createBearer(tokenResponse.secret))).statusCode).toBe(400);
    const list = await call('GET');
    expect(list.json().tokens).toMatchObject([{ name: 'GitLab', madeBy: ana.email }, { name: 'CI' }]);
    expect(list.body).not.toContain(tokenResponse.secret);
    expect((await call('DELETE', `/${tokenResponse.token.id}`)).statusCode).toBe(204);
    expect((await begin(createBearer(tokenResponse.secret))).statusCode).toBe(401);
    const { entries } = await server().identity.audit.readAuditPage({
      ...{ search: '', event: undefined, descending: true, offset: 0, limit: 2 },
    });
    expect(entries.map(({ event }) => event)).toEqual(['deploy-token-ended', 'deploy-token-made']);
  });
});
