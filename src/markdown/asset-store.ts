import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PREFIX } from '../model/urls.ts';

/** A file that exists, read once for all documents of this compiler until it changes on disk. */
export interface StoredFile {
  file: string;
  bytes: Buffer;
  /** SHA-256, hex. */
  hash: string;
  /** `/_assets/name.0123456789abcdef.png` */
  url: string;
}

export class AssetStore {
  readonly #entries = new Map<string, { stamp: string; stored: StoredFile }>();

  /** `undefined` when there is no such file (a folder is none). */
  read(file: string): StoredFile | undefined {
    const stat = statOf(file);
    if (!stat?.isFile()) return undefined;
    const stamp = `${stat.mtimeMs}:${stat.size}`;
    const known = this.#entries.get(file);
    if (known?.stamp === stamp) return known.stored;
    const bytes = readFileSync(file);
    const sum = hash('sha256', bytes);
    const stored = { file, bytes, hash: sum, url: assetUrl(file, sum) };
    this.#entries.set(file, { stamp, stored });
    return stored;
  }
}

/** An address that can be no file's name (too long, with a zero byte) names no file. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

export function assetUrl(file: string, sum: string): string {
  const { name, ext } = path.parse(file);
  const safeName = name.replace(/[^A-Za-z0-9_-]+/g, '-') || 'file';
  return `${ASSETS_PREFIX}${safeName}.${sum.slice(0, 16)}${ext.toLowerCase().replace(/[^a-z0-9.]/g, '')}`;
}
