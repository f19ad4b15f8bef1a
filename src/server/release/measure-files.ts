import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Files to check before yielding to other work: about 2 ms. */
const FILES_PER_BATCH = 500;

/**
 * Sizes of many files by absolute path, and the paths of missing files. Uses synchronous calls, because 60,000
 * asynchronous ones take four times as long.
 */
export async function measureFiles(
  files: readonly string[],
): Promise<{ sizes: ReadonlyMap<string, number>; missing: string[] }> {
  const sizes = new Map<string, number>();
  const missing = new Set<string>();
  for (const [index, file] of files.entries()) {
    if (index % FILES_PER_BATCH === FILES_PER_BATCH - 1) await setImmediate();
    const bytes = readFileSize(file);
    if (bytes === undefined) missing.add(file);
    else sizes.set(file, bytes);
  }
  return { sizes, missing: [...missing].sort() };
}

/** Returns `undefined` if there is no readable file at this path. */
function readFileSize(file: string): number | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
}
