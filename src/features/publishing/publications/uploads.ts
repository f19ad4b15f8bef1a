import { rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { UPLOADS_FOLDER } from '../../../releases/dist-folder.ts';
import { HOUR_MS } from '../../../shared/duration.ts';
import { listFolder, readTextIfPresent } from '../../../shared/if-present.ts';

/** Maximum number of uploads at a time. An upload without progress for a day is removed. */
const STAGED_MAX = 4;
const FORGOTTEN_MS = 24 * HOUR_MS;
/** If another upload needs its place, ten minutes without progress are enough: a client sends every few seconds. */
const GIVEN_UP_MS = HOUR_MS / 6;

/** File beside the parts of an upload, with the id of the deploy token that started it. */
export const PUBLISHER_FILE = 'publisher';

/**
 * Whether another upload may start. If there are too many, it replaces the same token's upload that has been idle the
 * longest (a CI job that failed and runs again), or else any upload that was abandoned.
 */
export function admitUpload(distDir: string, id: string, publisherId: string): boolean {
  const uploads = path.join(distDir, UPLOADS_FOLDER);
  removeAbandonedUploads(distDir);
  const otherUploads = listFolder(uploads).filter((name) => name !== id);
  if (otherUploads.length < STAGED_MAX) return true;
  const byIdleTime = otherUploads
    .map((name) => ({
      name,
      idle: measureIdleMs(path.join(uploads, name)),
      isOfSameToken: readTextIfPresent(path.join(uploads, name, PUBLISHER_FILE)) === publisherId,
    }))
    .sort((a, b) => b.idle - a.idle);
  const superseded =
    byIdleTime.find(({ isOfSameToken }) => isOfSameToken) ??
    byIdleTime.find(({ idle }) => idle >= GIVEN_UP_MS);
  if (!superseded) return false;
  rmSync(path.join(uploads, superseded.name), { recursive: true, force: true });
  return true;
}

/** Whether the disk has space for the missing bytes, and 100 MiB to spare. */
export async function hasSpaceFor(distDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(distDir);
  return bavail * bsize > bytes + SPARED_BYTES;
}
const SPARED_BYTES = 100 << 20;

/** Removes uploads without progress for a day. */
export function removeAbandonedUploads(distDir: string): void {
  const uploads = path.join(distDir, UPLOADS_FOLDER);
  for (const name of listFolder(uploads))
    if (measureIdleMs(path.join(uploads, name)) > FORGOTTEN_MS)
      rmSync(path.join(uploads, name), { recursive: true, force: true });
}

/** Time since the last write to the folder. Uses the absolute difference, because the clock may have been changed. */
function measureIdleMs(folder: string): number {
  const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return changedAt === undefined ? 0 : Math.abs(Date.now() - changedAt);
}
