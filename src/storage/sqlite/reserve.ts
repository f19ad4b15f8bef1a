import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StoreError } from '../store-error.ts';

/** Room for some dozens of sign-outs, whose rows SQLite writes into its log before they take the place of others. */
const RESERVE_BYTES = 256 * 1_024;
/** The reserve is made where this much would stay free beside it. */
const FREE_BESIDE_BYTES = 2 * RESERVE_BYTES;
/** With less than this, the next sign-in may be the one that fails. */
const FREE_MIN_BYTES = RESERVE_BYTES;

/**
 * A file beside the database that takes some room while there is enough, so that it can be given up when the disk is
 * full: then a session can still be ended. Every process of a site shares it.
 */
interface Reserve {
  /** Makes it, if it isn't there and the disk has room. */
  keep(): void;
  /** Gives it up. `false` when it wasn't there. */
  free(): boolean;
  /** Throws a `StoreError` when the disk has next to no room. */
  checkRoom(): void;
}

export function createReserve(databaseFile: string): Reserve {
  const file = `${databaseFile}.reserve`;
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path.dirname(path.resolve(databaseFile)));
    return bavail * bsize;
  };
  const isThere = () => statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  return {
    keep: () => {
      try {
        if (isThere() || freeBytes() < RESERVE_BYTES + FREE_BESIDE_BYTES) return;
        // Random, because a file system that compresses keeps no room for zeros.
        writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 });
      } catch {
        rmSync(file, { force: true });
      }
    },
    free: () => {
      const wasThere = isThere();
      rmSync(file, { force: true });
      return wasThere;
    },
    checkRoom: () => {
      if (freeBytes() >= FREE_MIN_BYTES) return;
      throw new StoreError('store-full', `The disk that holds ${databaseFile} is full: make room on it.`);
    },
  };
}
