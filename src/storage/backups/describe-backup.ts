import type { Backup } from './backup-files.ts';

const MINUTE = 60_000;

/** Its name, age and size; that it has its name says that it was restored once. */
export function describeBackup({ file, madeAt, bytes }: Backup, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - madeAt) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const age = hours >= 48 ? `${Math.floor(hours / 24)} days` : hours > 0 ? `${hours} h` : `${minutes} min`;
  return `${file} is ${age} old, has ${(bytes / 1_000_000).toFixed(1)} MB, and was restored once to see that it can be.`;
}
