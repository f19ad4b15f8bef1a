import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { requireRegularFile } from '../../shared/regular-file.ts';
import type { Encoding } from './accept-encoding.ts';
import { DamagedFileError } from './damaged-file.ts';
import type { Entry } from './release.ts';

/** Files that were verified, with their modification times and inode at that time. */
const verifiedStates = new Map<string, string>();
const VERIFIED_MAX = 10_000;

/**
 * Opens a file that is too large for memory as a stream. Rejects if its length is wrong. The hash is only known at the
 * end, so the last chunk is held back until then: a changed file breaks off and is never sent completely. A verified
 * file isn't hashed again until the file system shows a change.
 */
export async function openLargeBody(entry: Entry, encoding: Encoding): Promise<Readable> {
  const { file, bytes } = entry.variants[encoding] ?? entry.variants.identity;
  requireRegularFile(file);
  const handle = await open(file);
  try {
    const { size, mtimeNs, ctimeNs, ino } = await handle.stat({ bigint: true });
    if (size !== BigInt(bytes)) throw new DamagedFileError(file, `has ${size} bytes instead of ${bytes}`);
    const state = `${mtimeNs} ${ctimeNs} ${ino}`;
    const content = handle.createReadStream();
    // Only the length of compressed variants is checked: they contain text, which is rarely this large.
    if (encoding !== 'identity' || verifiedStates.get(file) === state) return content;
    const verifyingStream = createVerifyingStream(file, entry.hash, () => {
      if (verifiedStates.size >= VERIFIED_MAX) verifiedStates.clear();
      verifiedStates.set(file, state);
    });
    content.on('error', (error) => verifyingStream.destroy(error));
    verifyingStream.on('close', () => content.destroy());
    return content.pipe(verifyingStream);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function createVerifyingStream(file: string, expectedHash: string, onVerified: () => void): Transform {
  const sum = createHash('sha256');
  let lastChunk: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      const previousChunk = lastChunk;
      lastChunk = chunk;
      done(null, previousChunk);
    },
    flush(done) {
      if (sum.digest('base64url').slice(0, expectedHash.length) !== expectedHash) {
        done(new DamagedFileError(file, 'was altered'));
        return;
      }
      onVerified();
      done(null, lastChunk);
    },
  });
}
