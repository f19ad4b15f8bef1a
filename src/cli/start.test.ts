import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  write('docs/intro.md', '# Introduction\n\nThe word is canary-start-kiwi.\n');
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** `npm start` as its own process, on a small docs folder, in a folder without a `.env`. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
    cwd: folder,
    env: {
      PORT: '0',
      CI: 'true',
      DOCS_DIR: path.join(folder, 'docs'),
      DIST_DIR: path.join(folder, 'dist'),
      DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  const looking = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
      for (const look of looking) look();
    });
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, text }));
  /** The part of the output that the pattern captures, present or to come. */
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      };
      looking.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${text}`)));
    });
  return { child, said, ended };
}

const link = /(http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]+)/;

test('the first start builds, serves, and gives a link that makes the administrator; SIGTERM ends it in order', async () => {
  const { child, said } = start();
  const setup = new URL(await said(link));
  const form = new URLSearchParams({
    token: setup.searchParams.get('token') ?? '',
    email: 'ana@lurana.example',
    name: 'Ana',
    password: 'correct horse battery',
  });
  const created = await fetch(new URL('/setup', setup), { method: 'POST', body: form, redirect: 'manual' });
  expect([created.status, created.headers.get('location')]).toEqual([303, '/']);
  const cookie = created.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const page = await fetch(new URL('/docs/intro', setup), { headers: { cookie } });
  expect(await page.text()).toContain('canary-start-kiwi');
  expect((await fetch(new URL('/docs/intro', setup))).status).toBe(401);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ADMIN_EMAIL and ADMIN_PASSWORD make the administrator without a link', async () => {
  const { child, said } = start({
    ADMIN_EMAIL: 'ana@lurana.example',
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const origin = await said(/Serving (http:\S+)/);
  const body = JSON.stringify({ email: 'ana@lurana.example', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/auth/sign-in`, { method: 'POST', body, headers })).status).toBe(200);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a build that fails is told by file and line, and the start with it', async () => {
  write('docs/intro.md', '# Introduction\n\n[nowhere](./nowhere.md)\n');
  const { code, text } = await start().ended;
  expect(code).toBe(1);
  expect(text).toMatch(/intro\.md:3(?::\d+)?: .*nowhere/);
});

test('a build that fails leaves the one before it on the air, and says so', async () => {
  const first = start();
  await first.said(link);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  write('docs/intro.md', '# Introduction\n\n[nowhere](./nowhere.md)\n');
  const second = start({ ADMIN_EMAIL: 'ana@lurana.example', ADMIN_PASSWORD: 'correct horse battery' });
  await second.said(/(The build failed: the site is served as it was published before)/);
});

test('settings that cannot be are all told at once', async () => {
  const { code, text } = await start({ PORT: 'x', LOG_LEVEL: 'loud' }).ended;
  expect(code).toBe(1);
  expect(text).toBe(
    'PORT must be a port, 0 to 65535.\nLOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\n',
  );
});

test('an identity provider that is not there is not taken for another one', async () => {
  const { code, text } = await start({ IDENTITY: 'oidc' }).ended;
  expect(code).toBe(1);
  expect(text).toContain('IDENTITY is oidc');
});

test('a port in use is told, and nothing is left behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const { code, text } = await start({ PORT: port }).ended;
  expect(code).toBe(1);
  expect(text).toContain(`Port ${port} on 127.0.0.1 is in use.`);
  other.close();
});

test.each([
  ['is a file', () => write('data', 'not a folder'), /data/],
  [
    'has a database of something else',
    () => write('data/accounts.db', 'not a database'.repeat(100)),
    /accounts\.db/,
  ],
])('a data folder that %s is named', async (_, prepare, message) => {
  prepare();
  const { code, text } = await start().ended;
  expect(code).toBe(1);
  expect(text).toMatch(message);
  expect(text).not.toContain('    at ');
});
