import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRuntimeDependencies, servingCommands } from '../../deploy/runtime-package.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { copyEngine, listRequiredFolders } from '../../testing/installed-packages.ts';
import { projectDir } from '../../testing/running-site.ts';

const account = { email: 'ana@lurana.example', password: 'correct horse battery' };

// A copy of the Dockerfile's last stage: the built site, the sources, and the packages that serve it.
let folder: string;
let data: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'production-'));
  data = mkdtempSync(path.join(tmpdir(), 'production-data-'));
  const build = spawnSync(process.execPath, ['src/cli/main.ts', 'build'], {
    cwd: projectDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DOCS_DIR: 'tests/fixtures/reading/docs',
      DIST_DIR: path.join(folder, 'dist'),
      CI: 'true',
    },
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr);
  copyEngine(folder, listRequiredFolders(findRuntimeDependencies()));
});
afterAll(() => {
  if (existsSync(path.join(folder, 'dist'))) chmodAll(path.join(folder, 'dist'), 0o755, 0o644);
  for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
});

function chmodAll(at: string, folderMode: number, fileMode: number): void {
  if (folderMode & 0o200) chmodSync(at, folderMode);
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const fullPath = path.join(at, entry.name);
    if (entry.isDirectory()) chmodAll(fullPath, folderMode, fileMode);
    else chmodSync(fullPath, fileMode);
  }
  chmodSync(at, folderMode);
}

/** Root can write everywhere, so a test that runs as root starts the server as another user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test('finds the packages that serve, which are those that the code imports, without the others', async () => {
  chmodAll(path.join(folder, 'dist'), 0o555, 0o444);
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: data,
    DIST_DIR: path.join(folder, 'dist'),
    LOG_LEVEL: 'error',
    METRICS_PORT: String(await findFreePort()),
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  };
  const node = path.join(folder, 'node');
  // The other user may not be allowed to read the project folder.
  copyFileSync(process.execPath, node);
  const run = (args: string[]) =>
    spawnSync(node, args, { cwd: folder, env: environment, encoding: 'utf8', ...user });
  const site: ChildProcess = spawn(node, ['src/cli/main.ts', 'serve'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const exit = once(site, 'exit');
  try {
    if (!site.stderr) throw new Error('no output');
    const lines = createInterface(site.stderr)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toContain(`http://127.0.0.1:${port}`);
    const origin = `http://127.0.0.1:${port}`;
    const signedIn = await fetch(`${origin}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect((await fetch(`${origin}/`, { headers: { cookie } })).status).toBe(200);
    const searchResponse = await fetch(`${origin}/1/indexes/*/queries`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ indexName: 'docs', query: 'a' }] }),
    });
    expect(searchResponse.status).toBe(200);
    expect(run(['deploy/healthcheck.ts']).status).toBe(0);
    const { findings } = JSON.parse(run(['src/cli/main.ts', 'doctor', '--json']).stdout) as {
      findings: { check: string; state: string }[];
    };
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'index', state: 'ok' }));
    for (const command of servingCommands)
      expect(run(['src/cli/main.ts', command, '--help']).stderr, command).toBe('');
    site.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(run(['deploy/healthcheck.ts']).status).toBe(1);
  } finally {
    site.kill('SIGKILL');
    await exit;
  }
});
