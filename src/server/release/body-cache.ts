import { readRegularFile } from '../../shared/regular-file.ts';

/** About 40,000 compressed pages of usual size (decisions/answers-in-memory.md). */
const BODY_CACHE_MAX_BYTES = 256 * 1024 * 1024;

/** Larger files are streamed from disk and not cached. */
export const CACHED_BODY_MAX_BYTES = 8 * 1024 * 1024;

export interface BodyCache {
  /**
   * Returns the file's bytes, or a promise if they aren't in memory. Rejects if the file can't be read or `verify`
   * rejects. Such bytes aren't cached, so that a repaired file is read again.
   */
  read(file: string, verify: Verify): Buffer | Promise<Buffer>;
  /** Returns the file's bytes if they are in memory. */
  find(file: string): Buffer | undefined;
  /** Number of bytes in the cache. */
  readonly cachedBytes: number;
}

/** Rejects if the bytes aren't those that the build wrote. */
type Verify = (body: Buffer) => Promise<void>;

/**
 * Creates a cache of file contents, up to `maxBytes`, that drops the least recently used files first. Files must never
 * change under their name. Concurrent requests for the same file share one read.
 */
export function createBodyCache({ maxBytes = BODY_CACHE_MAX_BYTES }: { maxBytes?: number } = {}): BodyCache {
  /** The least recently used file comes first: a Map keeps the order in which keys were added. */
  const cachedBodies = new Map<string, Buffer>();
  const pendingReads = new Map<string, Promise<Buffer>>();
  let cachedBytes = 0;

  async function load(file: string, verify: Verify): Promise<Buffer> {
    try {
      const body = await readRegularFile(file);
      await verify(body);
      cacheBody(file, body);
      return body;
    } finally {
      pendingReads.delete(file);
    }
  }

  function cacheBody(file: string, body: Buffer): void {
    if (body.length > maxBytes) return;
    cachedBodies.set(file, body);
    cachedBytes += body.length;
    for (const [oldest, bytes] of cachedBodies) {
      if (cachedBytes <= maxBytes) break;
      cachedBodies.delete(oldest);
      cachedBytes -= bytes.length;
    }
  }

  function find(file: string): Buffer | undefined {
    const body = cachedBodies.get(file);
    if (body === undefined) return undefined;
    cachedBodies.delete(file);
    cachedBodies.set(file, body);
    return body;
  }

  return {
    find,
    read(file: string, verify: Verify): Buffer | Promise<Buffer> {
      const body = find(file);
      if (body) return body;
      const bodyPromise = pendingReads.get(file) ?? load(file, verify);
      pendingReads.set(file, bodyPromise);
      return bodyPromise;
    },
    get cachedBytes(): number {
      return cachedBytes;
    },
  };
}
