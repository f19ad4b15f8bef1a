import { BuildCache, DamagedCache, discardCache } from './build-cache.ts';

/** Works with the cache in this file; where that turns out to be damaged, once more with a new one. */
export async function withBuildCache<T>(
  file: string,
  work: (cache: BuildCache) => Promise<T>,
  onDamaged: (message: string) => void,
): Promise<T> {
  try {
    return await workWith(file, work);
  } catch (error) {
    if (!(error instanceof DamagedCache)) throw error;
    onDamaged(error.message);
    discardCache(file);
    return await workWith(file, work);
  }
}

async function workWith<T>(file: string, work: (cache: BuildCache) => Promise<T>): Promise<T> {
  using cache = new BuildCache(file);
  return await work(cache);
}
