import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../config/environment.ts';

/** The text that what must be read again is encrypted by. It is not in the database, nor in a backup of it. */
export interface SecretKey {
  /** `undefined` where there is none yet. */
  read(): string | undefined;
  /** The same, made where there is none yet. */
  create(): string;
}

/** Of machines that share a database, each needs the same: there it must be said. */
export function secretKeyOf({
  SECRET_KEY: given,
  DATABASE_URL: shared,
  DATA_DIR: folder,
}: Pick<Environment, 'SECRET_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): SecretKey | undefined {
  if (given !== undefined) return givenKey(given);
  return shared === undefined ? keyFile(folder) : undefined;
}

function givenKey(text: string): SecretKey {
  return { read: () => text, create: () => text };
}

/** In a file of the data folder, which only this user can read; one for all processes of the machine. */
function keyFile(folder: string): SecretKey {
  const file = path.join(folder, 'secret.key');
  let known: string | undefined;
  const read = (): string | undefined => {
    try {
      known ??= readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return known;
  };
  return {
    read,
    create: () => {
      const there = read();
      if (there !== undefined) return there;
      mkdirSync(folder, { recursive: true });
      // Whole before it has its name, and never in place of one that another process has made meanwhile.
      const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
      writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
      try {
        linkSync(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        rmSync(draft);
      }
      const made = read();
      if (made === undefined) throw new Error(`${file} was made and is not there.`);
      return made;
    },
  };
}
