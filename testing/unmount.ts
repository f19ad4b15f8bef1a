import { spawnSync } from 'node:child_process';

/**
 * Unmounts a folder. Lazily, because a server may still have a file of it open for a moment. Without that option the
 * folder would stay mounted then, and the run couldn't delete what it wrote.
 */
export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
