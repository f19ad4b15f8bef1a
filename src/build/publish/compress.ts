import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { compressedOnce } from '../cache/compressed-assets.ts';

/** Smaller than the content itself. */
export interface Variants {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

/**
 * On pages brotli 5 is a tenth larger than 11, in a sixtieth of the time; see decisions/compression.md. They are made
 * again at each edit, by the thousand; assets are made once, and fetched by everybody.
 */
const PAGE = { brotli: 5, gzip: 6 };
const ASSET = { brotli: 11, gzip: 9 };

/** Below this a compressed answer fits into the same single packet as the plain one. */
const WORTH_BYTES = 860;
/** A variant that saves less than this is not worth a file. */
const WORTH_RATIO = 0.95;

const worthTrying = (content: Uint8Array) => content.byteLength >= WORTH_BYTES;

export function compressPage(content: Uint8Array): Variants {
  if (!worthTrying(content)) return {};
  const br = brotliCompressSync(content, brotliOptions(content, PAGE.brotli));
  return worthKeeping(content, br, gzipSync(content, { level: PAGE.gzip }));
}

/**
 * In threads of its own, seconds long. Kept in the cache by what was compressed: the shell of each language has most of
 * its files from the others, as it has after an edit, and every dist folder gets the same.
 */
export async function compressAsset(content: Uint8Array, cacheDir: string): Promise<Variants> {
  if (!worthTrying(content)) return {};
  const [br, gz] = await Promise.all([
    compressedOnce(cacheDir, content, `${ASSET.brotli}.br`, () =>
      promisify(brotliCompress)(content, brotliOptions(content, ASSET.brotli)),
    ),
    compressedOnce(cacheDir, content, `${ASSET.gzip}.gz`, () =>
      promisify(gzip)(content, { level: ASSET.gzip }),
    ),
  ]);
  return worthKeeping(content, br, gz);
}

function worthKeeping(content: Uint8Array, br: Uint8Array, gz: Uint8Array): Variants {
  const limit = content.byteLength * WORTH_RATIO;
  if (br.byteLength > limit) return {};
  return gz.byteLength > limit ? { br } : { br, gzip: gz };
}

function brotliOptions({ byteLength }: Uint8Array, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}
