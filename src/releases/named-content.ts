import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Hash for file names: 16 hex characters of the SHA-256, because some file systems ignore case. */
export function hashForFileName(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}

/** File names with a hash of the content, as builds write them: `page.0123456789abcdef.html`. */
const namedByContent = /\.([0-9a-f]{16})\.[A-Za-z0-9]+$/;

/** Whether the content of a file matches the hash in its name. True for a name without a hash of the content. */
export function hasNamedContent(file: string, content: string | Uint8Array): boolean {
  if (isNamedByInputs(file)) return true;
  const expected = namedByContent.exec(file)?.[1];
  return expected === undefined || hashForFileName(content) === expected;
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
