import { readFile } from 'node:fs/promises';

/** Of compressed pages of usual size, some 40,000 (decisions/answers-in-memory.md). */
const BODY_CACHE_MAX_BYTES = 256 * 1024 * 1024;

/** Larger files are read while they are sent, and not kept. */
export const CACHED_BODY_MAX_BYTES = 8 * 1024 * 1024;

export interface BodyCache {
  /**
   * The file's bytes: at once when they are in memory. Rejects when the file can't be read, or isn't what `verify`
   * wants; such bytes are not kept, so that a repaired file is read again.
   */
  read(file: string, verify: Verify): Buffer | Promise<Buffer>;
  /** Bytes held now. */
  readonly heldBytes: number;
}

/** Rejects for bytes that aren't those of the file. */
type Verify = (body: Buffer) => Promise<void>;

/**
 * Keeps the bytes of files that were asked for, those asked for last, up to `maxBytes`. Made for files that
 * never change under their name. A file that many ask for at once is read once.
 */
export function createBodyCache({ maxBytes = BODY_CACHE_MAX_BYTES }: { maxBytes?: number } = {}): BodyCache {
  /** In the order of use: a Map keeps the order in which keys were added. */
  const held = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let heldBytes = 0;

  async function load(file: string, verify: Verify): Promise<Buffer> {
    try {
      const body = await readFile(file);
      await verify(body);
      keep(file, body);
      return body;
    } finally {
      underWay.delete(file);
    }
  }

  function keep(file: string, body: Buffer): void {
    if (body.length > maxBytes) return;
    held.set(file, body);
    heldBytes += body.length;
    for (const [oldest, bytes] of held) {
      if (heldBytes <= maxBytes) break;
      held.delete(oldest);
      heldBytes -= bytes.length;
    }
  }

  return {
    read(file: string, verify: Verify): Buffer | Promise<Buffer> {
      const body = held.get(file);
      if (body) {
        held.delete(file);
        held.set(file, body);
        return body;
      }
      const loading = underWay.get(file) ?? load(file, verify);
      underWay.set(file, loading);
      return loading;
    },
    get heldBytes(): number {
      return heldBytes;
    },
  };
}
