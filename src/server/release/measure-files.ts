import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Files looked at before other work gets its turn: about 2 ms. */
const BATCH = 500;

/** Sizes of many files, by their absolute names. In step, because 60,000 asynchronous calls take four times as long. */
export async function measureFiles(
  files: readonly string[],
): Promise<{ sizes: ReadonlyMap<string, number>; missing: string[] }> {
  const sizes = new Map<string, number>();
  const missing = new Set<string>();
  for (const [at, file] of files.entries()) {
    if (at % BATCH === BATCH - 1) await setImmediate();
    const bytes = sizeOf(file);
    if (bytes === undefined) missing.add(file);
    else sizes.set(file, bytes);
  }
  return { sizes, missing: [...missing].sort() };
}

/** `undefined` for what is no file, or cannot be looked at. */
function sizeOf(file: string): number | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
}
