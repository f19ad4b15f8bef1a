import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { host } from '../../../testing/accounts-api.ts';
import { film, otherFilm, pages, publishingSite } from '../../../testing/publishing-site.ts';
import type { FixtureEntry } from '../../../testing/release.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { reader as ana } from '../../../testing/server.ts';
import type { PublishingServer } from '../../cli/publish/publishing-server.ts';
import { sendToAll } from '../../cli/publish/send-release.ts';
import { readManifest } from '../../model/manifest.ts';
import { listReleases } from '../../releases/release-record.ts';

const { server, origin, token, cookie, start, at, built, send, read, served } = publishingSite();
const quiet = { begin() {}, sent() {} };

test('a release is sent and served at once; of the next one only what is new travels', async () => {
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

  // Its files are known by their hashes now, and the film is there.
  expect(await send(await built('later', pages('later', film)))).toMatchObject({ sentFiles: 3 });
  expect(await read()).toContain('It says later.');
  expect(await send(await built('later', pages('later', film)))).toMatchObject({ sentFiles: 0 });
  expect(readdirSync(path.join(server().dist, '.uploads'))).toEqual([]);
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
  const [id = ''] = readdirSync(path.join(server().dist, '.uploads'));
  for (const url of [
    `/.uploads/${id}/publication.json`,
    ...whole.publication.files.map(({ name }) => `/${name}`),
  ])
    expect((await server().get(url, { cookie: cookie() })).statusCode).toBe(404);

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
    const passed = request(origin() + asked.url, { method: 'POST', headers: asked.headers }, (answer) => {
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
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', DEPLOY_TOKEN: token() },
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
  expect(readdirSync(path.join(server().dist, '.uploads'))).toEqual([]);
});

test('of a large file that changes a little, little travels', async () => {
  const changed = Buffer.concat([
    film.content.subarray(0, 700_000),
    Buffer.from('one more picture'),
    film.content.subarray(700_000),
  ]);
  const list = (content: Buffer): FixtureEntry => ({ ...film, url: '/index.bin', content });
  await send(await built('large', pages('large', list(film.content))));
  const through = at();
  expect(await send(await built('larger', pages('larger', list(changed))), through)).toMatchObject({
    sentFiles: 4,
  });
  expect(through.sentBytes).toBeLessThan(300_000);
  expect((await server().get('/index.bin', { cookie: cookie() })).rawPayload.equals(changed)).toBe(true);
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
  const { dist, ...other } = await start('other-machine', 'before');
  const there = at(other.origin, other.token);
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
  const bearer = (held: string) => ({ authorization: `Bearer ${held}` });

  test('publishes, and opens neither pages nor anything else', async () => {
    expect((await begin(bearer(token()))).json().error.code).toBe('malformed');
    for (const url of ['/docs/new', '/', '/api/v1/releases', '/api/v1/account', '/mcp', '/nothing/here'])
      expect((await server().get(url, bearer(token()))).statusCode).toBe(403);
  });

  test('is what publishing needs: no session and no personal token does it', async () => {
    const [none, session] = [await begin({}), await begin({ cookie: cookie() })];
    expect([none.statusCode, session.statusCode]).toEqual([401, 404]);
    const { accountId } = (await server().identity.session(cookie().replace('sid=', ''))) ?? {
      accountId: '',
    };
    const personal = await server().identity.tokens.make(
      { accountId },
      { name: 'x', forMs: 60_000, from: '' },
    );
    expect(personal.outcome === 'made' && (await begin(bearer(personal.secret))).statusCode).toBe(404);
    const another = token().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    expect((await begin(bearer(another))).statusCode).toBe(401);
  });

  test('is made and ended by administrators, shown once, and publishes nothing from then on', async () => {
    const call = async (method: 'GET' | 'POST' | 'DELETE', url = '', payload?: object) =>
      server().app.inject({
        method,
        url: `/api/v1/deploy-tokens${url}`,
        headers: { host, cookie: cookie() },
        ...(payload && { payload }),
      });
    const made = (await call('POST', '', { name: 'GitLab', days: 30 })).json();
    expect((await begin(bearer(made.secret))).statusCode).toBe(400);
    const list = await call('GET');
    expect(list.json().tokens).toMatchObject([{ name: 'GitLab', madeBy: ana.email }, { name: 'CI' }]);
    expect(list.body).not.toContain(made.secret);
    expect((await call('DELETE', `/${made.token.id}`)).statusCode).toBe(204);
    expect((await begin(bearer(made.secret))).statusCode).toBe(401);
    const { entries } = await server().identity.audit.readAuditPage({
      ...{ search: '', event: undefined, descending: true, offset: 0, limit: 2 },
    });
    expect(entries.map(({ event }) => event)).toEqual(['deploy-token-ended', 'deploy-token-made']);
  });
});
