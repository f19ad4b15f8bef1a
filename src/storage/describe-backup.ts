import type { Backup } from './backup-files.ts';

const MINUTE = 60_000;

/** The path, age and size of a backup, for a sentence in `language`. */
export function describeBackupParts(
  { file, madeAt, bytes }: Backup,
  { now = Date.now(), language = 'en' }: { now?: number; language?: string } = {},
): { file: string; size: string; age: string } {
  const minutes = Math.max(0, Math.floor((now - madeAt) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const age = hours >= 48 ? `${Math.floor(hours / 24)} d` : hours > 0 ? `${hours} h` : `${minutes} min`;
  return { file, size: `${formatMegabytes(bytes, language)} MB`, age };
}

function formatMegabytes(bytes: number, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (bytes / 1_000_000).toLocaleString(language, digits);
}

/** Describes a backup by its path, age and size. Every named backup has passed a test restore. */
export function describeBackup(backup: Backup, now = Date.now()): string {
  const { file, size, age } = describeBackupParts(backup, { now });
  return `${file} (${size}) is ${age} old. A test restore succeeded.`;
}
