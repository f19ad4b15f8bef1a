import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { allDataFiles } from '../../testing/data-files.ts';
import { startPgBouncer } from '../../testing/pgbouncer.ts';
import { openSharedPostgres } from '../../testing/postgres.ts';
import { publishRelease } from '../../testing/release.ts';
import { createAccountNamed } from '../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { createSecretCipher } from '../accounts/factors/encrypted-secret.ts';
import { openSecretKey } from '../accounts/factors/secret-key.ts';
import { openIdentityProvider } from '../accounts/providers/open-identity-provider.ts';
import { readFeatureMessages } from '../config/feature-messages.ts';
import { composeSiteTexts, findSpokenTexts } from '../config/texts.ts';
import { openBackups } from '../features/backups/backups.ts';
import { checkBackups } from '../features/backups/check-backups.ts';
import { engineFeatures } from '../features/index.ts';
import { checkAddress } from '../server/ops/doctor/check-address.ts';
import { checkClock } from '../server/ops/doctor/check-clock.ts';
import { checkIdentity } from '../server/ops/doctor/check-identity.ts';
import { checkLimits, checkNode } from '../server/ops/doctor/check-machine.ts';
import { checkDatabaseEncryption, checkStore } from '../server/ops/doctor/check-store.ts';
import type { Finding } from '../server/ops/doctor/finding.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  await publishRelease(path.join(folder, 'dist'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function runDoctor(environment: Record<string, string> = {}, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../bin/gatehouse.js'), 'doctor', ...args],
    {
      cwd: folder,
      env: { DIST_DIR: path.join(folder, 'dist'), DATA_DIR: path.join(folder, 'data'), ...environment },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

function readFindings(environment: Record<string, string> = {}): { ok: boolean; findings: Finding[] } {
  return JSON.parse(runDoctor(environment, '--json').stdout);
}

const filterByCheck = (reportedFindings: readonly Finding[], check: Finding['check']) =>
  reportedFindings.filter((finding) => finding.check === check);

test('fails if authenticator codes need a key that is missing', async () => {
  const environment = { DATA_DIR: folder, DATABASE_URL: undefined, IDENTITY: 'local' as const };
  const SECRET_KEY = 'drawn at random, and long enough';
  const key = openSecretKey({ ...environment, SECRET_KEY });
  const store = openSqliteStore(path.join(folder, 'accounts.db'));
  await store.addAccount(createAccountNamed('rosa'));
  const secret = key === undefined ? '' : createSecretCipher(key).encrypt('id-rosa', 'JBSWY3DP');
  await store.setCodes('id-rosa', { secret, lastStep: 0, createdAt: 0 }, [], 'nobody');
  await store.close();
  const findFailures = async (secretKey: string | undefined) =>
    (await checkStore({ ...environment, SECRET_KEY: secretKey }, allDataFiles)).filter(
      ({ state }) => state === 'fail',
    );
  expect(await findFailures(SECRET_KEY)).toEqual([]);
  expect(await findFailures(undefined)).toMatchObject([{ todo: expect.stringContaining('secret.key') }]);
});

test('reports each check of a site that can be served', () => {
  const { status, stdout } = runDoctor();
  expect(status).toBe(0);
  for (const line of [
    /^ok {4}node/m,
    /^ok {4}configuration/m,
    /^ok {4}address +The site is reachable from this machine only/m,
    /^ok {4}folders/m,
    /^ok {4}store .*accounts\.db doesn't exist yet\. The first start creates it/m,
    /^WARN {2}backups +Backups are off: BACKUP_DIR isn't set/m,
    /^ok {4}build +Build build-1 in .* can be served: \d+ pages and files/m,
    /^WARN {2}index +The build has no search index/m,
    /^ok {4}clock/m,
    /limits/,
  ])
    expect(stdout).toMatch(line);
});

test('reports every invalid setting, and checks nothing else', () => {
  const { ok, findings: reportedFindings } = readFindings({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(ok).toBe(false);
  expect(filterByCheck(reportedFindings, 'configuration').map(({ message }) => message)).toEqual([
    'PORT must be a number from 0 to 65535.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  ]);
});

test.each([
  ['postgres://docs:pw@db.internal/docs', ['warn']],
  ['postgres://docs:pw@db.internal/docs?sslmode=require', ['warn']],
  ['postgres://docs:pw@db.internal/docs?sslmode=verify-full', []],
  ['postgres://docs:pw@127.0.0.1/docs', []],
  ['postgres:///docs?host=/var/run/postgresql', []],
])('warns about an unencrypted connection to the database: %s', (DATABASE_URL, states) => {
  const encryptionFindings = checkDatabaseEncryption({ DATABASE_URL });
  expect(encryptionFindings.map(({ state }) => state)).toEqual(states);
  expect(JSON.stringify(encryptionFindings)).not.toContain('pw@');
});

describe('a database', () => {
  const check = async (settings: Record<string, string>) => {
    const environment = testEnvironment({ DATA_DIR: folder, ...settings });
    return (await checkStore(environment, allDataFiles)).map(({ state, message }) => `${state}: ${message}`);
  };

  test('reports whether messages arrive and how many machines it has connections for', async () => {
    const DATABASE_URL = await (await openSharedPostgres()).createDatabase();
    const messages = await check({ DATABASE_URL, DATABASE_POOL: '20', WORKERS: '2' });
    expect(messages).toContainEqual(
      'ok: Database notifications arrive, so sessions that end lose access immediately.',
    );
    expect(messages).toContainEqual(
      expect.stringMatching(
        /^ok: This machine opens up to 48 connections \(2 x 24\)\. The database allows 197/,
      ),
    );
    const tooMany = await check({ DATABASE_URL, DATABASE_POOL: '200' });
    expect(tooMany).toContainEqual(
      expect.stringMatching(/^warn: This machine opens up to 204 .*That is too few\.$/),
    );
  });

  test('warns about a pooler that drops messages', { tags: 'pgbouncer' }, async () => {
    const direct = await (await openSharedPostgres()).createDatabase();
    const pooler = await startPgBouncer(direct, 'transaction');
    onTestFinished(() => pooler.close());
    expect(await check({ DATABASE_URL: pooler.url })).toContainEqual(
      expect.stringMatching(/^warn: The database accepts LISTEN, but notifications don't arrive/),
    );
    expect(await check({ DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: direct })).toContainEqual(
      'ok: Database notifications arrive, so sessions that end lose access immediately.',
    );
  });
});

test('reports the age of backups, and failures', async () => {
  const data = path.join(folder, 'data');
  const environment = testEnvironment({ DATA_DIR: data, BACKUP_DIR: path.join(folder, 'backups') });
  expect(
    (
      await checkBackups(environment, {
        texts: composeSiteTexts({}, readFeatureMessages(engineFeatures)),
        dataFiles: allDataFiles,
      })
    )[0]?.message,
  ).toContain('nothing to back up yet');
  const store = openSqliteStore(path.join(data, 'accounts.db'));
  expect(
    await checkBackups(environment, {
      texts: composeSiteTexts({}, readFeatureMessages(engineFeatures)),
      dataFiles: allDataFiles,
    }),
  ).toMatchObject([{ state: 'warn', message: expect.stringContaining('no backup') }]);
  const backupResult = await openBackups(environment, store, allDataFiles)?.makeNow();
  expect(backupResult?.outcome).toBe('made');
  expect(
    await checkBackups(environment, {
      texts: composeSiteTexts({}, readFeatureMessages(engineFeatures)),
      dataFiles: allDataFiles,
    }),
  ).toMatchObject([{ state: 'ok', message: expect.stringContaining('0 min old') }]);
  const holder = await store.claimLease('backup', Date.now(), Date.now());
  await store.releaseLease('backup', holder ?? '', 'The disk is full.');
  expect(
    await checkBackups(environment, {
      texts: composeSiteTexts({}, readFeatureMessages(engineFeatures)),
      dataFiles: allDataFiles,
    }),
  ).toMatchObject([{ state: 'warn', message: expect.stringContaining('The disk is full.') }]);
  await store.close();
});

test('reports how soon a removed user loses access, and whom a domain lets in', async () => {
  const check = async (settings: Record<string, string>) => {
    const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'my-docs-1', FIREBASE_API_KEY: 'key' };
    const environment = testEnvironment({ ...firebase, ...settings });
    const provider = await openIdentityProvider(environment, engineFeatures);
    return checkIdentity(provider, environment).map(({ state, message }) => `${state}: ${message}`);
  };
  const domain = { FIREBASE_ALLOW_DOMAINS: 'example.com' };
  expect(await check(domain)).toEqual([
    'ok: The identity provider confirms each session every 60 minutes, by refresh token.',
    expect.stringMatching(/^warn: With Google, anyone who has verified an address of example\.com/),
  ]);
  expect(await check({ ...domain, FIREBASE_PROVIDERS: 'password' })).toHaveLength(1);
  expect(await check({ ...domain, FIREBASE_ALLOW_CLAIM: 'docs=yes' })).toHaveLength(1);
  expect((await check({ ...domain, PROVIDER_CHECK_MINUTES: '0' }))[0]).toMatch(/^warn: .* never/);
  const oidc = {
    IDENTITY: 'oidc',
    BASE_URL: 'https://docs.example.com',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'docs',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
    OIDC_ALLOW_DOMAINS: 'example.com',
  };
  expect(await check(oidc)).toEqual([expect.stringContaining("through the reader's browser")]);
  expect(await check({ ...oidc, OIDC_SCOPES: 'openid offline_access' })).toEqual([
    'ok: The identity provider confirms each session every 60 minutes, by refresh token.',
  ]);
  expect(await check({ IDENTITY: 'local' })).toEqual([]);
});

describe('a store', () => {
  const resolveFile = () => path.join(folder, 'data/accounts.db');
  beforeEach(() => mkdirSync(path.join(folder, 'data')));

  test('warns if the store has no administrator', async () => {
    await openSqliteStore(resolveFile()).close();
    chmodSync(resolveFile(), 0o600);
    expect(filterByCheck(readFindings().findings, 'store')).toEqual([
      expect.objectContaining({ state: 'warn', message: expect.stringContaining('contains 0 accounts') }),
    ]);
  });

  test('warns if other users of the machine can read the store', async () => {
    await openSqliteStore(resolveFile()).close();
    chmodSync(resolveFile(), 0o644);
    expect(filterByCheck(readFindings().findings, 'store').at(-1)?.message).toContain(
      'Every user on this machine',
    );
  });

  test("fails if the store isn't a database, and leaves it unchanged", () => {
    writeFileSync(resolveFile(), 'not a database'.repeat(100));
    const { status, stdout } = runDoctor();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}store[\s\S]*→ Restore the file from a backup/m);
  });

  test("fails if the store can't be reached", () => {
    const { findings: reportedFindings } = readFindings({ DATABASE_URL: 'postgres://127.0.0.1:1/docs' });
    expect(filterByCheck(reportedFindings, 'store')).toEqual([expect.objectContaining({ state: 'fail' })]);
  });
});

describe('a build', () => {
  test('fails if the build is missing', () => {
    rmSync(path.join(folder, 'dist/manifest.json'));
    expect(filterByCheck(readFindings().findings, 'build')).toEqual([
      expect.objectContaining({ state: 'fail', todo: 'Run "npm run build".' }),
    ]);
  });

  test('fails if the search index is broken', async () => {
    writeFileSync(path.join(folder, 'dist/search.db'), 'broken');
    await publishRelease(path.join(folder, 'dist'), {
      change: (manifest) => ({ ...manifest, search: 'search.db' }),
    });
    expect(filterByCheck(readFindings().findings, 'index')).toEqual([
      expect.objectContaining({ state: 'fail' }),
    ]);
  });

  test('reports a wrong clock if the build is dated in the future', () => {
    const later = new Date(Date.now() + 86_400_000);
    utimesSync(path.join(folder, 'dist/manifest.json'), later, later);
    expect(filterByCheck(readFindings().findings, 'clock')[0]?.state).toBe('warn');
    expect(checkClock(folder, Date.UTC(1970, 0, 1))[0]?.state).toBe('fail');
  });
});

test("a data folder that can't be written fails", () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(readFindings({ DATA_DIR: path.join(folder, 'file/data') }).ok).toBe(false);
});

describe('the address', () => {
  const listStates = (settings: Partial<Parameters<typeof checkAddress>[0]>) =>
    checkAddress({ HOST: '127.0.0.1', TRUST_PROXY: false, ...settings }).map(({ state }) => state);

  test.each([
    [{}, ['ok']],
    [{ HOST: '0.0.0.0' }, ['warn']],
    [{ BASE_URL: 'https://docs.example', TRUST_PROXY: true }, ['ok']],
    [{ BASE_URL: 'https://docs.example' }, ['ok', 'warn']],
    [{ BASE_URL: 'http://docs.lan' }, ['warn']],
    [{ BASE_URL: 'http://localhost:3000' }, ['ok']],
    [{ BASE_URL: 'https://docs.example', TRUST_PROXY: true, HOST: '0.0.0.0' }, ['ok', 'warn']],
  ] as const)('%j: %j', (settings, expected) => {
    expect(listStates(settings)).toEqual(expected);
  });
});

test('reports a low limit of open files and an old Node', () => {
  expect(
    checkLimits('Max open files            1024                 4096                 files')[0],
  ).toMatchObject({
    state: 'warn',
    todo: expect.stringContaining('LimitNOFILE'),
  });
  expect(
    checkLimits('Max open files            unlimited            unlimited            files')[0]?.state,
  ).toBe('ok');
  expect(checkNode('20.19.0')[0]?.state).toBe('fail');
});

test('writes numbers and times in the language of its sentences, whatever that of the sign-in pages', () => {
  const limits = 'Max open files            20000                20000                files';
  const now = Date.UTC(2026, 10, 27, 18, 34, 14);
  const english = composeSiteTexts({ signInLanguage: 'es' });
  expect(checkLimits(limits, english)[0]?.message).toContain('20,000');
  expect(checkClock(folder, now, english)[0]?.message).toMatch(/Nov 27, 2026, 6:34:14\sPM UTC/);
  const spanish = findSpokenTexts('es');
  expect(spanish && checkLimits(limits, spanish)[0]?.message).toContain('20.000');
  expect(spanish && checkClock(folder, now, spanish)[0]?.message).toContain('27 nov 2026, 18:34:14 UTC');
});

test('refuses an unknown option', () => {
  const { status, stderr } = runDoctor({}, '--jsno');
  expect([status, stderr]).toEqual([2, expect.stringContaining('Unknown option "--jsno".')]);
});
