// Primary result codes: https://www.sqlite.org/rescode.html
export const SQLITE_BUSY = 5;

/** The primary result code of an SQLite error. Undefined for any other error. */
export function readSqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}
