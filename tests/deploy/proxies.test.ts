import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { caddyExample, startCaddy } from '../../testing/caddy.ts';
import { need } from '../../testing/needed-program.ts';
import { startNginx } from '../../testing/nginx.ts';
import { canaries } from '../../testing/release.ts';
import type { ReverseProxy } from '../../testing/reverse-proxy.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

const nginxExample = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'proxies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('nginx takes its example', { tags: 'nginx' }, async () => {
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

test('Caddy takes its example, and has nothing to say against it', { tags: 'caddy' }, () => {
  const { status, stderr } = spawnSync(
    need('caddy'),
    ['validate', '--adapter', 'caddyfile', '--config', caddyExample],
    { env: { PATH: process.env.PATH, HOME: folder }, encoding: 'utf8' },
  );
  const said = stderr.split('\n').filter((line) => /"level":"(?:warn|error)"|\b(?:WARN|ERROR)\b/.test(line));
  expect([status, said]).toEqual([0, []]);
});

const proxies = {
  nginx: (port: number) => startNginx([port]),
  caddy: startCaddy,
};
for (const [program, start] of Object.entries(proxies))
  describe(`behind ${program}`, { tags: program }, () => {
    let server: TestServer;
    let proxy: ReverseProxy;
    beforeEach(async () => {
      server = await startServer({ environment: { TRUST_PROXY: true } });
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

    test('what a client says about its address goes no further', async () => {
      for (let guess = 0; guess < 8; guess++) {
        const forged = { 'x-forwarded-for': `203.0.113.${guess}, 198.51.100.${guess}` };
        expect((await signIn('wrong', forged)).status).toBe(guess < 5 ? 401 : 429);
      }
      expect(new Set(server.log.flatMap(({ address }) => address ?? []))).toEqual(new Set(['127.0.0.1']));
    });

    test('a path comes through as it was asked for', async () => {
      const cookie = await server.signIn();
      const asked = (target: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const { hostname, port } = new URL(proxy.origin);
          const sent = request({ hostname, port, path: target, headers: { cookie } }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          sent.once('error', reject).end();
        });
      expect(await asked('/docs/Developer%20Info/Users')).toBe(200);
      expect(await asked('/docs/%E6%96%87')).toBe(200);
      for (const trick of ['/docs/../docs/Tasks', '/docs//Tasks', '/docs/%2e%2e/docs/Tasks'])
        expect(await asked(trick), trick).not.toBe(200);
    });
  });

test('the example of nginx overwrites what a client says about its address', () => {
  expect(readFileSync(nginxExample, 'utf8')).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  expect(readFileSync(nginxExample, 'utf8')).toMatch(/proxy_set_header Forwarded "";/);
});
