import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { computeShortHash } from '../build/hashing.ts';
import type { Entry } from '../server/release/release.ts';

/** Enough for about 2,000 rendered pages. A page that looks the same in several scopes is stored once. */
const BODIES_MAX_BYTES = 64 * 1024 * 1024;
/** For a page that a reader waits for: a fifth larger than in the build, in a tenth of the time. */
const BROTLI_QUALITY = 4;
/** A smaller body fits into the answer's first packet anyway. */
const WORTH_COMPRESSING_BYTES = 1_024;

const compressBrotli = promisify(brotliCompress);

/** The properties of an answer, except for its text. */
export type EntryMetadata = Pick<Entry, 'url' | 'type' | 'audience' | 'cache' | 'status' | 'isOpen'>;

/**
 * Stores bodies that were rendered for scopes, the most recently used ones, up to a limit. Each is rendered only once
 * at a time.
 */
export class BodyCache {
  readonly #cached = new Map<string, { entry: Entry; bytes: number }>();
  readonly #pending = new Map<string, Promise<Entry>>();
  #bytes = 0;

  /** `key` must cover everything that the text is made from. */
  get(key: string, metadata: EntryMetadata, make: () => string | Promise<string>): Entry | Promise<Entry> {
    const cachedBody = this.#cached.get(key);
    if (cachedBody) {
      this.#cached.delete(key);
      this.#cached.set(key, cachedBody);
      return cachedBody.entry;
    }
    const pendingEntry = this.#pending.get(key);
    if (pendingEntry) return pendingEntry;
    const rendering = this.#make(key, metadata, make).finally(() => this.#pending.delete(key));
    this.#pending.set(key, rendering);
    return rendering;
  }

  async #make(key: string, metadata: EntryMetadata, make: () => string | Promise<string>): Promise<Entry> {
    const body = copyToOwnBuffer(Buffer.from(await make()));
    const br =
      body.length < WORTH_COMPRESSING_BYTES
        ? undefined
        : copyToOwnBuffer(
            await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
          );
    const createVariant = (bytes: Buffer) => ({ file: '', bytes: bytes.length, body: bytes });
    const entry: Entry = {
      ...metadata,
      hash: computeShortHash(body),
      variants: { identity: createVariant(body), ...(br === undefined ? {} : { br: createVariant(br) }) },
    };
    const bytes = body.length + (br?.length ?? 0);
    if (bytes > BODIES_MAX_BYTES / 4) return entry;
    this.#cached.set(key, { entry, bytes });
    this.#bytes += bytes;
    for (const [oldest, oldestBody] of this.#cached) {
      if (this.#bytes <= BODIES_MAX_BYTES) break;
      this.#cached.delete(oldest);
      this.#bytes -= oldestBody.bytes;
    }
    return entry;
  }
}

/** Copies bytes out of a larger buffer, which would stay in memory with them: the compressor's buffers have 16 kB. */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
