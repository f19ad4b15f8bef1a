import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StoreError } from '../store-error.ts';

export const RESERVE_SUFFIX = '.reserve';
/** Enough for dozens of sign-outs: SQLite writes their rows to its log before it overwrites others. */
const RESERVE_BYTES = 256 * 1_024;
/** The reserve is created only if this much stays free beside it. */
const FREE_BESIDE_BYTES = 2 * RESERVE_BYTES;
/** Free space that a sign-in may need. With less, the next one may fail. */
const FREE_MIN_BYTES = RESERVE_BYTES;

/**
 * A file beside the database that occupies some disk space. When the disk is full, the file is deleted, so that
 * sessions can still be revoked. All processes of a site share it.
 */
interface Reserve {
  /** Creates the file if it is missing and the disk has enough space. */
  ensure(): void;
  /** Deletes the file. Returns `false` if it didn't exist. */
  freeSpace(): boolean;
  /** Throws a `StoreError` if the disk is almost full. */
  checkRoom(): void;
}

export function createReserve(databaseFile: string): Reserve {
  const file = databaseFile + RESERVE_SUFFIX;
  const readFreeBytes = () => {
    const { bavail, bsize } = statfsSync(path.dirname(path.resolve(databaseFile)));
    return bavail * bsize;
  };
  const isThere = () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size === RESERVE_BYTES;
  };
  const remove = () => {
    try {
      rmSync(file, { force: true });
    } catch {
      // A folder has this name. The server works without a reserve.
    }
  };
  return {
    ensure: () => {
      try {
        if (isThere() || readFreeBytes() < RESERVE_BYTES + FREE_BESIDE_BYTES) return;
        // Random bytes, because a compressing file system would store zeros in no space.
        // Removed first, because writing to a pipe would wait for its reader.
        remove();
        writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 });
      } catch {
        remove();
      }
    },
    freeSpace: () => {
      const wasThere = isThere();
      remove();
      return wasThere;
    },
    checkRoom: () => {
      if (readFreeBytes() >= FREE_MIN_BYTES) return;
      throw new StoreError(
        'store-full',
        `The disk with ${path.dirname(databaseFile)} is full. Free some space.`,
      );
    },
  };
}
