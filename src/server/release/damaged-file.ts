import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { hashContent } from '../../releases/content-hash.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import type { Encoding } from './accept-encoding.ts';
import type { Entry, Variant } from './release.ts';

/** A file of the served release no longer has the content that the build wrote. Readers get 503 until it's repaired. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';
  constructor(file: string, reason: string) {
    super(`${file} ${reason}. Publish again, or delete the file and build again, or roll back.`);
  }
}

/** Throws if the bytes read from this variant's file aren't those that the build wrote. */
export async function verifyBody(entry: Entry, encoding: Encoding, body: Buffer): Promise<void> {
  const { file, bytes } = entry.variants[encoding] ?? entry.variants.identity;
  if (body.length !== bytes) throw new DamagedFileError(file, `has ${body.length} bytes instead of ${bytes}`);
  const plainBody = await decodeBody(file, encoding, body, entry.variants.identity.bytes);
  if (hashContent(plainBody) !== entry.hash) throw new DamagedFileError(file, 'was altered');
}

/** The manifest has the hash of the uncompressed bytes only, so compressed variants are decompressed to check them. */
async function decodeBody(
  file: string,
  encoding: Encoding,
  body: Buffer,
  plainBytes: number,
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const decompress = encoding === 'br' ? promisify(brotliDecompress) : promisify(gunzip);
  try {
    return await decompress(body, { maxOutputLength: Math.max(plainBytes, 1) });
  } catch {
    throw new DamagedFileError(file, 'was altered');
  }
}

/** Reads the text of an entry, uncompressed and verified. */
export async function readEntryText(entry: Entry): Promise<string> {
  const { file, body }: Variant = entry.variants.identity;
  if (body) return body.toString();
  const content = await readRegularFile(file);
  await verifyBody(entry, 'identity', content);
  return content.toString();
}
