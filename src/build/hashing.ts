import { hash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** SHA-256, base64url, first 22 characters (132 bits): entity tags and cache keys. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** The same for file names, where case may not matter: 16 hex characters. */
export function nameHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}

/** Hash of one file's bytes; `-` when there is no such file. */
export function hashFile(file: string): string {
  try {
    return shortHash(readFileSync(file));
  } catch (error) {
    if (isAbsent(error)) return '-';
    throw error;
  }
}

/**
 * Hash of the names and bytes of every file under a folder. The bytes are read each time: dates lie after a checkout,
 * a copy or a restore, and 2,000 pages cost a tenth of a second.
 */
export function hashTree(folder: string): string {
  return shortHash(
    listTree(folder)
      .map((name) => `${name}\0${hashFile(path.join(folder, name))}`)
      .join('\n'),
  );
}

/** Every file under a folder, as paths relative to it with `/`, in code-unit order; none where there is no folder. */
export function listTree(folder: string, ignore: (name: string) => boolean = () => false): string[] {
  return namesBelow(folder, '', ignore).sort();
}

function namesBelow(folder: string, prefix: string, ignore: (name: string) => boolean): string[] {
  return entriesOf(path.join(folder, prefix)).flatMap((entry) => {
    if (ignore(entry.name)) return [];
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    return isFolder(entry, path.join(folder, name)) ? namesBelow(folder, name, ignore) : [name];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isFolder(entry: Dirent, file: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
