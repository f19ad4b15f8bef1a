import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { folderTree } from '../shared/folder-tree.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';

export { hashForFileName as nameHash } from '../releases/named-content.ts';

/** SHA-256, base64url, first 22 characters (132 bits): entity tags and cache keys. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** Hash of one file's bytes; `-` when there is no such file, or none that may be read. */
export function hashFile(file: string): string {
  try {
    return shortHash(readFileSync(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(?:ENOENT|ENOTDIR|EACCES|EPERM)$/.test(code)) return '-';
    throw error;
  }
}

/**
 * Hash of the names and bytes of every file under a folder. The bytes are read each time: dates lie after a checkout,
 * a copy or a restore, and 2,000 pages cost a tenth of a second.
 */
export function hashTree(folder: string, boundary: SiteBoundary): string {
  const { files, closed, dangling, refused } = folderTree(folder, { boundary });
  const hashed = files.map((name) => `${name}\0${hashFile(path.join(folder, name))}`);
  return shortHash([...hashed, closed.join('\0'), dangling.join('\0'), JSON.stringify(refused)].join('\n'));
}

/** Every file under a folder, as paths relative to it with `/`, in code-unit order; none where there is no folder. */
export function listTree(folder: string, ignore?: (name: string) => boolean): string[] {
  return folderTree(folder, { ignore }).files;
}
