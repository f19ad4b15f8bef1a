import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '../../shared/duration.ts';
import { namesIn } from '../../shared/if-present.ts';
import { nameHash } from '../hashing.ts';
import { BuildCache, DamagedCache } from './build-cache.ts';
import { compressedFolder } from './compressed-assets.ts';

const UNUSED_DAYS = 30;

/** Works with the cache in this file; where that turns out to be damaged, once more with a new one. */
export async function withBuildCache<T>(
  file: string,
  work: (cache: BuildCache) => Promise<T>,
  onDamaged: (message: string) => void,
): Promise<T> {
  try {
    return await workWith(file, work);
  } catch (error) {
    // On the way between threads an error loses its class.
    if (!(error instanceof Error) || error.name !== DamagedCache.name) throw error;
    onDamaged(error.message);
    discardCache(file);
    return await workWith(file, work);
  }
}

/** The same with several of them. */
export async function withBuildCaches<Of extends { cacheFile: string }, T>(
  [first, ...others]: readonly Of[],
  work: (opened: (Of & { cache: BuildCache })[]) => Promise<T>,
  onDamaged: (message: string) => void,
): Promise<T> {
  if (!first) return work([]);
  const withFirst = (cache: BuildCache) =>
    withBuildCaches(others, (opened) => work([{ ...first, cache }, ...opened]), onDamaged);
  return withBuildCache(first.cacheFile, withFirst, onDamaged);
}

async function workWith<T>(file: string, work: (cache: BuildCache) => Promise<T>): Promise<T> {
  using cache = new BuildCache(file);
  return await work(cache);
}

/** One file for each docs folder, so that folders built in turn don't push each other out. */
export function cacheFile(cacheDir: string, docsDir: string): string {
  return path.join(cacheDir, `build-${nameHash(docsDir)}.sqlite`);
}

/** Removes one cache file with its companions. */
export function discardCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Removes the caches of folders that nobody has built for a month, and what no build has compressed or taken in it. */
export function discardUnusedCaches(cacheDir: string, now: number = Date.now()): void {
  const caches = readdirSync(cacheDir).filter((name) => /^build-[\w-]+\.sqlite$/.test(name));
  const compressed = compressedFolder(cacheDir);
  const files = [
    ...caches.map((name) => path.join(cacheDir, name)),
    ...namesIn(compressed).map((name) => path.join(compressed, name)),
  ];
  for (const file of files) {
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > UNUSED_DAYS * DAY_MS) discardCache(file);
  }
}
