import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineFeatures } from '../../src/features/index.ts';
import { createPublishingServer } from '../../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../../src/features/publishing/publish/read-release.ts';
import type { Endpoint } from '../../src/model/api/endpoint.ts';
import { commonEndpoints } from '../../src/model/api/endpoints.ts';
import { listReleases } from '../../src/releases/release-record.ts';
import { loadFeatureApi } from '../../src/server/api/load-api.ts';
import { buildRelease } from '../../testing/built-release.ts';
import { caddyExample, startCaddy } from '../../testing/caddy.ts';
import { createDeployToken } from '../../testing/deploy-token.ts';
import { need } from '../../testing/needed-program.ts';
import { nginxExample, startNginxExample } from '../../testing/nginx.ts';
import { publishTo } from '../../testing/publish-to.ts';
import { canaries, type FixtureEntry, fixtureEntries } from '../../testing/release.ts';
import type { ReverseProxy } from '../../testing/reverse-proxy.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'proxies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('nginx accepts its example', { tags: 'nginx' }, async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'docs.example.com' }]);
  writeFileSync(path.join(folder, 'fullchain.pem'), cert);
  writeFileSync(path.join(folder, 'privkey.pem'), key);
  const example = readFileSync(nginxExample, 'utf8').replaceAll('/etc/ssl/docs/', `${folder}/`);
  writeFileSync(path.join(folder, 'docs.conf'), example);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}\ninclude ${folder}/docs.conf;\n}\n`,
  );
  const { status, stderr } = spawnSync(
    need('nginx'),
    ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
});

test('Caddy accepts its example without a warning', { tags: 'caddy' }, () => {
  const { status, stderr } = spawnSync(
    need('caddy'),
    ['validate', '--adapter', 'caddyfile', '--config', caddyExample],
    { env: { PATH: process.env.PATH, HOME: folder }, encoding: 'utf8' },
  );
  const complaints = stderr
    .split('\n')
    .filter((line) => /"level":"(?:warn|error)"|\b(?:WARN|ERROR)\b/.test(line));
  expect([status, complaints]).toEqual([0, []]);
});

/** A CSV file of ten thousand people. */
const people = `email,name,role\n${Array.from({ length: 10_000 }, (_, n) => `person${n}@example.com,Person Number ${n},reader`).join('\n')}\n`;

/** With this many pages, the list of files exceeds the size limit of other requests. */
const manyPages: FixtureEntry[] = Array.from({ length: 3_000 }, (_, n) => ({
  url: `/docs/many/page-${n}`,
  content: `<!doctype html><h1>Page ${n}</h1>`,
  plain: true,
}));

const proxies = {
  nginx: startNginxExample,
  caddy: startCaddy,
};
for (const [program, start] of Object.entries(proxies))
  describe(`behind ${program}`, { tags: program }, () => {
    let server: TestServer;
    let proxy: ReverseProxy;
    beforeEach(async () => {
      const dist = path.join(folder, 'served');
      await buildRelease(dist);
      server = await startServer({
        dist,
        environment: { TRUST_PROXY: true, PUBLISH_MAX_MB: 100, RELEASES_KEEP: 5 },
      });
      proxy = await start((await server.listen()).port);
    });
    afterEach(async () => {
      await proxy.close();
      await server.close();
    });

    const signIn = (password: string, headers: Record<string, string> = {}) =>
      fetch(`${proxy.origin}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...reader, password }),
      });

    test('a reader signs in, reads, and signs out; a visitor gets nothing', async () => {
      const visitor = await fetch(`${proxy.origin}/docs/Tasks`);
      expect([visitor.status, await visitor.text()]).toEqual([
        401,
        expect.not.stringContaining(canaries['/docs/Tasks']),
      ]);
      const cookie = (await signIn(reader.password)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const page = await fetch(`${proxy.origin}/docs/Tasks`, { headers: { cookie } });
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining(canaries['/docs/Tasks']),
      ]);
      const tag = page.headers.get('etag');
      const asset = await fetch(`${proxy.origin}/assets/shell-3c4d.js`, { headers: { cookie } });
      const again = { cookie, 'if-none-match': asset.headers.get('etag') ?? String(tag) };
      expect((await fetch(`${proxy.origin}/assets/shell-3c4d.js`, { headers: again })).status).toBe(304);
      const out = await fetch(`${proxy.origin}/auth/sign-out`, { method: 'POST', headers: { cookie } });
      expect(out.status).toBe(204);
      expect((await fetch(`${proxy.origin}/docs/Tasks`, { headers: { cookie } })).status).toBe(401);
    });

    test('10,000 people are imported through it', async () => {
      const cookie = await server.signIn();
      const post = (path: string) =>
        fetch(`${proxy.origin}/api/v1/accounts/${path}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ csv: people }),
        });
      const plan = await post('import/plan');
      expect([plan.status, await plan.text()]).toEqual([200, expect.stringContaining('10000')]);
      const importResponse = await post('import');
      expect(importResponse.status).toBe(201);
      await importResponse.text();
      expect(await server.identity.accounts.count()).toBe(10_001);
    });

    test('every request that the API accepts passes through it, and only the site refuses requests', async () => {
      const cookie = await server.signIn();
      const endpoints: Endpoint[] = [
        ...Object.values(commonEndpoints),
        ...Object.values((await loadFeatureApi(engineFeatures)).endpoints),
      ];
      const large = endpoints.flatMap(({ call, bodyMaxBytes }) =>
        bodyMaxBytes ? { call, bodyMaxBytes } : [],
      );
      expect(large).not.toEqual([]);
      for (const { call, bodyMaxBytes } of large) {
        const [method = '', path = ''] = call.split(' ');
        const answer = await fetch(proxy.origin + path, {
          method,
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify('x'.repeat(bodyMaxBytes - 2)),
        });
        expect([call, answer.status]).toEqual([call, 400]);
        expect(await answer.json()).toHaveProperty('error.code');
      }
    });

    test('a release with thousands of files is published through it', async () => {
      const built = path.join(folder, 'built');
      await buildRelease(built, { build: 'many-pages', entries: [...fixtureEntries, ...manyPages] });
      const token = await createDeployToken(server);
      const release = await readRelease(built, {});
      if ('error' in release) throw new Error(release.error);
      const through = createPublishingServer({ to: new URL(proxy.origin), token });
      const sentResult = await publishTo(through, built, release.publication);
      expect(sentResult).toMatchObject({ sent: { release: expect.any(String) } });
      expect(listReleases(server.dist).live?.pages).toBe(listReleases(built).live?.pages);
    });

    test("the address that a client claims isn't forwarded", async () => {
      for (let guess = 0; guess < 8; guess++) {
        const forgedHeaders = { 'x-forwarded-for': `203.0.113.${guess}, 198.51.100.${guess}` };
        expect((await signIn('wrong', forgedHeaders)).status).toBe(guess < 5 ? 401 : 429);
      }
      expect(new Set(server.log.flatMap(({ address }) => address ?? []))).toEqual(new Set(['127.0.0.1']));
    });

    test('a path reaches the site unchanged', async () => {
      const cookie = await server.signIn();
      const requestStatus = (target: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const { hostname, port } = new URL(proxy.origin);
          const sentResult = request({ hostname, port, path: target, headers: { cookie } }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          sentResult.once('error', reject).end();
        });
      expect(await requestStatus('/docs/Developer%20Info/Users')).toBe(200);
      expect(await requestStatus('/docs/%E6%96%87')).toBe(200);
      for (const trick of ['/docs/../docs/Tasks', '/docs//Tasks', '/docs/%2e%2e/docs/Tasks'])
        expect(await requestStatus(trick), trick).not.toBe(200);
    });
  });

test('the nginx example overwrites the address that a client claims', () => {
  expect(readFileSync(nginxExample, 'utf8')).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  expect(readFileSync(nginxExample, 'utf8')).toMatch(/proxy_set_header Forwarded "";/);
});
