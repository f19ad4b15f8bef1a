import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PREFIX } from '../model/urls.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import {
  type Refusal,
  refusalToImport,
  refusalToPublish,
  type SiteBoundary,
} from '../shared/site-boundary.ts';

/** A file that exists, read once for all documents of this compiler until it changes on disk. */
export interface StoredFile {
  file: string;
  bytes: Buffer;
  /** SHA-256, hex. */
  hash: string;
  /** `/_assets/name.0123456789abcdef.png` */
  url: string;
}

/** What a document wants a file for: to publish it, or to take its text in, as code does. */
export type FileUse = 'publish' | 'import';

/** A file that exists and must not be used. */
export interface RefusedFile {
  refusal: Refusal;
}

export class AssetStore {
  readonly #boundary: SiteBoundary;
  readonly #entries = new Map<string, { stamp: string; stored: StoredFile }>();
  /** By use and file. */
  readonly #refusals = new Map<string, { stamp: string; refusal: Refusal | undefined }>();

  constructor(boundary: SiteBoundary) {
    this.#boundary = boundary;
  }

  /** `undefined` when there is no such file (a folder is none). Names may be written in either form of Unicode. */
  read(named: string, use: FileUse): StoredFile | RefusedFile | undefined {
    const file = pathOnDisk(named);
    const stat = statOf(file);
    if (!stat?.isFile()) return undefined;
    // Another file behind the same path, such as a link's new target, has another inode.
    const stamp = `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.size}`;
    const refusal = this.#refusalOf(file, use, stamp);
    if (refusal !== undefined) return { refusal };
    const known = this.#entries.get(file);
    if (known?.stamp === stamp) return known.stored;
    const bytes = readFileSync(file);
    const sum = hash('sha256', bytes);
    const stored = { file, bytes, hash: sum, url: assetUrl(file, sum) };
    this.#entries.set(file, { stamp, stored });
    return stored;
  }

  #refusalOf(file: string, use: FileUse, stamp: string): Refusal | undefined {
    const key = `${use}:${file}`;
    const known = this.#refusals.get(key);
    if (known?.stamp === stamp) return known.refusal;
    const refusal = (use === 'publish' ? refusalToPublish : refusalToImport)(this.#boundary, file);
    this.#refusals.set(key, { stamp, refusal });
    return refusal;
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
