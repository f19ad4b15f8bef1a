import { getSystemErrorName } from 'node:util';
import { isRecord } from './json.ts';

/**
 * Why something failed, in words that fit into a sentence: `/docs/people.csv doesn't exist` for an error of the
 * operating system, else the message of the error, or the text of any other value that was thrown.
 */
export function describeReason(error: unknown): string {
  try {
    if (error === undefined || error === null) return `it threw ${error}`;
    if (error instanceof RangeError && error.message === 'Maximum call stack size exceeded')
      return 'something contains or calls itself without end';
    // A host name with several addresses fails with one error for each. The first is as good as the others.
    const [first] = error instanceof AggregateError ? error.errors : [];
    return (
      describeSystemError(first ?? error) ?? (error instanceof Error ? String(error.message) : String(error))
    );
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = "its error can't be read";

/**
 * Returns what was thrown, or another error if it can't be read: code of a site can throw any value, even an error whose
 * `message` throws in turn.
 */
export function toReadableError(thrown: unknown): unknown {
  try {
    const texts: unknown[] =
      thrown instanceof Error ? [thrown.message, thrown.stack ?? ''] : [String(thrown)];
    if (texts.every((text) => typeof text === 'string')) return thrown;
  } catch {
    // An error whose texts fail is replaced like one whose texts are something else.
  }
  return new Error(UNREADABLE);
}

/** What Node's codes for failed file operations mean, about `it`: the file or folder. */
const fileReasons: Readonly<Record<string, (it: string) => string>> = {
  EACCES: (it) => `access${writeOfFile(it)} is denied`,
  EBUSY: (it) => `another program is using ${it}`,
  EDQUOT: () => 'the disk quota is used up',
  EEXIST: (it) => `${it} already exists`,
  EISDIR: (it) => `${it} is a folder`,
  ELOOP: (it) => `${it} has too many symbolic links in its path`,
  EMFILE: () => 'too many files are open',
  ENAMETOOLONG: (it) => `the name of ${it} is too long`,
  ENFILE: () => 'too many files are open',
  ENOENT: (it) => `${it} doesn't exist`,
  ENOSPC: () => 'the disk is full',
  ENOTDIR: (it) => (it === IT ? "part of its path isn't a folder" : `part of the path ${it} isn't a folder`),
  ENOTEMPTY: (it) => `${it} isn't empty`,
  EPERM: (it) => `access${writeOfFile(it)} is denied`,
  EROFS: () => 'the disk is read-only',
  ETXTBSY: (it) => `another program is using ${it}`,
};

/** How a sentence refers to a file that it has named before. */
const IT = 'it';
const writeOfFile = (it: string) => (it === IT ? '' : ` to ${it}`);

/** What Node's codes for failed connections mean, about the host or address. */
const networkReasons: Readonly<Record<string, (host: string) => string>> = {
  EADDRINUSE: () => 'another program is using the port',
  EADDRNOTAVAIL: (host) => `${host} isn't an address of this machine`,
  EAI_AGAIN: (host) => `the name ${host} can't be resolved at the moment`,
  EAI_NONAME: (host) => `the name ${host} can't be resolved`,
  ECONNABORTED: () => 'the connection was closed',
  ECONNREFUSED: () => 'the connection was refused',
  ECONNRESET: () => 'the connection was closed',
  EHOSTUNREACH: (host) => `${host} can't be reached from this machine`,
  ENETUNREACH: (host) => `${host} can't be reached from this machine`,
  ENOTFOUND: (host) => `the name ${host} can't be resolved`,
  EPIPE: () => 'the connection was closed',
  ETIMEDOUT: () => 'no answer came in time',
};

/** Describes an error of the operating system. Returns undefined for any other error. */
function describeSystemError(error: unknown): string | undefined {
  const facts: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  if (typeof facts.syscall !== 'string') return undefined;
  const { code, path: file, address, hostname } = facts;
  // Libraries replace the code by their own, as with ESOCKET. The number stays.
  const names = [code, typeof facts.errno === 'number' ? getSystemErrorName(facts.errno) : undefined];
  const name = names.find(
    (candidate) => typeof candidate === 'string' && (candidate in fileReasons || candidate in networkReasons),
  );
  if (typeof name !== 'string') return undefined;
  if (name in networkReasons) {
    const target = typeof hostname === 'string' ? hostname : address;
    return networkReasons[name]?.(typeof target === 'string' ? target : 'the server');
  }
  return fileReasons[name]?.(typeof file === 'string' ? file : IT);
}

/**
 * Why a file or folder that the sentence names already can't be read or written: `it doesn't exist` instead of
 * `ENOENT: no such file or directory, open '/docs/people.csv'`.
 */
export function describeFileReason(error: unknown): string {
  const { code }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  return (typeof code === 'string' ? fileReasons[code]?.(IT) : undefined) ?? describeReason(error);
}
