import { existsSync, statSync } from 'node:fs';
import type { Account } from '../../../accounts/account.ts';
import { createSecretCipher } from '../../../accounts/factors/encrypted-secret.ts';
import { type SecretKey, secretKeyOf } from '../../../accounts/factors/secret-key.ts';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { dataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { type Finding, findingOf } from './finding.ts';

type StoreEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'IDENTITY' | 'SECRET_KEY'>;

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
        ...checkSecretKey(await store.anySecret(), secretKeyOf(environment)),
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

/** Password hashes, and the hashes of sessions, go to the database with every sign-in. */
export function checkDatabaseLine({ DATABASE_URL }: Pick<Environment, 'DATABASE_URL'>): Finding[] {
  const url = DATABASE_URL === undefined ? null : URL.parse(DATABASE_URL);
  if (url === null) return [];
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return [];
  const mode = url.searchParams.get('sslmode');
  if (mode === 'verify-full' || mode === 'verify-ca') return [];
  return say(
    'warn',
    `What goes to the database at ${host} is not encrypted for that machine alone.`,
    'Add "?sslmode=verify-full" to DATABASE_URL, unless nobody else can listen on that network.',
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
