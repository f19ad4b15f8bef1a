import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { compressOnce } from '../cache/compressed-assets.ts';

/** Compressed variants of a content. A variant that isn't smaller than the content is left out. */
export interface Variants {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

/**
 * Pages are compressed with brotli 5: the result is a tenth larger than with 11, but takes a sixtieth of the time, and
 * an edit may change thousands of pages. Assets are compressed once and fetched by all readers. See
 * decisions/compression.md.
 */
const PAGE = { brotli: 5, gzip: 6 };
const ASSET = { brotli: 11, gzip: 9 };

/** With so few bytes, most of an answer is its headers. */
const WORTH_BYTES = 500;
/** A variant that saves less than 5 % isn't worth a file. */
const WORTH_RATIO = 0.95;

const isWorthTrying = (content: Uint8Array) => content.byteLength >= WORTH_BYTES;

export function compressPage(content: Uint8Array): Variants {
  if (!isWorthTrying(content)) return {};
  const br = brotliCompressSync(content, chooseBrotliOptions(content, PAGE.brotli));
  return selectVariants(content, br, gzipSync(content, { level: PAGE.gzip }));
}

/**
 * Compresses in Node's own threads, which takes seconds. Results are cached by content, because most files of the shell
 * are the same in all languages, in all dist folders and after an edit.
 */
export async function compressAsset(content: Uint8Array, cacheDir: string): Promise<Variants> {
  if (!isWorthTrying(content)) return {};
  const [br, gz] = await Promise.all([
    compressOnce(cacheDir, content, `${ASSET.brotli}.br`, () =>
      promisify(brotliCompress)(content, chooseBrotliOptions(content, ASSET.brotli)),
    ),
    compressOnce(cacheDir, content, `${ASSET.gzip}.gz`, () =>
      promisify(gzip)(content, { level: ASSET.gzip }),
    ),
  ]);
  return selectVariants(content, br, gz);
}

function selectVariants(content: Uint8Array, br: Uint8Array, gz: Uint8Array): Variants {
  const limit = content.byteLength * WORTH_RATIO;
  if (br.byteLength > limit) return {};
  return gz.byteLength > limit ? { br } : { br, gzip: gz };
}

function chooseBrotliOptions({ byteLength }: Uint8Array, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}
