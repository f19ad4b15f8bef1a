import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFolderTree } from '../shared/folder-tree.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';

export { hashForFileName as nameHash } from '../releases/named-content.ts';

/** SHA-256, base64url, first 22 characters (132 bits): entity tags and cache keys. */
export function computeShortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** Hash of a file's bytes; `-` if there is no such file, only a folder, or it may not be read. */
export function hashFile(file: string): string {
  try {
    return computeShortHash(readFileSync(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(?:ENOENT|ENOTDIR|EISDIR|EACCES|EPERM)$/.test(code)) return '-';
    throw error;
  }
}

/**
 * Hash of the names and bytes of every file in a folder. The bytes are read each time, because modification times are
 * wrong after a checkout, a copy or a restore. Reading 2,000 pages takes a tenth of a second.
 */
export function hashTree(folder: string, boundary: SiteBoundary): string {
  const { files, irregular, closed, dangling, refused } = readFolderTree(folder, { boundary });
  const hashedNames = files.map((name) => `${name}\0${hashFile(path.join(folder, name))}`);
  return computeShortHash(
    [...hashedNames, closed.join('\0'), dangling.join('\0'), JSON.stringify([refused, irregular])].join('\n'),
  );
}

/** Lists all files in a folder as relative paths with `/`, in code-unit order. Empty if the folder doesn't exist. */
export function listTree(folder: string, ignore?: (name: string) => boolean): string[] {
  return readFolderTree(folder, { ignore }).files;
}
