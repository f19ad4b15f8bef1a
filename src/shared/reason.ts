import { isRecord } from './json.ts';

/** The message of an error, or the text of any other value that was thrown. */
export function describeReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What Node's codes for failed file operations mean. */
const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOENT: "it doesn't exist",
  ENOTDIR: 'part of its path is not a folder',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
};

/**
 * Why a file or folder that the sentence names already can't be read or written: `it doesn't exist` instead of
 * `ENOENT: no such file or directory, open '/docs/people.csv'`.
 */
export function describeFileReason(error: unknown): string {
  const { code }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  return (typeof code === 'string' ? fileReasons[code] : undefined) ?? describeReason(error);
}
