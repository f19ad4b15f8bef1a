import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startPgBouncer } from '../../testing/pgbouncer.ts';
import { sharedPostgres } from '../../testing/postgres.ts';
import { publishRelease } from '../../testing/release.ts';
import { accountNamed } from '../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { createSecretCipher } from '../accounts/factors/encrypted-secret.ts';
import { openSecretKey } from '../accounts/factors/secret-key.ts';
import { readEnvironment } from '../config/environment.ts';
import { checkAddress } from '../server/ops/doctor/check-address.ts';
import { checkBackups } from '../server/ops/doctor/check-backups.ts';
import { checkClock } from '../server/ops/doctor/check-clock.ts';
import { checkIdentity } from '../server/ops/doctor/check-identity.ts';
import { checkLimits, checkNode } from '../server/ops/doctor/check-machine.ts';
import { checkDatabaseLine, checkStore } from '../server/ops/doctor/check-store.ts';
import type { Finding } from '../server/ops/doctor/finding.ts';
import { openBackups } from '../storage/backups/backups.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  await publishRelease(path.join(folder, 'dist'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function doctor(environment: Record<string, string> = {}, ...args: string[]) {
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

function findings(environment: Record<string, string> = {}): { ok: boolean; findings: Finding[] } {
  return JSON.parse(doctor(environment, '--json').stdout);
}

const of = (found: readonly Finding[], check: Finding['check']) =>
  found.filter((each) => each.check === check);

test('codes whose key was left behind are said to be out of use', async () => {
  const environment = { DATA_DIR: folder, DATABASE_URL: undefined, IDENTITY: 'local' as const };
  const SECRET_KEY = 'drawn at random, and long enough';
  const key = openSecretKey({ ...environment, SECRET_KEY });
  const store = openSqliteStore(path.join(folder, 'accounts.db'));
  await store.addAccount(accountNamed('rosa'));
  const secret = key === undefined ? '' : createSecretCipher(key).encrypt('id-rosa', 'JBSWY3DP');
  await store.setCodes('id-rosa', { secret, lastStep: 0, createdAt: 0 }, [], 'nobody');
  await store.close();
  const found = async (given: string | undefined) =>
    (await checkStore({ ...environment, SECRET_KEY: given })).filter(({ state }) => state === 'fail');
  expect(await found(SECRET_KEY)).toEqual([]);
  expect(await found(undefined)).toMatchObject([{ todo: expect.stringContaining('secret.key') }]);
});

test('a site that can be served is told so, check by check', () => {
  const { status, stdout } = doctor();
  expect(status).toBe(0);
  for (const line of [
    /^ok {4}node/m,
    /^ok {4}configuration/m,
    /^ok {4}address +The site is for this machine only/m,
    /^ok {4}folders/m,
    /^ok {4}store .*accounts\.db is not there yet: the first start makes it/m,
    /^WARN {2}backups +The server doesn't make backups: BACKUP_DIR names no folder/m,
    /^ok {4}build +Build build-1 in .* can be served: \d+ addresses/m,
    /^WARN {2}index +The build has no search index/m,
    /^ok {4}clock/m,
    /limits/,
  ])
    expect(stdout).toMatch(line);
});

test('every wrong setting is told, and nothing else is looked for', () => {
  const { ok, findings: found } = findings({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(ok).toBe(false);
  expect(of(found, 'configuration').map(({ message }) => message)).toEqual([
    'PORT must be a port, 0 to 65535.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  ]);
});

test.each([
  ['postgres://docs:pw@db.internal/docs', ['warn']],
  ['postgres://docs:pw@db.internal/docs?sslmode=require', ['warn']],
  ['postgres://docs:pw@db.internal/docs?sslmode=verify-full', []],
  ['postgres://docs:pw@127.0.0.1/docs', []],
  ['postgres:///docs?host=/var/run/postgresql', []],
])('a line to the database that others may listen on is worth a warning: %s', (DATABASE_URL, states) => {
  const found = checkDatabaseLine({ DATABASE_URL });
  expect(found.map(({ state }) => state)).toEqual(states);
  expect(JSON.stringify(found)).not.toContain('pw@');
});

describe('a database', () => {
  const check = async (given: Record<string, string>) => {
    const { environment, problems } = readEnvironment({ DATA_DIR: folder, ...given }, folder);
    if (environment === undefined) throw new Error(JSON.stringify(problems));
    return (await checkStore(environment)).map(({ state, message }) => `${state}: ${message}`);
  };

  test('is told to pass messages on, and how many machines it has connections for', async () => {
    const DATABASE_URL = await (await sharedPostgres()).createDatabase();
    const found = await check({ DATABASE_URL, DATABASE_POOL: '20', WORKERS: '2' });
    expect(found).toContainEqual('ok: Messages of the database arrive: an ended session is gone at once.');
    expect(found).toContainEqual(
      expect.stringMatching(
        /^ok: This machine opens up to 46 connections \(2 x 23\)\. The database allows 197/,
      ),
    );
    const tooMany = await check({ DATABASE_URL, DATABASE_POOL: '200' });
    expect(tooMany).toContainEqual(expect.stringMatching(/^warn: This machine opens up to 203 .*too few\.$/));
  });

  test('behind a pooler that passes nothing on is worth a warning', { tags: 'pgbouncer' }, async () => {
    const direct = await (await sharedPostgres()).createDatabase();
    const pooler = await startPgBouncer(direct, 'transaction');
    onTestFinished(() => pooler.close());
    expect(await check({ DATABASE_URL: pooler.url })).toContainEqual(
      expect.stringMatching(/^warn: The database accepts LISTEN, but messages do not arrive/),
    );
    expect(await check({ DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: direct })).toContainEqual(
      'ok: Messages of the database arrive: an ended session is gone at once.',
    );
  });
});

test('backups that the server makes are told with their age, and where they fail', async () => {
  const data = path.join(folder, 'data');
  const { environment } = readEnvironment(
    { DATA_DIR: data, BACKUP_DIR: path.join(folder, 'backups') },
    folder,
  );
  if (environment === undefined) throw new Error('no environment');
  expect((await checkBackups(environment))[0]?.message).toContain('nothing to save yet');
  const store = openSqliteStore(path.join(data, 'accounts.db'));
  expect(await checkBackups(environment)).toMatchObject([
    { state: 'warn', message: expect.stringContaining('no backup') },
  ]);
  const made = await openBackups(environment, store)?.makeNow();
  expect(made?.outcome).toBe('made');
  expect(await checkBackups(environment)).toMatchObject([
    { state: 'ok', message: expect.stringContaining('0 min old') },
  ]);
  const holder = await store.claimLease('backup', Date.now(), Date.now());
  await store.releaseLease('backup', holder ?? '', 'The disk is full.');
  expect(await checkBackups(environment)).toMatchObject([
    { state: 'warn', message: expect.stringContaining('The disk is full.') },
  ]);
  await store.close();
});

test('how soon whoever leaves an identity provider is gone, and whom a domain lets in, is told', async () => {
  const check = async (given: Record<string, string>) => {
    const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'my-docs-1', FIREBASE_API_KEY: 'key' };
    const { environment } = readEnvironment({ ...firebase, ...given }, folder);
    if (environment === undefined) throw new Error('no environment');
    return (await checkIdentity(environment)).map(({ state, message }) => `${state}: ${message}`);
  };
  const domain = { FIREBASE_ALLOW_DOMAINS: 'example.com' };
  expect(await check(domain)).toEqual([
    'ok: The provider is asked again after 60 minutes, by refresh token.',
    expect.stringMatching(/^warn: With Google, whoever confirmed an address of example\.com/),
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
    'ok: The provider is asked again after 60 minutes, by refresh token.',
  ]);
  expect(await check({ IDENTITY: 'local' })).toEqual([]);
});

describe('a store', () => {
  const file = () => path.join(folder, 'data/accounts.db');
  beforeEach(() => mkdirSync(path.join(folder, 'data')));

  test('without an administrator is worth a warning', async () => {
    await openSqliteStore(file()).close();
    chmodSync(file(), 0o600);
    expect(of(findings().findings, 'store')).toEqual([
      expect.objectContaining({ state: 'warn', message: expect.stringContaining('holds 0 accounts') }),
    ]);
  });

  test('that others can read is worth a warning', async () => {
    await openSqliteStore(file()).close();
    chmodSync(file(), 0o644);
    expect(of(findings().findings, 'store').at(-1)?.message).toContain('every user of this machine');
  });

  test('that is none fails, and is left as it is', () => {
    writeFileSync(file(), 'not a database'.repeat(100));
    const { status, stdout } = doctor();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}store[\s\S]*→ Restore the file from a backup/m);
  });

  test('that cannot be reached fails', () => {
    const { findings: found } = findings({ DATABASE_URL: 'postgres://127.0.0.1:1/docs' });
    expect(of(found, 'store')).toEqual([expect.objectContaining({ state: 'fail' })]);
  });
});

describe('a build', () => {
  test('that is not there fails', () => {
    rmSync(path.join(folder, 'dist/manifest.json'));
    expect(of(findings().findings, 'build')).toEqual([
      expect.objectContaining({ state: 'fail', todo: 'Run "npm run build".' }),
    ]);
  });

  test('whose index is broken fails', async () => {
    writeFileSync(path.join(folder, 'dist/search.db'), 'broken');
    await publishRelease(path.join(folder, 'dist'), { change: (made) => ({ ...made, search: 'search.db' }) });
    expect(of(findings().findings, 'index')).toEqual([expect.objectContaining({ state: 'fail' })]);
  });

  test('from the future gives a wrong clock away', () => {
    const later = new Date(Date.now() + 86_400_000);
    utimesSync(path.join(folder, 'dist/manifest.json'), later, later);
    expect(of(findings().findings, 'clock')[0]?.state).toBe('warn');
    expect(checkClock(folder, Date.UTC(1970, 0, 1))[0]?.state).toBe('fail');
  });
});

test('a data folder that cannot be written fails', () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(findings({ DATA_DIR: path.join(folder, 'file/data') }).ok).toBe(false);
});

describe('the address', () => {
  const states = (given: Partial<Parameters<typeof checkAddress>[0]>) =>
    checkAddress({ HOST: '127.0.0.1', TRUST_PROXY: false, ...given }).map(({ state }) => state);

  test.each([
    [{}, ['ok']],
    [{ HOST: '0.0.0.0' }, ['warn']],
    [{ BASE_URL: 'https://docs.example', TRUST_PROXY: true }, ['ok']],
    [{ BASE_URL: 'https://docs.example' }, ['ok', 'warn']],
    [{ BASE_URL: 'http://docs.lan' }, ['warn']],
    [{ BASE_URL: 'http://localhost:3000' }, ['ok']],
    [{ BASE_URL: 'https://docs.example', TRUST_PROXY: true, HOST: '0.0.0.0' }, ['ok', 'warn']],
  ] as const)('%j: %j', (given, expected) => {
    expect(states(given)).toEqual(expected);
  });
});

test('few open files, and an old Node, are told', () => {
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

test('an option that is none is refused', () => {
  const { status, stderr } = doctor({}, '--jsno');
  expect([status, stderr]).toEqual([2, expect.stringContaining("Unknown option '--jsno'.")]);
});
