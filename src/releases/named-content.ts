import { createHash, type Hash, hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isFile, refuseIrregular, requireRegularFile } from '../shared/regular-file.ts';

/** Hexadecimal characters of a SHA-256 in file names. Base64 would need capitals, which some file systems ignore. */
const HASH_CHARACTERS = 16;
/** Search indexes have hundreds of megabytes, so files are hashed in parts of this size. */
const CHUNK_BYTES = 256 << 10;

/** Hash for file names: 16 hex characters of the SHA-256. */
export function hashForFileName(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, HASH_CHARACTERS);
}

/** Like `hashForFileName`, for a file of any size. Throws like `readRegularFileSync`. */
export function hashFileForName(file: string): string {
  requireRegularFile(file);
  const sha256 = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      if (bytes === 0) break;
      sha256.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
  return finishHash(sha256);
}

function finishHash(sha256: Hash): string {
  return sha256.digest('hex').slice(0, HASH_CHARACTERS);
}

/** File names with a hash of the content, as builds write them: `page.0123456789abcdef.html`. */
const namedByContent = /\.([0-9a-f]{16})\.[A-Za-z0-9]+$/;

/** Whether the content of a file matches the hash in its name. True for a name without a hash of the content. */
export function hasNamedContent(file: string, content: string | Uint8Array): boolean {
  const expectedHash = findHashInName(file);
  return expectedHash === undefined || hashForFileName(content) === expectedHash;
}

/** Like `hasNamedContent`, for the content that the file has. False if there is no file, or it can't be read. */
export function isNamedFileIntact(file: string): boolean {
  const expectedHash = findHashInName(file);
  try {
    return expectedHash === undefined ? isFile(file) : hashFileForName(file) === expectedHash;
  } catch {
    return false;
  }
}

/** Like `hasNamedContent`, for a file of any size, between other work. Rejects like `readRegularFile`. */
export async function checkNamedFile(file: string): Promise<boolean> {
  const expectedHash = findHashInName(file);
  refuseIrregular(file, await stat(file));
  if (expectedHash === undefined) return true;
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) sha256.update(chunk);
  return finishHash(sha256) === expectedHash;
}

/** The hash of the content in a file name. Undefined for a name that has none. */
function findHashInName(file: string): string | undefined {
  return isNamedByInputs(file) ? undefined : namedByContent.exec(file)?.[1];
}

/** Names of compressed files, with the hash of their uncompressed content: `page.0123456789abcdef.html.br`. */
const namedByPlainContent = /\.([0-9a-f]{16})\.[A-Za-z0-9]+\.(br|gz)$/;
/**
 * Search indexes of earlier versions: `data/search.0123456789abcdef.db`. The hash is that of the pages that the index was
 * made from, so it doesn't say what is in the file. Newer indexes have a second hash, of their bytes.
 */
const isNamedByInputs = (file: string) => /(?:^|\/)data\/search\.[0-9a-f]{16}\.db$/.test(file);
/** Text of a release is smaller. */
const PLAIN_MAX_BYTES = 64 << 20;

/** How the name of a file of a release depends on its content. Undefined for names that builds never create. */
export function classifyFileName(file: string): 'content' | 'plain-content' | 'inputs' | undefined {
  if (isNamedByInputs(file)) return 'inputs';
  if (namedByPlainContent.test(file)) return 'plain-content';
  return namedByContent.test(file) ? 'content' : undefined;
}

/** Whether a file with this content, given by its hash as in the manifest, may have this name. */
export function hasNameOfHash(file: string, contentHash: string): boolean {
  const expected = namedByContent.exec(file)?.[1];
  // Both are the beginning of the same SHA-256.
  return expected !== undefined && Buffer.from(contentHash, 'base64url').toString('hex').startsWith(expected);
}

/** Whether a compressed file contains what its name says. */
export function hasNamedPlainContent(file: string, content: Uint8Array): boolean {
  const [, expected, encoding] = namedByPlainContent.exec(file) ?? [];
  const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  try {
    return hashForFileName(decompress(content, { maxOutputLength: PLAIN_MAX_BYTES })) === expected;
  } catch {
    return false;
  }
}
