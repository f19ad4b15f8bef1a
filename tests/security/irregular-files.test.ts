import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSecretKey } from '../../src/accounts/factors/secret-key.ts';
import { readLiveManifest } from '../../src/model/manifest.ts';
import { lockBuild } from '../../src/releases/build-lock.ts';
import { findSearchIndexFault } from '../../src/server/release/check-release.ts';
import { loadRelease } from '../../src/server/release/load-release.ts';
import { listBackups } from '../../src/storage/backup-files.ts';
import { prepareBackup } from '../../src/storage/sqlite/restore.ts';
import { allDataFiles } from '../../testing/data-files.ts';
import { publishRelease } from '../../testing/release.ts';
import { startServer } from '../../testing/server.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { TestSite } from '../../testing/test-site.ts';

/**
 * Functions that create something else where a file belongs. Without the checks, the device, which reads as empty, fails
 * a test, and the pipe blocks it, because no program ever writes to it.
 */
const kinds = [
  ['a device', (file: string) => symlinkSync('/dev/null', file)],
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a folder', (file: string) => mkdirSync(file)],
] as const;
type Put = (typeof kinds)[number][1];

const folder = mkdtempSync(path.join(tmpdir(), 'irregular-'));
afterAll(() => rmSync(folder, { recursive: true }));

function replaceFile(file: string, put: Put): void {
  rmSync(file, { force: true });
  put(file);
}

let number = 0;
function createFolder(): string {
  number += 1;
  const newFolder = path.join(folder, String(number));
  mkdirSync(newFolder);
  return newFolder;
}

describe.each(kinds)('%s in the release', (kind, put) => {
  const dist = () => path.join(folder, 'dist');
  beforeAll(async () => {
    rmSync(dist(), { recursive: true, force: true });
    await publishRelease(dist());
  });

  test.each<[string, (dist: string) => string]>([
    ['the manifest', () => 'manifest.json'],
    ['a page', (copy) => findPage(copy).file],
    ['a compressed page', (copy) => findPage(copy).encodings.br ?? ''],
    ['a template', (copy) => readLiveManifest(copy)?.languages[0]?.templates.login ?? ''],
  ])('is reported instead of %s', async (_, nameOf) => {
    const copy = createFolder();
    cpSync(dist(), copy, { recursive: true });
    const name = nameOf(copy);
    replaceFile(path.join(copy, name), put);
    const { problems } = await loadRelease({ folder: copy, https: false });
    expect(problems?.map(({ message }) => message).join(' ')).toMatch(
      name === 'manifest.json' ? new RegExp(kind) : new RegExp(`${name}, which isn't a file`),
    );
  });

  test('is an error for the reader of a page, and the next page is sent', async () => {
    const copy = createFolder();
    cpSync(dist(), copy, { recursive: true });
    const server = await startServer({ dist: copy });
    onTestFinished(() => server.close());
    const cookie = await server.signInAs();
    replaceFile(path.join(copy, findPage(copy).file), put);
    expect((await server.get('/docs/Tasks', { cookie })).statusCode).toBeGreaterThanOrEqual(500);
    expect((await server.get('/docs/Supervisors/', { cookie })).statusCode).toBe(200);
  });

  test('is a fault of a search index', async () => {
    const file = path.join(createFolder(), 'search.db');
    put(file);
    expect(await findSearchIndexFault(file)).toContain(file);
  });
});

const findPage = (dist: string) => {
  const entry = readLiveManifest(dist)?.entries.find(({ url }) => url === '/docs/Tasks');
  if (!entry) throw new Error('The fixture has the page.');
  return entry;
};

describe.each(kinds)('%s in the data folder', (kind, put) => {
  test.each(['accounts.db', 'accounts.db-wal', 'accounts.db-shm', 'accounts.db-journal'])(
    'is named instead of %s',
    (name) => {
      const data = createFolder();
      const file = path.join(data, name);
      put(file);
      expect(() => openSqliteStore(path.join(data, 'accounts.db'))).toThrow(`${file} is ${kind}, not a file`);
    },
  );

  test("doesn't stop a start instead of the reserve", async () => {
    const data = createFolder();
    replaceFile(path.join(data, 'accounts.db.reserve'), put);
    const store = openSqliteStore(path.join(data, 'accounts.db'));
    await store.close();
  });

  test('is named instead of the secret key', () => {
    const data = createFolder();
    const file = path.join(data, 'secret.key');
    put(file);
    const key = openSecretKey({ DATA_DIR: data, DATABASE_URL: undefined, SECRET_KEY: undefined });
    expect(() => key?.create()).toThrow(`${file} is ${kind}, not a file`);
  });

  test("isn't listed as a backup, and isn't restored", () => {
    const backups = createFolder();
    const file = path.join(backups, 'backup-20261128T030000000Z.db');
    put(file);
    expect(listBackups(backups)).toEqual([]);
    expect(() => prepareBackup(file, { isUsable: () => true }, allDataFiles)).toThrow(file);
  });
});

describe.each(kinds.slice(0, 2))('%s in the site folder', (kind, put) => {
  /** One site for all tests. Each one adds something and removes it. */
  let site: TestSite;
  beforeAll(() => {
    site = new TestSite({
      'docs/a.md': '# A\n',
      'docs/_questions/a.yaml': '/docs/a: [How do I begin?]\n',
      'src/components/Note.jsx': 'export default () => null;\n',
    });
  });
  afterAll(() => site[Symbol.dispose]());

  test.each([
    'docs/pipe.md',
    'docs/_questions/b.yaml',
    'docs/picture.png',
    'static/file.txt',
    'src/components/Other.jsx',
    'src/pages/page.mdx',
    'site.config.ts',
    'docusaurus.config.js',
    'sidebars.ts',
    'synonyms.yaml',
  ])('fails the build, which names %s', async (name) => {
    const file = path.join(site.root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    put(file);
    const { ok, problems } = await site.build();
    rmSync(file);
    expect(ok).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        file: expect.stringContaining(name),
        message: `This is ${kind}, not a file. Remove it.`,
      }),
    );
  });
});

test.each(kinds.slice(0, 2))('%s instead of the lock of builds is replaced', async (_, put) => {
  const dist = createFolder();
  put(path.join(dist, '.build-lock'));
  const { lock } = await lockBuild(dist, { patienceMs: 0, onWait() {} });
  expect(lock).toBeDefined();
  lock?.releaseLock();
});
