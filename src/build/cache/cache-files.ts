import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '../../shared/duration.ts';
import { listFolder } from '../../shared/if-present.ts';
import { nameHash } from '../hashing.ts';
import { BuildCache, DamagedCache } from './build-cache.ts';
import { resolveCompressedFolder } from './compressed-assets.ts';

const UNUSED_DAYS = 30;

/** Works with the cache in this file. If that turns out to be damaged, works again with a new one. */
export async function withBuildCache<T>(
  file: string,
  work: (cache: BuildCache) => Promise<T>,
  onDamaged: (message: string) => void,
): Promise<T> {
  try {
    return await runWithCache(file, work);
  } catch (error) {
    // Errors lose their class between threads.
    if (!(error instanceof Error) || error.name !== DamagedCache.name) throw error;
    onDamaged(error.message);
    discardCache(file);
    return await runWithCache(file, work);
  }
}

/** Works with several caches at once. */
export async function withBuildCaches<Of extends { cacheFile: string }, T>(
  [first, ...rest]: readonly Of[],
  work: (openedCaches: (Of & { cache: BuildCache })[]) => Promise<T>,
  onDamaged: (message: string) => void,
): Promise<T> {
  if (!first) return work([]);
  const withFirst = (cache: BuildCache) =>
    withBuildCaches(rest, (otherCaches) => work([{ ...first, cache }, ...otherCaches]), onDamaged);
  return withBuildCache(first.cacheFile, withFirst, onDamaged);
}

async function runWithCache<T>(file: string, work: (cache: BuildCache) => Promise<T>): Promise<T> {
  using cache = new BuildCache(file);
  return await work(cache);
}

/** One file for each docs folder, so that building one folder doesn't discard the cache of another. */
export function resolveCacheFile(cacheDir: string, docsDir: string): string {
  return path.join(cacheDir, `build-${nameHash(docsDir)}.sqlite`);
}

/** Deletes a cache file and SQLite's files beside it. */
export function discardCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Deletes caches of folders that weren't built for a month, and compressed files that weren't used for a month. */
export function discardUnusedCaches(cacheDir: string, now: number = Date.now()): void {
  const caches = readdirSync(cacheDir).filter((name) => /^build-[\w-]+\.sqlite$/.test(name));
  const compressedDir = resolveCompressedFolder(cacheDir);
  const files = [
    ...caches.map((name) => path.join(cacheDir, name)),
    ...listFolder(compressedDir).map((name) => path.join(compressedDir, name)),
  ];
  for (const file of files) {
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > UNUSED_DAYS * DAY_MS) discardCache(file);
  }
}
