import { type BigIntStats, readFileSync, statSync } from 'node:fs';
import { computeShortHash } from '../hashing.ts';

/** Instead of a hash, for a file that doesn't exist. */
export const ABSENT = '-';

interface SeenFile {
  hash: string;
  stats: BigIntStats;
}

/**
 * Files that this process has read. Each of its builds checks a thousand modules, and few of them change meanwhile.
 * They are compared by ctime, which programs can't set, unlike mtime.
 */
const seenFiles = new Map<string, SeenFile>();
const SEEN_MAX = 20_000;
/** Two writes within one tick of the file system's clock have the same time, so recent changes aren't trusted. */
const SETTLED_MS = 1_000;

/** Hash of a file's bytes, and the bytes themselves if they had to be read. */
export function fingerprintFile(file: string): { hash: string; bytes?: Uint8Array } {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (!stats?.isFile()) return { hash: ABSENT };
    const earlierFile = seenFiles.get(file);
    if (earlierFile && hasSameStats(earlierFile.stats, stats)) return { hash: earlierFile.hash };
    const bytes = readFileSync(file);
    const hash = computeShortHash(bytes);
    if (seenFiles.size >= SEEN_MAX) seenFiles.clear();
    if (Date.now() - Number(stats.ctimeMs) > SETTLED_MS) seenFiles.set(file, { hash, stats });
    return { hash, bytes };
  } catch {
    return { hash: ABSENT };
  }
}

function hasSameStats(one: BigIntStats, other: BigIntStats): boolean {
  return one.ctimeNs === other.ctimeNs && one.size === other.size && one.ino === other.ino;
}
