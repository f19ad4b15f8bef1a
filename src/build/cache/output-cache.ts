import { statSync } from 'node:fs';
import path from 'node:path';
import type { ManifestEntry } from '../../model/manifest.ts';
import { shortHash } from '../hashing.ts';
import type { BuildCache, StoredOutput } from './build-cache.ts';

export type OutputCache = ReturnType<typeof outputCache>;

/**
 * What is in the dist folder for each address, from the last build and from this one. An address that
 * this build does not use is forgotten when it is saved. `code`: key of the code that makes files of the dist folder.
 * `present`: names of the content files that are in it.
 */
export function outputCache(cache: BuildCache, code: string, distDir: string, present: ReadonlySet<string>) {
  const stored = cache.outputs();
  const used = new Set<string>();
  const fresh = new Map<string, StoredOutput>();
  const keyOf = (madeFrom: string) => shortHash(`${code} ${madeFrom}`);
  return {
    distDir,

    /** The entries of an earlier build, if they were made from the same and their files are still there. */
    reuse(url: string, madeFrom: string): ManifestEntry[] | undefined {
      const known = stored.get(url);
      if (known?.key !== keyOf(madeFrom)) return undefined;
      if (!areEntriesThere(distDir, known.entries, present)) return undefined;
      used.add(url);
      return known.entries;
    },

    record(url: string, madeFrom: string, entries: ManifestEntry[]): ManifestEntry[] {
      used.add(url);
      fresh.set(url, { key: keyOf(madeFrom), entries });
      return entries;
    },

    save(): void {
      cache.transaction(() => {
        for (const [url, output] of fresh) cache.storeOutput(url, output);
        for (const url of stored.keys()) if (!used.has(url)) cache.forgetOutput(url);
      });
    },
  };
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
