import { existsSync, statSync } from 'node:fs';
import type { Account } from '../../../accounts/account.ts';
import { createSecretCipher } from '../../../accounts/factors/encrypted-secret.ts';
import { openSecretKey, type SecretKey } from '../../../accounts/factors/secret-key.ts';
import { openStore, type Store } from '../../../accounts/store/store.ts';
import { databaseHosts } from '../../../config/database-url.ts';
import type { Environment } from '../../../config/environment.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import type { DataFile } from '../../../storage/data-file.ts';
import { countConnectionsPerProcess, locateDataFile, openDatabase } from '../../../storage/open-database.ts';
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
): Promise<Finding[]> {
  const file = environment.DATABASE_URL === undefined ? locateDataFile(environment, accountsFile) : undefined;
  if (file !== undefined && !existsSync(file))
    return report('ok', `${file} doesn't exist yet. The first start creates it.`);
  try {
    const store = await openStore(environment);
    try {
      await store.ping();
      const findings = [
        ...describeAccounts(await store.listAccounts(), store.location, environment.IDENTITY),
        ...(await checkWritable(store)),
        ...(await checkConnections(environment, dataFiles)),
        ...(file === undefined ? await checkHearing(store) : []),
        ...(await checkFeatureFiles(environment, dataFiles)),
        ...checkSecretKey(await store.anySecret(), openSecretKey(environment)),
      ];
      return file === undefined ? findings : [...findings, ...checkFilePermissions(file)];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return report('fail', error.message, adviseOn(error));
  }
}

/** Opens what features store, and reports only faults. */
async function checkFeatureFiles(
  environment: StoreEnvironment,
  dataFiles: readonly DataFile[],
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
      findings.push(...report('fail', error.message, adviseOn(error)));
    }
  }
  return findings;
}

async function checkWritable(store: Store): Promise<Finding[]> {
  try {
    await store.checkWritable(Date.now());
    return [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return report('fail', `${error.message} Readers can continue, but no user can sign in.`, adviseOn(error));
  }
}

/** Longer than it takes to connect and to test whether messages arrive. */
const HEARING_MS = 6_000;

/** Checks whether a process is notified immediately when another one ends a session. */
async function checkHearing(store: Store): Promise<Finding[]> {
  const result = await new Promise<'heard' | 'unheard' | 'unknown'>((resolve) => {
    const timer = setTimeout(() => resolve('unknown'), HEARING_MS);
    store.subscribe(({ kind }) => {
      if (kind !== 'connected' && kind !== 'unheard') return;
      clearTimeout(timer);
      resolve(kind === 'connected' ? 'heard' : 'unheard');
    });
  });
  if (result === 'heard')
    return report('ok', 'Notifications of the database arrive: ended sessions lose access immediately.');
  const todo =
    'Set DATABASE_LISTEN_URL to a URL that reaches PostgreSQL directly, or use session mode in the pooler.';
  return report(
    'warn',
    result === 'unheard'
      ? 'The database accepts LISTEN, but notifications do not arrive. PgBouncer in transaction mode causes this. Until you fix it, each session is read from the store again after half a second, and SESSION_GRACE_SECONDS has no effect.'
      : 'The server cannot listen for notifications of the database. Until you fix it, each session is read from the store again after half a second, and SESSION_GRACE_SECONDS has no effect.',
    todo,
  );
}

/** Compares the connections that this machine may open with the number that the database allows. */
async function checkConnections(
  environment: StoreEnvironment,
  dataFiles: readonly DataFile[],
): Promise<Finding[]> {
  const { DATABASE_URL: url, WORKERS: workers = 1 } = environment;
  if (url === undefined) return [];
  const { usable, usedByOthers } = await (await import('../../../storage/postgres/capacity.ts')).readCapacity(
    url,
  );
  const connectionsEach = countConnectionsPerProcess(environment, dataFiles);
  const here = workers * connectionsEach;
  const free = usable - usedByOthers;
  const message = `This machine opens up to ${here} connections (${workers} x ${connectionsEach}). The database allows ${usable}, and other programs use ${usedByOthers} of them`;
  if (here <= free)
    return report('ok', `${message}. That is enough for ${Math.floor(free / here)} machines like this.`);
  return report(
    'warn',
    `${message}. That is too few.`,
    'Decrease DATABASE_POOL or WORKERS, increase max_connections, or use PgBouncer.',
  );
}

/** Checks whether connections to the database are encrypted: they transmit hashes of passwords and session tokens. */
export function checkDatabaseEncryption({
  DATABASE_URL,
  DATABASE_LISTEN_URL,
}: Pick<Environment, 'DATABASE_URL'> & Partial<Pick<Environment, 'DATABASE_LISTEN_URL'>>): Finding[] {
  return [
    ...checkEncryption('DATABASE_URL', DATABASE_URL),
    ...checkEncryption('DATABASE_LISTEN_URL', DATABASE_LISTEN_URL),
  ];
}

function checkEncryption(variable: string, text: string | undefined): Finding[] {
  if (text === undefined) return [];
  const hosts = databaseHosts(text);
  const sslMode = new URL(hosts[0].url).searchParams.get('sslmode');
  const isEncrypted = sslMode === 'verify-full' || sslMode === 'verify-ca';
  const remoteHosts = hosts
    .map(({ host }) => host)
    .filter((host) => !host.startsWith('/') && !isLoopback(host));
  if (isEncrypted || remoteHosts.length === 0) return [];
  return report(
    'warn',
    `The connection to the database at ${remoteHosts.join(', ')} is not encrypted, or does not verify the server.`,
    `Add "?sslmode=verify-full" to ${variable}, unless no other machine can listen on that network.`,
  );
}

function describeAccounts(
  accounts: readonly Account[],
  where: string,
  identity: Environment['IDENTITY'],
): Finding[] {
  const counted = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  const summary = `${where} works and contains ${counted}.`;
  const administrators = accounts.filter(({ role, disabled }) => role === 'administrator' && !disabled);
  if (administrators.length > 0 || identity !== 'local') return report('ok', summary);
  return report(
    'warn',
    `${summary} There is no administrator who can sign in.`,
    `Run "${formatCommand('users', 'add you@example.com --role administrator')}", or open the set-up link that the server prints when it starts.`,
  );
}

/** Checks the key that encrypts second factors. Backups don't contain it, so it may be missing after a restore. */
function checkSecretKey(
  encrypted: { accountId: string; secret: string } | undefined,
  key: SecretKey | undefined,
): Finding[] {
  if (encrypted === undefined) return [];
  const { accountId, secret } = encrypted;
  if (key !== undefined && createSecretCipher(key).decrypt(accountId, secret) !== undefined) return [];
  return report(
    'fail',
    'One-time codes cannot be checked: their secrets are encrypted with another key.',
    `Restore the previous SECRET_KEY, or the file secret.key in DATA_DIR. Otherwise run "${formatCommand('users', 'factors reset <email>')}" for each affected user.`,
  );
}

function checkFilePermissions(file: string): Finding[] {
  if (process.platform === 'win32' || (statSync(file).mode & 0o007) === 0) return [];
  return report(
    'warn',
    `Every user of this machine can read ${file}.`,
    'Run "chmod 700" on its folder, so that only the user that runs the server can read the password hashes.',
  );
}

function adviseOn({ code }: StoreError): string {
  switch (code) {
    case 'store-newer':
      return 'Run the newer version of Gatehouse, or restore the backup from before the update.';
    case 'store-corrupt':
    case 'store-not-a-database':
    case 'store-foreign':
      return 'Restore the file from a backup. The file was not changed.';
    case 'store-full':
      return 'Free up space on the disk.';
    case 'store-unreachable':
    case 'store-unavailable':
    case 'store-wrong-password':
    case 'store-wrong-database':
    case 'store-forbidden':
    case 'store-unsupported':
      return 'Correct DATABASE_URL, or fix the database.';
    case 'store-folder-missing':
    case 'store-folder-unwritable':
    case 'store-read-only':
    case 'store-locked':
      return 'Make sure that the user that runs the server can write to DATA_DIR, and that no other program uses the file.';
  }
}
