import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Databases, openSharedPostgres } from '../../testing/postgres.ts';
import { projectDir } from '../../testing/running-site.ts';
import { createAccountNamed } from '../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../testing/stores.ts';

/** Shared by tests that aren't about building: the first one builds it, the others reuse the build. */
const built = mkdtempSync(path.join(tmpdir(), 'start-built-'));
const cache = path.join(projectDir, '.cache');
/** A new folder for each test. */
let folder: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  write('docs/intro.md', intro, built);
});
afterAll(() => rmSync(built, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  // Reuses the build cache of the other tests.
  symlinkSync(cache, path.join(folder, '.cache'));
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

const intro = '# Introduction\n\nThe word is canary-start-kiwi.\n';

function write(name: string, content: string, root = folder): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const createSiteSettings = (root: string) => ({ SITE_DIR: root, DIST_DIR: path.join(root, 'dist') });

/** Runs `npm start` as a process with a small site, in a folder without `.env`. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../bin/gatehouse.js'), 'start'],
    {
      cwd: folder,
      env: {
        PORT: '0',
        CI: 'true',
        ...createSiteSettings(built),
        DATA_DIR: path.join(folder, 'data'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.push(child);
  let text = '';
  const looking = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
      for (const look of looking) look();
    });
  }
  const exit = once(child, 'close').then(() => ({ code: child.exitCode, text }));
  /** Waits until the output matches the pattern, and resolves with what it captures. */
  const waitForOutput = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const captured = pattern.exec(text)?.[1];
        if (captured !== undefined) resolve(captured);
      };
      looking.add(look);
      look();
      void exit.then(() => reject(new Error(`It ended without saying ${pattern}:\n${text}`)));
    });
  return { child, waitForOutput, ended: exit, output: () => text };
}

const link = /(http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]+)/;

test('the first start builds, serves and prints the set-up link; SIGTERM stops it', async () => {
  write('docs/intro.md', intro);
  const { child, waitForOutput } = start(createSiteSettings(folder));
  const setup = new URL(await waitForOutput(link));
  const form = new URLSearchParams({
    token: setup.searchParams.get('token') ?? '',
    email: 'ana@example.com',
    name: 'Ana',
    password: 'correct horse battery',
  });
  const setupAnswer = await fetch(new URL('/setup', setup), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  expect([setupAnswer.status, setupAnswer.headers.get('location')]).toEqual([303, '/admin']);
  const cookie = setupAnswer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const page = await fetch(new URL('/docs/intro', setup), { headers: { cookie } });
  expect(await page.text()).toContain('canary-start-kiwi');
  expect((await fetch(new URL('/docs/intro', setup))).status).toBe(401);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['throws', "throw new Error('The printer is missing.')"],
  ['rejects', "return Promise.reject(new Error('The printer is missing.'))"],
])(
  'ends with the cause and exit code 1 if the start of a feature %s, whatever it has opened',
  async (_, failure) => {
    write(
      'printing.ts',
      `export default { name: 'printing', start() { setInterval(() => {}, 1_000); ${failure}; } };`,
    );
    const { code, text } = await start({ FEATURES: path.join(folder, 'printing.ts') }).ended;
    expect([code, text]).toEqual([1, expect.stringContaining('The printer is missing.')]);
  },
);

test('ADMIN_EMAIL and ADMIN_PASSWORD create the administrator without a link', async () => {
  const { child, waitForOutput } = start({
    ADMIN_EMAIL: 'ana@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const origin = await waitForOutput(/Serving (http:\S+)/);
  const body = JSON.stringify({ email: 'ana@example.com', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/auth/sign-in`, { method: 'POST', body, headers })).status).toBe(200);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('serves without the compiler of JSON schemas that Fastify brings, because Zod parses the input', async () => {
  const printPackages = `import { createRequire } from 'node:module';
    process.on('exit', () => {
      const files = Object.keys(createRequire(import.meta.filename ?? '/').cache);
      const names = files.map((file) => file.split('/node_modules/').at(-1).split('/')[0]);
      console.log('Packages: ' + [...new Set(names)].join(' ') + '.');
    });`;
  const { child, waitForOutput } = start({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printPackages)}`,
  });
  await waitForOutput(link);
  child.kill('SIGTERM');
  const packages = (await waitForOutput(/Packages: (.*)\./)).split(' ');
  expect(packages).toContain('fastify');
  expect(packages).not.toContain('ajv');
});

test('a failed first build names file and line, and ends the start', async () => {
  write('docs/intro.md', '# Introduction\n\n[nowhere](./nowhere.md)\n');
  const { code, text } = await start(createSiteSettings(folder)).ended;
  expect(code).toBe(1);
  expect(text).toMatch(/intro\.md:3(?::\d+)?: .*nowhere/);
});

test('a failed build keeps serving the last release, and says so', async () => {
  write('docs/intro.md', intro);
  const first = start(createSiteSettings(folder));
  await first.waitForOutput(link);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  write('docs/intro.md', '# Introduction\n\n[nowhere](./nowhere.md)\n');
  const administrator = { ADMIN_EMAIL: 'ana@example.com', ADMIN_PASSWORD: 'correct horse battery' };
  const second = start({ ...createSiteSettings(folder), ...administrator });
  await second.waitForOutput(/(The build failed\. The site is served as it was last published)/);
});

test('reports all invalid settings at once', async () => {
  const { code, text } = await start({ PORT: 'x', LOG_LEVEL: 'loud' }).ended;
  expect(code).toBe(1);
  expect(text).toBe(
    'PORT must be a number from 0 to 65535.\nLOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\n',
  );
});

test('refuses an identity provider without its settings', async () => {
  const { code, text } = await start({ IDENTITY: 'oidc' }).ended;
  expect(code).toBe(1);
  expect(text).toContain('IDENTITY=oidc requires OIDC_ISSUER.');
});

test('reports a port in use', async () => {
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
    'has a file that is no database',
    () => write('data/accounts.db', 'not a database'.repeat(100)),
    /accounts\.db/,
  ],
  [
    'has search counts that are no database',
    async () => {
      // Without accounts beside them, the counts would show that accounts were lost.
      const store = openSqliteStore(path.join(folder, 'data/accounts.db'));
      await store.addAccount(createAccountNamed('rosa'));
      await store.close();
      write('data/searches.db', 'not a database'.repeat(100));
    },
    /searches\.db isn't a SQLite database/,
  ],
])('names a data folder that %s', async (_, prepare, message) => {
  await prepare();
  const { code, text } = await start().ended;
  expect(code).toBe(1);
  expect(text).toMatch(message);
  expect(text).not.toContain('    at ');
});

describe('with WORKERS', () => {
  const unattended = { ADMIN_EMAIL: 'ana@example.com', ADMIN_PASSWORD: 'correct horse battery' };
  let database: Databases;
  beforeAll(async () => {
    database = await openSharedPostgres();
  });

  /** Uses a new connection, so that any worker may answer. */
  const read = (origin: string, cookie = '') =>
    fetch(`${origin}/docs/intro`, { headers: { cookie, connection: 'close' } });

  async function signIn(origin: string): Promise<string> {
    const body = JSON.stringify({ email: unattended.ADMIN_EMAIL, password: unattended.ADMIN_PASSWORD });
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const answer = await fetch(`${origin}/auth/sign-in`, { method: 'POST', body, headers });
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }

  /** The process ids in the log of the requests so far. */
  const findAnsweringPids = (text: string) =>
    new Set([...text.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)));

  async function readByAll(origin: string, cookie: string, output: () => string, count: number) {
    const before = output().length;
    await expect
      .poll(
        async () => {
          expect((await read(origin, cookie)).status).toBe(200);
          return findAnsweringPids(output().slice(before)).size;
        },
        { interval: 5 },
      )
      .toBe(count);
    return findAnsweringPids(output().slice(before));
  }

  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
    } catch {
      return false;
    }
    // In a container without an init process, an ended process without a parent stays in the process list.
    const status = `/proc/${pid}/status`;
    return !(existsSync(status) && /^State:\tZ/m.test(readFileSync(status, 'utf8')));
  };

  test('the set-up link works in every worker', async () => {
    const { child, waitForOutput, output } = start({ WORKERS: '3' });
    const setup = new URL(await waitForOutput(link));
    const token = setup.searchParams.get('token') ?? '';
    for (let n = 0; n < 6; n++) {
      expect((await fetch(setup, { headers: { connection: 'close' } })).status).toBe(200);
    }
    const form = new URLSearchParams({ token, email: unattended.ADMIN_EMAIL, name: 'Ana' });
    form.set('password', unattended.ADMIN_PASSWORD);
    const setupAnswer = await fetch(new URL('/setup', setup), {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { connection: 'close' },
    });
    expect(setupAnswer.status).toBe(303);
    const cookie = setupAnswer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const pids = await readByAll(setup.origin, cookie, output, 3);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect([...pids].filter(isAlive)).toEqual([]);
    expect(output().match(/Serving/g)).toHaveLength(1);
  });

  test('on PostgreSQL a session that ends in one worker ends in all', async () => {
    const { waitForOutput, output } = start({
      WORKERS: '2',
      DATABASE_URL: await database.createDatabase(),
      ...unattended,
    });
    const origin = await waitForOutput(/Serving (http:\S+)/);
    const cookie = await signIn(origin);
    await readByAll(origin, cookie, output, 2);
    const headers = { cookie, origin, connection: 'close' };
    expect((await fetch(`${origin}/auth/sign-out`, { method: 'POST', headers })).status).toBe(204);
    const readStatuses = async () =>
      new Set(await Promise.all(Array.from({ length: 8 }, async () => (await read(origin, cookie)).status)));
    await expect.poll(readStatuses).toEqual(new Set([401]));
  });

  test('replaces a killed worker, and leaves none behind when the primary process ends', async () => {
    const { child, waitForOutput, output } = start({ WORKERS: '2', ...unattended });
    const origin = await waitForOutput(/Serving (http:\S+)/);
    const cookie = await signIn(origin);
    const [victim, other] = await readByAll(origin, cookie, output, 2);
    process.kill(victim ?? 0, 'SIGKILL');
    await waitForOutput(/(A worker ended unexpectedly \(SIGKILL\)\. Starting another one\.)/);
    const after = await readByAll(origin, cookie, output, 2);
    expect(after).toContain(other);
    expect(after).not.toContain(victim);
    child.kill('SIGKILL');
    await expect.poll(() => [...after].filter(isAlive)).toEqual([]);
  });

  test('reports a problem once', async () => {
    write('data/accounts.db', 'not a database'.repeat(100));
    const { code, text } = await start({ WORKERS: '3' }).ended;
    expect(code).toBe(1);
    expect(text.match(/accounts\.db isn't a SQLite database/g)).toHaveLength(1);
    expect(text).not.toContain('    at ');
  });

  test('reports a port in use once', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { code, text } = await start({ WORKERS: '2', PORT: port }).ended;
    expect(code).toBe(1);
    expect(text.match(/is in use/g)).toHaveLength(1);
    other.close();
  });
});
