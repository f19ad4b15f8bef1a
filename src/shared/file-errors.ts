import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from './json.ts';
import { describeFileReason } from './reason.ts';

/** Verbs for the operations of the file system, by the name that Node gives them. */
const operations: Readonly<Record<string, string>> = {
  copyfile: 'copy',
  mkdir: 'create',
  mkdtemp: 'create',
  open: 'open',
  read: 'read',
  rename: 'rename',
  scandir: 'read',
  stat: 'read',
  unlink: 'delete',
  write: 'write to',
};

/** Codes of errors that a path, its permissions or a full disk cause. */
const causes = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/**
 * A sentence about an error of the file system that a user can fix: `Can't open /nope/a.pdf: its folder doesn't exist.`
 * Undefined for all other errors.
 */
export function describeFileError(error: unknown): string | undefined {
  const { code, syscall, path: file }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  if (typeof code !== 'string' || !causes.has(code) || typeof syscall !== 'string') return undefined;
  if (typeof file !== 'string') return undefined;
  if (syscall === 'mkdir' && code === 'EEXIST')
    return `Can't create the folder ${file}: a file has this name.`;
  return `Can't ${operations[syscall] ?? 'use'} ${file}: ${describeWriteReason(error)}.`;
}

/** Why a file that the sentence names already can't be written: its folder may be missing, or it is a folder itself. */
export function describeWriteReason(error: unknown): string {
  const { code, path: file }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  if (typeof file === 'string') {
    if (code === 'ENOENT' && !existsSync(path.dirname(file))) return "its folder doesn't exist";
    if (code === 'EEXIST' && statSync(file, { throwIfNoEntry: false })?.isDirectory())
      return 'it is a folder';
  }
  return describeFileReason(error);
}

/** Whether there is no such file. Throws for a folder that this user may not read, where `existsSync` says no. */
export function isMissing(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) === undefined;
}
