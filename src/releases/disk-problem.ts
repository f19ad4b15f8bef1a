import type { Problem } from '../shared/problem.ts';
import { readSqliteCode } from '../shared/sqlite-code.ts';

/** Error codes of the operating system for files that can't be written. */
const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'A file exceeds the size limit of this process',
  EROFS: 'The disk is read-only',
  EACCES: "Writing isn't permitted",
  EPERM: "Writing isn't permitted",
};

/** Primary result codes of sqlite3.h, for failures of the build cache. */
const sqliteReasons: Record<number, string> = {
  8: "The build cache isn't writable",
  10: "The build cache isn't readable or writable",
  13: 'The disk is full',
  14: "Can't open the build cache",
};

/** Describes a full or read-only disk as a problem to fix. Returns `undefined` for any other error. */
export function toDiskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = findReason(error);
  if (reason === undefined) return undefined;
  const file = 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
  const message = `${reason}${file}. Nothing was published; the previous release is still live.`;
  return { code: 'disk', severity: 'error', message };
}

function findReason(error: Error): string | undefined {
  const code = readSqliteCode(error);
  if (code !== undefined) return sqliteReasons[code];
  return 'code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined;
}
