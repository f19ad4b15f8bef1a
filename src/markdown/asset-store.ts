import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PREFIX } from '../model/urls.ts';
import { findPathOnDisk } from '../shared/path-on-disk.ts';
import {
  findRefusalToImport,
  findRefusalToPublish,
  type Refusal,
  type SiteBoundary,
} from '../shared/site-boundary.ts';

/** An existing file, read once per compiler until it changes on disk. */
export interface StoredFile {
  file: string;
  bytes: Buffer;
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** `/_assets/name.0123456789abcdef.png` */
  url: string;
}

/** Why a document needs a file: to publish it, or to import its text as code does. */
export type FileUse = 'publish' | 'import';

/** A file that exists but must not be used. */
export interface RefusedFile {
  refusal: Refusal;
}

/** Reads files for documents and caches them while they don't change. */
export class AssetStore {
  readonly #boundary: SiteBoundary;
  readonly #entries = new Map<string, { stamp: string; stored: StoredFile }>();
  /** Refusals by use and path. */
  readonly #refusals = new Map<string, { stamp: string; refusal: Refusal | undefined }>();

  constructor(boundary: SiteBoundary) {
    this.#boundary = boundary;
  }

  /** Reads a file. Undefined if it doesn't exist or is a folder. Names can have any Unicode normal form. */
  read(pathAsNamed: string, use: FileUse): StoredFile | RefusedFile | undefined {
    const file = findPathOnDisk(pathAsNamed);
    const stat = readStats(file);
    if (!stat?.isFile()) return undefined;
    // A different file behind the same path, for example the new target of a link, has another inode.
    const stamp = `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.size}`;
    const refusal = this.#findRefusal(file, use, stamp);
    if (refusal !== undefined) return { refusal };
    const cachedEntry = this.#entries.get(file);
    if (cachedEntry?.stamp === stamp) return cachedEntry.stored;
    const bytes = readFileSync(file);
    const sum = hash('sha256', bytes);
    const storedFile = { file, bytes, hash: sum, url: buildAssetUrl(file, sum) };
    this.#entries.set(file, { stamp, stored: storedFile });
    return storedFile;
  }

  #findRefusal(file: string, use: FileUse, stamp: string): Refusal | undefined {
    const key = `${use}:${file}`;
    const cachedRefusal = this.#refusals.get(key);
    if (cachedRefusal?.stamp === stamp) return cachedRefusal.refusal;
    const refusal = (use === 'publish' ? findRefusalToPublish : findRefusalToImport)(this.#boundary, file);
    this.#refusals.set(key, { stamp, refusal });
    return refusal;
  }
}

/** Undefined also for paths that can't be names of files, such as those that are too long. */
function readStats(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

export function buildAssetUrl(file: string, sum: string): string {
  const { name, ext } = path.parse(file);
  const safeName = name.replace(/[^A-Za-z0-9_-]+/g, '-') || 'file';
  return `${ASSETS_PREFIX}${safeName}.${sum.slice(0, 16)}${ext.toLowerCase().replace(/[^a-z0-9.]/g, '')}`;
}
