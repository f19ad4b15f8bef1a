import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { shortHash } from '../build/hashing.ts';
import type { Entry } from '../server/release/release.ts';

/** Of rendered pages some 2,000; what looks alike in several scopes is kept once. */
const MADE_MAX_BYTES = 64 * 1024 * 1024;
/** A page that is made while somebody waits: a fifth larger than one of the build, in a tenth of the time. */
const BROTLI_QUALITY = 4;
/** Less than this fits into the answer's first packet anyway. */
const WORTH_COMPRESSING_BYTES = 1_024;

const compressed = promisify(brotliCompress);

/** What an answer has besides its text. */
export type Served = Pick<Entry, 'url' | 'type' | 'audience' | 'cache' | 'status' | 'isOpen'>;

/** Keeps what was made for scopes, what was asked for last, within a bound. Made once, however many ask at a time. */
export class MadeBodies {
  readonly #kept = new Map<string, { entry: Entry; bytes: number }>();
  readonly #underWay = new Map<string, Promise<Entry>>();
  #bytes = 0;

  /** `key`: says all that the text is made from. */
  get(key: string, served: Served, make: () => string | Promise<string>): Entry | Promise<Entry> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.entry;
    }
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const making = this.#make(key, served, make).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }

  async #make(key: string, served: Served, make: () => string | Promise<string>): Promise<Entry> {
    const body = ofItsOwn(Buffer.from(await make()));
    const br =
      body.length < WORTH_COMPRESSING_BYTES
        ? undefined
        : ofItsOwn(await compressed(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }));
    const variant = (bytes: Buffer) => ({ file: '', bytes: bytes.length, body: bytes });
    const entry: Entry = {
      ...served,
      hash: shortHash(body),
      variants: { identity: variant(body), ...(br === undefined ? {} : { br: variant(br) }) },
    };
    const bytes = body.length + (br?.length ?? 0);
    if (bytes > MADE_MAX_BYTES / 4) return entry;
    this.#kept.set(key, { entry, bytes });
    this.#bytes += bytes;
    for (const [oldest, held] of this.#kept) {
      if (this.#bytes <= MADE_MAX_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= held.bytes;
    }
    return entry;
  }
}

/** Not a piece of a larger one that is held with it: the compressor's are of 16 kB, whatever is in them. */
function ofItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
