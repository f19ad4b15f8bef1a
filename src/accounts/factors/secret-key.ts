import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { describeOtherThanFile } from '../../shared/regular-file.ts';
import { StoreError } from '../../storage/store-error.ts';

/** Shortest key, as for `SECRET_KEY`. Those that we create have 43 characters. */
const KEY_MIN_CHARACTERS = 32;

/** The key that encrypts stored secrets. It is neither in the database nor in a backup. */
export interface SecretKey {
  /** Returns the key, or `undefined` if there is none yet. Throws a `StoreError` if its file is damaged. */
  read(): string | undefined;
  /** Returns the key, and creates it if there is none yet. */
  create(): string;
}

/**
 * Returns the key of the configuration, or the key file of the data folder. With a shared database, every machine needs
 * the same key, so it must be configured: without `SECRET_KEY`, returns `undefined`.
 */
export function openSecretKey({
  SECRET_KEY: configuredKey,
  DATABASE_URL: shared,
  DATA_DIR: folder,
}: Pick<Environment, 'SECRET_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): SecretKey | undefined {
  if (configuredKey !== undefined) return wrapKey(configuredKey);
  return shared === undefined ? openKeyFile(folder) : undefined;
}

function wrapKey(text: string): SecretKey {
  return { read: () => text, create: () => text };
}

/** A key in a file of the data folder that only this user can read. All processes of the machine share it. */
function openKeyFile(folder: string): SecretKey {
  const file = path.join(folder, 'secret.key');
  let cachedKey: string | undefined;
  const read = (): string | undefined => {
    const kind = describeOtherThanFile(file);
    if (kind !== undefined)
      throw new StoreError(
        'store-corrupt',
        `${file} is ${kind}, not a file. Put back the file with the key.`,
      );
    try {
      cachedKey ??= checkKey(readFileSync(file, 'utf8').trim(), file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return cachedKey;
  };
  return {
    read,
    create: () => {
      const existingKey = read();
      if (existingKey !== undefined) return existingKey;
      mkdirSync(folder, { recursive: true });
      // Writes the whole file before it gets its name, and never replaces a key that another process has just created.
      const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
      writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
      try {
        linkSync(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        rmSync(draft);
      }
      const createdKey = read();
      if (createdKey === undefined) throw new Error(`${file} was created but can't be found.`);
      return createdKey;
    },
  };
}

/** A file that was emptied or cut off, by a crash or a bad copy, must not become a key that anyone can guess. */
function checkKey(text: string, file: string): string {
  if (text.length >= KEY_MIN_CHARACTERS) return text;
  throw new StoreError(
    'store-corrupt',
    `${file} is damaged: a key has at least ${KEY_MIN_CHARACTERS} characters. Put the file back from where you keep a copy. Without a copy, remove the file: everyone sets up their authenticator app again.`,
  );
}
