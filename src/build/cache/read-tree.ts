import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { shortHash } from '../hashing.ts';

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
 * Hash of the names and bytes of every file under a folder; `-` when there is no such folder. The bytes are
 * read each time: dates lie after a checkout, a copy or a restore, and 2,000 pages cost a tenth of a second.
 */
export function hashTree(folder: string, ignore: (name: string) => boolean = () => false): string {
  const lines: string[] = [];
  if (!walk(folder, '', ignore, (name, file) => lines.push(`${name}\0${hashFile(file)}`))) return '-';
  return shortHash(lines.sort().join('\n'));
}

/** Every file under a folder, as paths relative to it with `/`, in code-unit order. */
export function listTree(folder: string, ignore: (name: string) => boolean = () => false): string[] {
  const names: string[] = [];
  walk(folder, '', ignore, (name) => names.push(name));
  return names.sort();
}

function walk(
  folder: string,
  prefix: string,
  ignore: (name: string) => boolean,
  visit: (name: string, file: string) => void,
): boolean {
  let entries: ReturnType<typeof readFolder>;
  try {
    entries = readFolder(path.join(folder, prefix));
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  for (const entry of entries) {
    if (ignore(entry.name)) continue;
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    const file = path.join(folder, name);
    if (isFolder(entry, file)) walk(folder, name, ignore, visit);
    else visit(name, file);
  }
  return true;
}

function readFolder(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function isFolder(entry: ReturnType<typeof readFolder>[number], file: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
