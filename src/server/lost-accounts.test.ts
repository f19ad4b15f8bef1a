import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBothStores } from '../../testing/both-stores.ts';
import { allDataFiles } from '../../testing/data-files.ts';
import { publishRelease } from '../../testing/release.ts';
import { createAccountNamed } from '../../testing/store-fixtures.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { openStore } from '../accounts/store/store.ts';
import type { Environment } from '../config/environment.ts';
import { readFeatureMessages } from '../config/feature-messages.ts';
import { composeSiteTexts } from '../config/texts.ts';
import { openBackups } from '../features/backups/backups.ts';
import { checkBackups } from '../features/backups/check-backups.ts';
import { engineFeatures } from '../features/index.ts';
import { checkStore } from './ops/doctor/check-store.ts';
import { serve } from './serve.ts';

const examineOptions = {
  texts: composeSiteTexts({}, readFeatureMessages(engineFeatures)),
  dataFiles: allDataFiles,
};
let folder: string;
let dist: string;
/** Holds one backup with an account. */
let BACKUP_DIR: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lost-accounts-'));
  dist = path.join(folder, 'dist');
  await publishRelease(dist);
  BACKUP_DIR = path.join(folder, 'backups');
  const environment = createEnvironment({ DATA_DIR: path.join(folder, 'full') });
  const store = await openStore(environment);
  await store.addAccount(createAccountNamed('rosa'));
  expect((await openBackups(environment, store, allDataFiles)?.makeNow())?.outcome).toBe('made');
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function createEnvironment(variables: Record<string, string>): Environment {
  return testEnvironment({ PORT: '0', LOG_LEVEL: 'silent', BACKUP_DIR, ...variables });
}

/** The message with which the server refuses to start, or `undefined` if it starts. */
async function findRefusal(environment: Environment): Promise<string | undefined> {
  const { server, problems } = await serve({ environment, features: [], dist });
  await server?.stop();
  return problems?.map(({ message }) => message).join('\n');
}

test("the server doesn't start with a secret key that was emptied, and doctor reports it", async () => {
  const DATA_DIR = path.join(folder, 'emptied-key');
  cpSync(path.join(folder, 'full'), DATA_DIR, { recursive: true });
  const environment = createEnvironment({ DATA_DIR });
  writeFileSync(path.join(DATA_DIR, 'secret.key'), '');
  expect(await findRefusal(environment)).toContain('secret.key is damaged: a key has at least 32 characters');
  expect(await checkStore(environment, allDataFiles, examineOptions.texts)).toMatchObject([
    { state: 'fail', message: expect.stringContaining('secret.key is damaged') },
  ]);
  rmSync(path.join(DATA_DIR, 'secret.key'));
  expect(await findRefusal(environment)).toBeUndefined();
});

describe.each(listBothStores())('with %s that has no accounts', (_, createSettings) => {
  test("the server doesn't start beside a backup that has some, and starts once there are accounts", async () => {
    const store = await createSettings();
    const admin = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'correct horse battery' };
    const environment = createEnvironment({ ...store, ...admin });
    // The second time, the store exists: the first attempt created it.
    for (const attempt of ['first', 'second']) {
      const refusal = await findRefusal(environment);
      expect(refusal, attempt).toMatch(/has no accounts, but the backup .*backup-\d+T\d+Z\.db has/);
      expect(refusal, attempt).toContain(`restore ${BACKUP_DIR}`);
    }
    expect(await checkBackups(environment, examineOptions)).toMatchObject([
      { state: 'fail', message: expect.stringContaining('has no accounts') },
    ]);
    const openResult = await openStore(environment);
    expect(await openResult.countAccounts()).toBe(0);
    await openResult.addAccount(createAccountNamed('rosa'));
    await openResult.close();
    expect(await findRefusal(environment)).toBeUndefined();
  });

  test('the server starts with another folder for backups, and again beside its own empty backup', async () => {
    const environment = createEnvironment({
      ...(await createSettings()),
      BACKUP_DIR: mkdtempSync(path.join(folder, 'new-')),
    });
    const store = await openStore(environment);
    expect((await openBackups(environment, store, allDataFiles)?.makeNow())?.outcome).toBe('made');
    await store.close();
    expect(await findRefusal(environment)).toBeUndefined();
  });
});

test('doctor reports a folder without an accounts file beside its backups or its other files', async () => {
  const DATA_DIR = path.join(folder, 'lost');
  expect(await checkBackups(createEnvironment({ DATA_DIR }), examineOptions)).toMatchObject([
    { state: 'fail', message: expect.stringContaining('has no accounts') },
  ]);
  const environment = createEnvironment({ DATA_DIR: path.join(folder, 'full') });
  rmSync(path.join(environment.DATA_DIR, 'accounts.db'));
  expect(await checkStore(environment, allDataFiles)).toMatchObject([
    { state: 'fail', message: expect.stringContaining('accounts.db is missing'), todo: expect.any(String) },
  ]);
  expect(await findRefusal(environment)).toContain('accounts.db is missing');
});
