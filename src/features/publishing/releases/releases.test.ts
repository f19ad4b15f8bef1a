import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { host } from '../../../../testing/accounts-api.ts';
import { publishRelease } from '../../../../testing/release.ts';
import { reader as ana, startServer, type TestServer } from '../../../../testing/server.ts';
import { lockBuild } from '../../../releases/build-lock.ts';
import { makeContentFolders } from '../../../releases/dist-folder.ts';
import { publish } from '../../../releases/publish.ts';
import { listReleases } from '../../../releases/release-record.ts';
import { openReleases } from '../../../server/release/releases.ts';

let server: TestServer;
let cookie: string;
let names: Record<'one' | 'two', string>;

/** Publishes `one` and then `two`, each with a page that contains its name. */
beforeEach(async () => {
  server = await startServer({ release: { build: 'one', entries: createPage('one') } });
  makeContentFolders(server.dist);
  const keep = async (build: string) => {
    const manifest = await publishRelease(server.dist, { build, entries: createPage(build) });
    return publish(server.dist, { manifest, siteJson: '{}' }, { keep: 5 }).record.name;
  };
  names = { one: await keep('one'), two: await keep('two') };
  await server.releases.refresh();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const createPage = (text: string) => [{ url: '/docs/page', content: text, plain: true }];
const read = async () => (await server.get('/docs/page', { cookie, accept: 'text/html' })).body;
const call = (method: 'GET' | 'POST', url: string, sessionCookie = cookie) =>
  server.app.inject({ method, url: `/api/v1/releases${url}`, headers: { host, cookie: sessionCookie } });
const rollBack = (name: string, sessionCookie?: string) => call('POST', `/${name}/rollback`, sessionCookie);

test('releases are listed, the newest first, and the served one is marked', async () => {
  const { rows } = JSON.parse((await call('GET', '')).body);
  expect(rows).toMatchObject([
    { name: names.two, isLive: true, pages: 1 },
    { name: names.one, isLive: false },
  ]);
});

test('rolling back takes effect immediately in every process, and the audit log records it', async () => {
  const releaseSwapped = Promise.withResolvers<void>();
  const { releases: other } = await openReleases({
    folder: server.dist,
    https: false,
    onEvent: () => releaseSwapped.resolve(),
  });
  expect(await read()).toBe('two');
  expect((await rollBack(names.one)).statusCode).toBe(204);
  expect(await read()).toBe('one');
  await releaseSwapped.promise;
  expect(other?.current().build).toBe('one');
  other?.close();
  const { entries } = await server.identity.audit.readAuditPage({
    ...{ search: '', event: 'release-rolled-back', descending: true, offset: 0, limit: 5 },
  });
  expect(entries).toMatchObject([{ by: ana.email, detail: `${names.two} → ${names.one}` }]);
});

test('no request fails while releases change', async () => {
  const answers: Promise<[number, string]>[] = [];
  for (const name of [names.one, names.two, names.one]) {
    const rolling = rollBack(name);
    for (let at = 0; at < 20; at += 1)
      answers.push(
        server
          .get('/docs/page', { cookie, accept: 'text/html' })
          .then(({ statusCode, body }) => [statusCode, body]),
      );
    expect((await rolling).statusCode).toBe(204);
  }
  const seen = new Set((await Promise.all(answers)).map(([status, body]) => `${status} ${body}`));
  expect([...seen].filter((answer) => !['200 one', '200 two'].includes(answer))).toEqual([]);
});

test('a damaged release is rejected, and the served one stays', async () => {
  const [, first] = listReleases(server.dist).records;
  await rm(path.join(server.dist, 'releases', first?.name ?? '', 'manifest.json'));
  const answer = await rollBack(names.one);
  expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'unusable']);
  expect(await read()).toBe('two');
});

test('only administrators can roll back, and only to another existing release', async () => {
  const reader = await server.signInAs();
  expect((await rollBack(names.one, reader)).statusCode).toBe(404);
  expect((await call('GET', '', reader)).statusCode).toBe(404);
  expect((await rollBack('2020-01-01-000000')).statusCode).toBe(404);
  expect((await rollBack('..')).statusCode).toBe(404);
  expect((await rollBack(names.two)).json().error.code).toBe('live');
  expect(await read()).toBe('two');
});

test('rolling back waits until the current publication is finished', async () => {
  const { lock } = await lockBuild(server.dist, { onWait() {}, patienceMs: 0 });
  const rolling = rollBack(names.one);
  lock?.releaseLock();
  expect((await rolling).statusCode).toBe(204);
});
