import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** `page`: made again at each edit, by the thousand. `asset`: made once, fetched by everybody. `none`: not at all. */
export type Effort = 'page' | 'asset' | 'none';

/**
 * On pages of this kind brotli 5 is a tenth larger than 11, in a sixtieth of the time; see
 * decisions/compression.md.
 */
const BROTLI_QUALITY: Record<Exclude<Effort, 'none'>, number> = { page: 5, asset: 11 };
const GZIP_LEVEL: Record<Exclude<Effort, 'none'>, number> = { page: 6, asset: 9 };

/** Below this a compressed answer fits into the same single packet as the plain one. */
const WORTH_BYTES = 860;
/** A variant that saves less than this is not worth a file. */
const WORTH_RATIO = 0.95;

interface Variants {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

/** Variants that are smaller than the content itself. */
export function compress(content: Uint8Array, effort: Effort): Variants {
  if (effort === 'none' || content.byteLength < WORTH_BYTES) return {};
  const limit = content.byteLength * WORTH_RATIO;
  const br = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
  if (br.byteLength > limit) return {};
  const gzip = gzipSync(content, { level: GZIP_LEVEL[effort] });
  return gzip.byteLength > limit ? { br } : { br, gzip };
}

/**
 * The variants of a file of the build's cache whose bytes never change. They are kept beside it: compressing the
 * shell takes longer than a build of few pages takes otherwise, and every dist folder gets the same.
 */
export function compressOnce(file: string, content: Uint8Array, effort: Effort): Variants {
  const [brFile, gzipFile] = [`${file}.br`, `${file}.gz`];
  if (existsSync(brFile)) {
    const br = readFileSync(brFile);
    return existsSync(gzipFile) ? { br, gzip: readFileSync(gzipFile) } : { br };
  }
  const variants = compress(content, effort);
  // The one that is looked for comes last: where it is, the other is too.
  if (variants.gzip) writeWhole(gzipFile, variants.gzip);
  if (variants.br) writeWhole(brFile, variants.br);
  return variants;
}

/** Other builds may be at the same file. */
function writeWhole(file: string, content: Uint8Array): void {
  const partial = `${file}.${process.pid}-${threadId}.tmp`;
  writeFileSync(partial, content);
  renameSync(partial, file);
}
