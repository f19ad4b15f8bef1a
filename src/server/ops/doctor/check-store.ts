import { existsSync, statSync } from 'node:fs';
import type { Account } from '../../../accounts/account.ts';
import { createSecretCipher } from '../../../accounts/factors/encrypted-secret.ts';
import { openSecretKey, type SecretKey } from '../../../accounts/factors/secret-key.ts';
import { openStore, type Store } from '../../../accounts/store/store.ts';
import { listDatabaseHosts } from '../../../config/database-url.ts';
import type { Environment } from '../../../config/environment.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { formatPlural } from '../../../shared/plural.ts';
import type { DataFile } from '../../../storage/data-file.ts';
import { countConnectionsPerProcess, locateDataFile, openDatabase } from '../../../storage/open-database.ts';
import { describeLostFile } from '../../../storage/sqlite/open-file.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { accountsFile } from '../../../storage/tables.ts';
import { createReporter, type Finding } from './finding.ts';

type StoreEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'IDENTITY' | 'SECRET_KEY'> &
  Partial<Pick<Environment, 'DATABASE_LISTEN_URL' | 'DATABASE_POOL' | 'WORKERS'>>;

const report = createReporter('store');

/** Opens the store like the server does and checks it. Doesn't create missing database files. */
export async function checkStore(
  environment: StoreEnvironment,
  dataFiles: readonly DataFile[],
  texts: Texts = english,
): Promise<Finding[]> {
  const file = environment.DATABASE_URL === undefined ? locateDataFile(environment, accountsFile) : undefined;
  if (file !== undefined && !existsSync(file) && describeLostFile(file) === undefined)
    return report('ok', fillText(texts.findStoreNew, { file }));
  try {
    const secretKey = openSecretKey(environment);
    // Throws if the file is damaged. The server doesn't start then.
    secretKey?.read();
    const store = await openStore(environment);
    try {
      await store.ping();
      const findings = [
        ...describeAccounts(await store.listAccounts(), store.location, environment.IDENTITY, texts),
        ...(await checkWritable(store, texts)),
        ...(await checkConnections(environment, dataFiles, texts)),
        ...(file === undefined ? await checkHearing(store, texts) : []),
        ...(await checkFeatureFiles(environment, dataFiles, texts)),
        ...checkSecretKey(await store.findAnySecret(), secretKey, texts),
      ];
      return file === undefined ? findings : [...findings, ...checkFilePermissions(file, texts)];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return report('fail', error.message, adviseOn(error, texts));
  }
}

/** Opens what features store, and reports only faults. */
async function checkFeatureFiles(
  environment: StoreEnvironment,
  dataFiles: readonly DataFile[],
  texts: Texts,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const dataFile of dataFiles) {
    if (dataFile.name === accountsFile.name) continue;
    if (environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, dataFile)))
      continue;
    try {
      await (await openDatabase(environment, dataFile)).close();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      findings.push(...report('fail', error.message, adviseOn(error, texts)));
    }
  }
  return findings;
}

async function checkWritable(store: Store, texts: Texts): Promise<Finding[]> {
  try {
    await store.checkWritable(Date.now());
    return [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return report('fail', `${error.message} ${texts.findNobodySignsIn}`, adviseOn(error, texts));
  }
}

/** This limit is longer than it takes to connect and to test whether messages arrive. */
const HEARING_MS = 6_000;

/** Checks whether a process is notified immediately when another one ends a session. */
async function checkHearing(store: Store, texts: Texts): Promise<Finding[]> {
  const result = await new Promise<'heard' | 'unheard' | 'unknown'>((resolve) => {
    const timer = setTimeout(() => resolve('unknown'), HEARING_MS);
    store.subscribe(({ kind }) => {
      if (kind !== 'connected' && kind !== 'unheard') return;
      clearTimeout(timer);
      resolve(kind === 'connected' ? 'heard' : 'unheard');
    });
  });
  if (result === 'heard') return report('ok', texts.findNotices);
  return report(
    'warn',
    result === 'unheard' ? texts.findNoticesLost : texts.findNoticesUnheard,
    texts.findNoticesTodo,
  );
}

/** Compares the connections that this machine may open with the number that the database allows. */
async function checkConnections(
  environment: StoreEnvironment,
  dataFiles: readonly DataFile[],
  texts: Texts,
): Promise<Finding[]> {
  const { DATABASE_URL: url, WORKERS: workers = 1 } = environment;
  if (url === undefined) return [];
  const { usable, usedByOthers } = await (await import('../../../storage/postgres/capacity.ts')).readCapacity(
    url,
  );
  const connectionsEach = countConnectionsPerProcess(environment, dataFiles);
  const ownConnections = workers * connectionsEach;
  const free = usable - usedByOthers;
  const message = fillText(texts.findConnections, {
    count: ownConnections,
    workers,
    each: connectionsEach,
    max: usable,
    others: usedByOthers,
  });
  if (ownConnections <= free)
    return report(
      'ok',
      `${message} ${formatPlural(texts.findConnectionsEnough, Math.floor(free / ownConnections), texts.findingsLanguage)}`,
    );
  return report('warn', `${message} ${texts.findConnectionsFew}`, texts.findConnectionsTodo);
}

/** Checks whether connections to the database are encrypted: they transmit hashes of passwords and session tokens. */
export function checkDatabaseEncryption(
  {
    DATABASE_URL,
    DATABASE_LISTEN_URL,
  }: Pick<Environment, 'DATABASE_URL'> & Partial<Pick<Environment, 'DATABASE_LISTEN_URL'>>,
  texts: Texts = english,
): Finding[] {
  return [
    ...checkEncryption('DATABASE_URL', DATABASE_URL, texts),
    ...checkEncryption('DATABASE_LISTEN_URL', DATABASE_LISTEN_URL, texts),
  ];
}

function checkEncryption(variable: string, text: string | undefined, texts: Texts): Finding[] {
  if (text === undefined) return [];
  const hosts = listDatabaseHosts(text);
  const sslMode = new URL(hosts[0].url).searchParams.get('sslmode');
  const isEncrypted = sslMode === 'verify-full' || sslMode === 'verify-ca';
  const remoteHosts = hosts
    .map(({ host }) => host)
    .filter((host) => !host.startsWith('/') && !isLoopback(host));
  if (isEncrypted || remoteHosts.length === 0) return [];
  return report(
    'warn',
    fillText(texts.findUnencrypted, { host: remoteHosts.join(', ') }),
    fillText(texts.findUnencryptedTodo, { name: variable }),
  );
}

function describeAccounts(
  accounts: readonly Account[],
  where: string,
  identity: Environment['IDENTITY'],
  texts: Texts,
): Finding[] {
  const accountCount = formatPlural(texts.findAccounts, accounts.length, texts.findingsLanguage);
  const summary = fillText(texts.findStore, { name: where, accounts: accountCount });
  const administrators = accounts.filter(({ role, disabled }) => role === 'administrator' && !disabled);
  if (administrators.length > 0 || identity !== 'local') return report('ok', summary);
  return report(
    'warn',
    `${summary} ${texts.findNoAdministrator}`,
    fillText(texts.findNoAdministratorTodo, {
      command: formatCommand('users', 'add you@example.com --role administrator'),
    }),
  );
}

/** Checks the key that encrypts second factors. Backups don't contain it, so it may be missing after a restore. */
function checkSecretKey(
  encrypted: { accountId: string; secret: string } | undefined,
  key: SecretKey | undefined,
  texts: Texts,
): Finding[] {
  if (encrypted === undefined) return [];
  const { accountId, secret } = encrypted;
  if (key !== undefined && createSecretCipher(key).decrypt(accountId, secret) !== undefined) return [];
  return report(
    'fail',
    texts.findOtherKey,
    fillText(texts.findOtherKeyTodo, { command: formatCommand('users', 'factors reset <email>') }),
  );
}

function checkFilePermissions(file: string, texts: Texts): Finding[] {
  if (process.platform === 'win32' || (statSync(file).mode & 0o007) === 0) return [];
  return report('warn', fillText(texts.findFileReadable, { file }), texts.findFileReadableTodo);
}

function adviseOn({ code }: StoreError, texts: Texts): string {
  switch (code) {
    case 'store-lost':
      return texts.adviseLost;
    case 'store-newer':
      return texts.adviseNewer;
    case 'store-older':
      return texts.adviseOlder;
    case 'store-corrupt':
    case 'store-not-a-database':
    case 'store-foreign':
      return texts.adviseRestore;
    case 'store-full':
      return texts.adviseSpace;
    case 'store-unreachable':
    case 'store-unavailable':
    case 'store-wrong-password':
    case 'store-wrong-database':
    case 'store-forbidden':
    case 'store-unsupported':
      return texts.adviseDatabase;
    case 'store-folder-missing':
    case 'store-folder-unwritable':
    case 'store-read-only':
    case 'store-locked':
      return texts.adviseFolder;
  }
}
