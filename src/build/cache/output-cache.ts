import { statSync } from 'node:fs';
import path from 'node:path';
import type { ManifestEntry } from '../../model/manifest.ts';
import { computeShortHash } from '../hashing.ts';
import type { BuildCache, StoredOutput } from './build-cache.ts';

/** Remembers which files of the dist folder were made from which inputs. */
export interface OutputCache {
  distDir: string;
  /** The entries of an earlier build, if they were made from the same inputs and their files still exist. */
  reuse(url: string, madeFrom: string): ManifestEntry[] | undefined;
  /** Stores the entries that this build made for a URL, and returns them. */
  record(url: string, madeFrom: string, entries: ManifestEntry[]): ManifestEntry[];
  /** Writes the changes, and forgets URLs that this build didn't use. */
  save(): void;
}

/**
 * Opens the outputs of earlier builds. `code` is the key of the code that makes files of the dist folder, `present` the
 * names of the content files in it.
 */
export function createOutputCache(
  cache: BuildCache,
  code: string,
  distDir: string,
  present: ReadonlySet<string>,
): OutputCache {
  const cachedOutputs = cache.readOutputs();
  const usedKeys = new Set<string>();
  const fresh = new Map<string, StoredOutput>();
  const computeKey = (madeFrom: string) => computeShortHash(`${code} ${madeFrom}`);
  return {
    distDir,

    reuse(url, madeFrom) {
      const previous = cachedOutputs.get(url);
      if (previous?.key !== computeKey(madeFrom)) return undefined;
      if (!areEntriesThere(distDir, previous.entries, present)) return undefined;
      usedKeys.add(url);
      return previous.entries;
    },

    record(url, madeFrom, entries) {
      usedKeys.add(url);
      fresh.set(url, { key: computeKey(madeFrom), entries });
      return entries;
    },

    save() {
      cache.transaction(() => {
        for (const [url, output] of fresh) cache.storeOutput(url, output);
        for (const url of cachedOutputs.keys()) if (!usedKeys.has(url)) cache.forgetOutput(url);
      });
    },
  };
}

/** Whether the files of these entries exist. A file with a wrong size counts as missing. */
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
