import type { Problem } from '../shared/problem.ts';
import { sqliteCode } from '../shared/sqlite-code.ts';

/** What the operating system says when a file cannot be written, and what to do about it. */
const reasons: Record<string, string> = {
  ENOSPC: 'No space is left on the disk',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'A file would become larger than this process may write',
  EROFS: 'The disk is read-only',
  EACCES: 'Writing is not permitted',
  EPERM: 'Writing is not permitted',
};

/** Primary result codes of sqlite3.h with which the cache says the same. */
const sqliteReasons: Record<number, string> = {
  8: 'The build cache cannot be written',
  10: 'The build cache cannot be read or written',
  13: 'No space is left on the disk',
  14: 'The build cache cannot be opened',
};

/** A full or locked disk as a problem to mend; undefined for any other error. */
export function diskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = reasonOf(error);
  if (reason === undefined) return undefined;
  const file = 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
  const message = `${reason}${file}. Nothing was published: what was served before still is.`;
  return { code: 'disk', severity: 'error', message };
}

function reasonOf(error: Error): string | undefined {
  const code = sqliteCode(error);
  if (code !== undefined) return sqliteReasons[code];
  return 'code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined;
}
