import { type BigIntStats, readFileSync, statSync } from 'node:fs';
import { shortHash } from '../hashing.ts';

/** Instead of a hash: there is no such file. */
export const ABSENT = '-';

interface SeenFile {
  hash: string;
  stats: BigIntStats;
}

/**
 * What this process has read. Its builds look at a thousand modules each, and few of them change while it runs. The
 * time of the last change to a file's entry cannot be set by a program, unlike the date of its content.
 */
const seen = new Map<string, SeenFile>();
const SEEN_MAX = 20_000;
/** What is written twice within one tick of the file system's clock has the same time. */
const SETTLED_MS = 1_000;

/** Hash of a file's bytes, and the bytes where they had to be read for it. */
export function lookAtFile(file: string): { hash: string; bytes?: Uint8Array } {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (!stats?.isFile()) return { hash: ABSENT };
    const known = seen.get(file);
    if (known && isSame(known.stats, stats)) return { hash: known.hash };
    const bytes = readFileSync(file);
    const hash = shortHash(bytes);
    if (seen.size >= SEEN_MAX) seen.clear();
    if (Date.now() - Number(stats.ctimeMs) > SETTLED_MS) seen.set(file, { hash, stats });
    return { hash, bytes };
  } catch {
    return { hash: ABSENT };
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ctimeNs === other.ctimeNs && one.size === other.size && one.ino === other.ino;
}
