import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import type { Encoding } from './accept-encoding.ts';
import { DamagedFileError } from './damaged-file.ts';
import type { Entry } from './release.ts';

/** By file: what the file system said of it when it was last read as a whole and was right. */
const verified = new Map<string, string>();
const VERIFIED_MAX = 10_000;

/**
 * A file that is too large for memory, as a stream. Rejects where its length is wrong. Its hash is only known at the end,
 * so the last piece waits for it: an altered file breaks off and is never sent whole. A file that was right is not hashed
 * again while the file system shows no change.
 */
export async function openLargeBody(entry: Entry, encoding: Encoding): Promise<Readable> {
  const { file, bytes } = entry.variants[encoding] ?? entry.variants.identity;
  const handle = await open(file);
  try {
    const { size, mtimeNs, ctimeNs, ino } = await handle.stat({ bigint: true });
    if (size !== BigInt(bytes)) throw new DamagedFileError(file, `has ${size} bytes instead of ${bytes}`);
    const state = `${mtimeNs} ${ctimeNs} ${ino}`;
    const content = handle.createReadStream();
    // Compressed variants are made of text, which is hardly ever so large; their length is checked.
    if (encoding !== 'identity' || verified.get(file) === state) return content;
    const checked = holdingBackTheEnd(file, entry.hash, () => {
      if (verified.size >= VERIFIED_MAX) verified.clear();
      verified.set(file, state);
    });
    content.on('error', (error) => checked.destroy(error));
    checked.on('close', () => content.destroy());
    return content.pipe(checked);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function holdingBackTheEnd(file: string, expectedHash: string, whenRight: () => void): Transform {
  const sum = createHash('sha256');
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      if (sum.digest('base64url').slice(0, expectedHash.length) !== expectedHash) {
        done(new DamagedFileError(file, 'was altered'));
        return;
      }
      whenRight();
      done(null, held);
    },
  });
}
