import { statSync } from 'node:fs';
import path from 'node:path';
import type { ManifestEntry } from '../../model/manifest.ts';
import { shortHash } from '../hashing.ts';
import type { BuildCache, StoredOutput } from './build-cache.ts';

/**
 * What is in the dist folder for each address, from the last build and from this one. An address that
 * this build does not use is forgotten when it is saved.
 */
export class OutputCache {
  readonly #cache: BuildCache;
  readonly #code: string;
  readonly #stored: ReadonlyMap<string, StoredOutput>;
  readonly #used = new Set<string>();
  readonly #fresh = new Map<string, StoredOutput>();
  readonly #distDir: string;
  readonly #present: ReadonlySet<string>;

  /**
   * `code`: key of the code that makes files of the dist folder. `present`: names of the content files that are in it.
   */
  constructor(cache: BuildCache, code: string, distDir: string, present: ReadonlySet<string>) {
    this.#cache = cache;
    this.#code = code;
    this.#stored = cache.outputs();
    this.#distDir = distDir;
    this.#present = present;
  }

  /** The entries of an earlier build, if they were made from the same and their files are still there. */
  reuse(url: string, madeFrom: string): ManifestEntry[] | undefined {
    const known = this.#stored.get(url);
    if (known?.key !== this.#key(madeFrom)) return undefined;
    if (!areEntriesThere(this.#distDir, known.entries, this.#present)) return undefined;
    this.#used.add(url);
    return known.entries;
  }

  record(url: string, madeFrom: string, entries: ManifestEntry[]): ManifestEntry[] {
    this.#used.add(url);
    this.#fresh.set(url, { key: this.#key(madeFrom), entries });
    return entries;
  }

  save(): void {
    this.#cache.transaction(() => {
      for (const [url, output] of this.#fresh) this.#cache.storeOutput(url, output);
      for (const url of this.#stored.keys()) if (!this.#used.has(url)) this.#cache.forgetOutput(url);
    });
  }

  #key(madeFrom: string): string {
    return shortHash(`${this.#code} ${madeFrom}`);
  }
}

/** Whether the files that these entries name are there; a file that was cut short counts as missing. */
export function areEntriesThere(
  distDir: string,
  entries: readonly ManifestEntry[],
  present: ReadonlySet<string>,
): boolean {
  return entries.every(
    ({ file, encodings, bytes }) =>
      present.has(file) &&
      Object.values(encodings).every((variant) => present.has(variant)) &&
      statSync(path.join(distDir, file), { throwIfNoEntry: false })?.size === bytes,
  );
}
