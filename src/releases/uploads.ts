import { rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '../shared/duration.ts';
import { namesIn, textIfPresent } from '../shared/if-present.ts';
import { UPLOADS_FOLDER } from './dist-folder.ts';

/** So many publications are on their way at a time; one that nobody goes on with is forgotten. */
const STAGED_MAX = 4;
const FORGOTTEN_MS = 24 * HOUR_MS;
/** And so soon where another one needs its turn: whoever sends, sends something every few seconds. */
const GIVEN_UP_MS = HOUR_MS / 6;

/** Whose upload it is: a file beside its parts, with the id of the deploy token. */
export const PUBLISHER_FILE = 'publisher';

/**
 * Whether one more may begin. Where there are too many, it takes the place of the same token's that was idle for longest
 * (CI that failed and commits on), else of anybody's that was given up.
 */
export function admitUpload(distDir: string, id: string, publisherId: string): boolean {
  const uploads = path.join(distDir, UPLOADS_FOLDER);
  forgetAbandoned(distDir);
  const others = namesIn(uploads).filter((name) => name !== id);
  if (others.length < STAGED_MAX) return true;
  const byIdleTime = others
    .map((name) => ({
      name,
      idle: idleMs(path.join(uploads, name)),
      isOfSameToken: textIfPresent(path.join(uploads, name, PUBLISHER_FILE)) === publisherId,
    }))
    .sort((a, b) => b.idle - a.idle);
  const superseded =
    byIdleTime.find(({ isOfSameToken }) => isOfSameToken) ??
    byIdleTime.find(({ idle }) => idle >= GIVEN_UP_MS);
  if (!superseded) return false;
  rmSync(path.join(uploads, superseded.name), { recursive: true, force: true });
  return true;
}

/** Whether the disk has space for what is missing, with a tenth of a gigabyte to spare for everybody else. */
export async function hasSpaceFor(distDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(distDir);
  return bavail * bsize > bytes + SPARED_BYTES;
}
const SPARED_BYTES = 100 << 20;

/** Removes what nobody has gone on with for a day. */
export function forgetAbandoned(distDir: string): void {
  const uploads = path.join(distDir, UPLOADS_FOLDER);
  for (const name of namesIn(uploads))
    if (idleMs(path.join(uploads, name)) > FORGOTTEN_MS)
      rmSync(path.join(uploads, name), { recursive: true, force: true });
}

/** Since something was written there; by whatever a clock that was set since then is wrong. */
function idleMs(folder: string): number {
  const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? 0 : Math.abs(Date.now() - changed);
}
