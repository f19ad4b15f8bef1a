import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/**
 * The path has a pipe, a device or a socket. Opening a pipe waits until someone writes to it, which may be never, and
 * reading a device such as `/dev/zero` may never end. The message has no final period.
 */
class IrregularFileError extends Error {
  override name = 'IrregularFileError';
}

/** Reads a file. Throws an `IrregularFileError` for a pipe, a device or a socket, and like `readFileSync` otherwise. */
export function readRegularFileSync(file: string): Buffer {
  requireRegularFile(file);
  return readFileSync(file);
}

/** Like `readRegularFileSync`. A read of a pipe that never ends would also take one of the few threads for reading. */
export async function readRegularFile(file: string): Promise<Buffer> {
  refuseIrregular(file, await stat(file));
  return readFile(file);
}

/** Throws an `IrregularFileError` for a pipe, a device or a socket. Throws like `statSync` if there is nothing. */
export function requireRegularFile(file: string): void {
  refuseIrregular(file, statSync(file));
}

/** Whether a path leads to a file. False also where the path can't be followed. */
export function isFile(file: string): boolean {
  return readStats(file)?.isFile() === true;
}

/** Names what is at a path if it can't be read like a file: "a pipe". Undefined for files and folders. */
export function describeIrregularFile(file: string): string | undefined {
  const stats = readStats(file);
  return stats && describeIrregular(stats);
}

/** Like `describeIrregularFile`, but a folder is "a folder". */
export function describeOtherThanFile(file: string): string | undefined {
  const stats = readStats(file);
  return stats?.isDirectory() ? 'a folder' : stats && describeIrregular(stats);
}

/**
 * Returns undefined if there is no such file, or the path can't be followed, such as a link to itself. Reading the file
 * says why.
 */
function readStats(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** Throws an `IrregularFileError` if the file with this status is a pipe, a device or a socket. */
export function refuseIrregular(file: string, stats: Stats): void {
  const kind = describeIrregular(stats);
  if (kind !== undefined) throw new IrregularFileError(`${file} is ${kind}, not a file`);
}

/** Describes a file that isn't a regular one. Returns undefined for folders, because reading one fails at once. */
export function describeIrregular(
  stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket'>,
): string | undefined {
  if (stats.isFile() || stats.isDirectory()) return undefined;
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
