import { existsSync, statSync } from 'node:fs';
import type { Account } from '../../../accounts/account.ts';
import { createSecretCipher } from '../../../accounts/factors/encrypted-secret.ts';
import { openSecretKey, type SecretKey } from '../../../accounts/factors/secret-key.ts';
import { openStore, type Store } from '../../../accounts/store/store.ts';
import { databaseHosts } from '../../../config/database-url.ts';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { countConnectionsPerProcess, dataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { type Finding, findingOf } from './finding.ts';

type StoreEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'IDENTITY' | 'SECRET_KEY'> &
  Partial<Pick<Environment, 'DATABASE_LISTEN_URL' | 'DATABASE_POOL' | 'WORKERS'>>;

const say = findingOf('store');

/** Opens the store as the server does; a file that is not there yet is left so. */
export async function checkStore(environment: StoreEnvironment): Promise<Finding[]> {
  const file = environment.DATABASE_URL === undefined ? dataFile(environment, 'accounts') : undefined;
  if (file !== undefined && !existsSync(file))
    return say('ok', `${file} is not there yet: the first start makes it.`);
  try {
    const store = await openStore(environment);
    try {
      await store.ping();
      const findings = [
        ...describe(await store.listAccounts(), store.location, environment.IDENTITY),
        ...(await checkWritable(store)),
        ...(await checkConnections(environment)),
        ...(file === undefined ? await checkHearing(store) : []),
        ...checkSecretKey(await store.anySecret(), openSecretKey(environment)),
      ];
      return file === undefined ? findings : [...findings, ...checkMode(file)];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return say('fail', error.message, advice(error));
  }
}

async function checkWritable(store: Store): Promise<Finding[]> {
  try {
    await store.checkWritable(Date.now());
    return [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return say('fail', `${error.message} Reading goes on; signing in does not.`, advice(error));
  }
}

/** Longer than it takes to connect and to prove it, or not to. */
const HEARING_MS = 6_000;

/** Whether a process hears at once when another one ends a session. */
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
    return say('ok', 'Messages of the database arrive: an ended session is gone at once.');
  const todo =
    'Set DATABASE_LISTEN_URL to an address that reaches PostgreSQL directly, or let the pooler work in session mode.';
  return say(
    'warn',
    result === 'unheard'
      ? 'The database accepts LISTEN, but messages do not arrive, as behind PgBouncer in transaction mode: every session is read again after half a second, and SESSION_GRACE_SECONDS has no effect.'
      : 'Nothing can listen to the database: every session is read again after half a second, and SESSION_GRACE_SECONDS has no effect.',
    todo,
  );
}

/** What this machine may open at most, beside what the database allows. Other machines open as many. */
async function checkConnections(environment: StoreEnvironment): Promise<Finding[]> {
  const { DATABASE_URL: url, WORKERS: workers = 1 } = environment;
  if (url === undefined) return [];
  const { usable, usedByOthers } = await (await import('../../../storage/postgres/capacity.ts')).readCapacity(
    url,
  );
  const each = countConnectionsPerProcess(environment);
  const here = workers * each;
  const free = usable - usedByOthers;
  const message = `This machine opens up to ${here} connections (${workers} x ${each}). The database allows ${usable}, and other programs use ${usedByOthers} of them`;
  if (here <= free) return say('ok', `${message}: enough for ${Math.floor(free / here)} such machines.`);
  return say(
    'warn',
    `${message}: too few.`,
    'Lower DATABASE_POOL or WORKERS, raise max_connections, or put PgBouncer in between.',
  );
}

/** Password hashes, and the hashes of sessions, go to the database with every sign-in. */
export function checkDatabaseLine({
  DATABASE_URL,
  DATABASE_LISTEN_URL,
}: Pick<Environment, 'DATABASE_URL'> & Partial<Pick<Environment, 'DATABASE_LISTEN_URL'>>): Finding[] {
  return [
    ...checkLine('DATABASE_URL', DATABASE_URL),
    ...checkLine('DATABASE_LISTEN_URL', DATABASE_LISTEN_URL),
  ];
}

function checkLine(variable: string, text: string | undefined): Finding[] {
  if (text === undefined) return [];
  const hosts = databaseHosts(text);
  const mode = new URL(hosts[0].url).searchParams.get('sslmode');
  const isEncrypted = mode === 'verify-full' || mode === 'verify-ca';
  const others = hosts.map(({ host }) => host).filter((host) => !host.startsWith('/') && !isLoopback(host));
  if (isEncrypted || others.length === 0) return [];
  return say(
    'warn',
    `What goes to the database at ${others.join(', ')} is not encrypted for that machine alone.`,
    `Add "?sslmode=verify-full" to ${variable}, unless nobody else can listen on that network.`,
  );
}

function describe(accounts: readonly Account[], where: string, identity: Environment['IDENTITY']): Finding[] {
  const found = `${where} answers and holds ${accounts.length} accounts.`;
  const administrators = accounts.filter(({ role, disabled }) => role === 'administrator' && !disabled);
  if (administrators.length > 0 || identity !== 'local') return say('ok', found);
  return say(
    'warn',
    `${found} None of them is an administrator who can sign in.`,
    `Run "${callOf('users', 'add you@example.com --role administrator')}", or open the link that the start prints.`,
  );
}

/** It is in no backup: who brings one back elsewhere may have left it behind. */
function checkSecretKey(
  encrypted: { accountId: string; secret: string } | undefined,
  key: SecretKey | undefined,
): Finding[] {
  if (encrypted === undefined) return [];
  const { accountId, secret } = encrypted;
  if (key !== undefined && createSecretCipher(key).decrypt(accountId, secret) !== undefined) return [];
  return say(
    'fail',
    'The codes of readers’ apps cannot be checked: their secrets are encrypted by another key.',
    `Bring back the SECRET_KEY, or the secret.key of DATA_DIR, of before; else "${callOf('users', 'factors reset <e-mail>')}" lets somebody in.`,
  );
}

function checkMode(file: string): Finding[] {
  if (process.platform === 'win32' || (statSync(file).mode & 0o007) === 0) return [];
  return say(
    'warn',
    `${file} can be read by every user of this machine.`,
    'Run "chmod 700" on its folder, so that only the user of the site reads password hashes.',
  );
}

function advice({ code }: StoreError): string {
  switch (code) {
    case 'store-newer':
      return 'Run the newer version of this program, or restore the copy made before the update.';
    case 'store-corrupt':
    case 'store-not-a-database':
    case 'store-foreign':
      return 'Restore the file from a backup; nothing in it was changed.';
    case 'store-full':
      return 'Make room on the disk.';
    case 'store-unreachable':
    case 'store-unavailable':
    case 'store-wrong-password':
    case 'store-wrong-database':
    case 'store-forbidden':
    case 'store-unsupported':
      return 'Correct DATABASE_URL, or see to the database.';
    case 'store-folder-missing':
    case 'store-folder-unwritable':
    case 'store-read-only':
    case 'store-locked':
      return 'See to it that the user of the site may write DATA_DIR, and that no other program holds the file.';
  }
}
