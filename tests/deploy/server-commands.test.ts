import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyEngine, listProductionPackages } from '../../testing/installed-packages.ts';
import { smallManual } from '../../testing/manuals.ts';
import { prepareOldNode } from '../../testing/old-node.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { projectDir } from '../../testing/running-site.ts';

// The engine as `npm ci --omit=dev` leaves it on a server.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'server-commands-'));
  copyEngine(folder, listProductionPackages());
  cpSync(smallManual.DOCS_DIR, path.join(folder, 'site/docs'), { recursive: true });
  expect(run('build')).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  CI: 'true',
  NODE_ENV: 'production',
  PORT: '0',
  LOG_LEVEL: 'error',
});

function run(command: string, ...args: string[]) {
  return runWith({}, command, ...args);
}

function runWith(more: Record<string, string>, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/gatehouse.js', command, ...args], {
    cwd: folder,
    env: { ...createEnvironment(), ...more },
    input: 'correct horse battery\n',
    encoding: 'utf8',
    // A command that should have ended fails, rather than keeping the run.
    timeout: PATIENCE_MS,
  });
  return { status, stdout, stderr };
}

// The packages as npm installs them: none is replaced by a smaller one.
test('the packages take at most 180 MB', () => {
  const modules = path.join(folder, 'node_modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(modules, file)).blocks * 512, 0);
  expect(bytes / 1e6).toBeLessThan(180);
});

/** The command of the systemd unit, without its Node. */
const ofTheUnit =
  /^ExecStart=\/usr\/bin\/node (.*)$/m
    .exec(readFileSync(path.join(projectDir, 'deploy/docs.service'), 'utf8'))?.[1]
    ?.split(' ') ?? [];

test.each([
  ['start', ['bin/gatehouse.js', 'start']],
  ['serve', ['bin/gatehouse.js', 'serve']],
  ['the command of the systemd unit', ofTheUnit],
])('%s serves the site', async (_, args) => {
  const site: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: createEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(site, 'exit');
  try {
    let origin: string | undefined;
    for await (const line of createInterface(site.stderr ?? process.stdin)) {
      origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (origin !== undefined) break;
    }
    const page = await fetch(`${origin}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="password"')]);
  } finally {
    site.kill('SIGTERM');
  }
  expect(await exit).toEqual([0, null]);
});

test.each([
  [['users', 'add', 'ana@lurana.example', '--name', 'Ana', '--password-stdin'], /ana@lurana\.example/],
  [['users', 'list'], /ana@lurana\.example/],
  [['store', 'backup', 'kept.backup'], /kept\.backup/],
  [['store', 'restore', 'kept.backup'], /kept\.backup/],
  [['audit'], /ana@lurana\.example/],
  [['feedback', 'list'], /./],
  [['search', 'report'], /./],
  [['releases'], /./],
  [['build'], /./],
])('%s', ([command = '', ...args], says) => {
  expect(run(command, ...args)).toEqual({ status: 0, stdout: expect.stringMatching(says), stderr: '' });
});

test('doctor finds nothing that fails', () => {
  const { findings }: { findings: { check: string; state: string }[] } = JSON.parse(
    run('doctor', '--json').stdout,
  );
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'index', state: 'ok' }));
});

test('dates asks for a Git history, which is missing here', () => {
  expect(run('dates')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining("This folder isn't in a Git repository"),
  });
});

test("a site in a language whose interface texts aren't installed gets a warning", () => {
  const site = path.join(folder, 'french');
  for (const [file, text] of [
    ['docs/a.md', '# A\n'],
    ['site.config.ts', "export default { i18n: { defaultLocale: 'fr', locales: ['fr'] } };\n"],
    ['i18n/fr/code.json', '{}'],
  ] as const) {
    mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    writeFileSync(path.join(site, file), text);
  }
  expect(run('check', '--site', site).stderr).toContain(
    'warning: The texts of Docusaurus\' theme in "fr" aren\'t installed',
  );
});

test('rollback reports that there is no earlier release', () => {
  expect(run('rollback')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no earlier release. RELEASES_KEEP sets how many are kept.\n',
  });
});

test('export names the package that it needs and how to install it', () => {
  expect(run('export', 'pdf')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('npm install --no-save --save-prod playwright-core pdfjs-dist'),
  });
});

test('without the Firebase packages there is no sign-in page, and IDENTITY=firebase is refused at start', () => {
  const { languages } = JSON.parse(readFileSync(path.join(folder, 'dist/manifest.json'), 'utf8'));
  expect(Object.keys(languages[0].templates).toSorted()).toEqual([
    'confirm-email',
    'confirm-email-answer',
    'consent',
    'consent-answer',
    'forgotten',
    'forgotten-answer',
    'invite',
    'login',
    'login-oidc',
    'recovery-codes',
    'reset',
    'second-factor',
    'second-factor-set-up',
    'setup',
  ]);
  const firebase = {
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'demo-docs-1a2b3',
    FIREBASE_API_KEY: 'key',
    FIREBASE_ALLOW_DOMAINS: '*',
  };
  const refusalText = expect.stringContaining(
    'npm install --no-save --save-prod --omit=dev @firebase/app @firebase/auth',
  );
  expect(runWith(firebase, 'start')).toMatchObject({ status: 1, stderr: refusalText });
  expect(runWith(firebase, 'doctor')).toMatchObject({ status: 1, stdout: refusalText });
  expect(runWith(firebase, 'dev', '--gate')).toMatchObject({ status: 1, stderr: refusalText });
});

describe('with an older Node in PATH', { tags: 'old-node' }, () => {
  test.each([
    ['npm', ['start']],
    ['npm', ['run', 'serve']],
    ['node', ['bin/gatehouse.js', 'serve']],
  ])('%s %j says in one sentence which one is needed', (program, args) => {
    const old = prepareOldNode(folder);
    const { status, stderr } = old.run(folder, program, ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Gatehouse needs Node 24, but this is Node ${old.version}. Install Node 24, or add it to the project: npm install node@24\n`,
    );
    expect(stderr).not.toMatch(/SyntaxError| {4}at /);
  });

  test.each(['start', 'serve'])(
    '%s hands over to the npm package node, and stops with it',
    async (command) => {
      const nodePackage = path.join(folder, 'node_modules/node');
      symlinkSync(path.join(projectDir, 'node_modules/node'), nodePackage);
      const site = spawn('node', ['bin/gatehouse.js', command], {
        cwd: folder,
        env: prepareOldNode(folder).environment,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const exit = once(site, 'exit');
      try {
        for await (const line of createInterface(site.stderr)) {
          const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
          if (origin === undefined) continue;
          expect((await fetch(`${origin}/login`)).status).toBe(200);
          break;
        }
      } finally {
        site.kill('SIGTERM');
        rmSync(nodePackage);
      }
      expect(await exit).toEqual([0, null]);
    },
  );
});
