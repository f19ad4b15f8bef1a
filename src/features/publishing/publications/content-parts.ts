import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { hashContent } from '../../../releases/content-hash.ts';
import { PART_MAX_BYTES } from './publication-operations.ts';

/** A part of a file that is sent by itself, named by the hash of its bytes. */
export interface ContentPart {
  bytes: number;
  hash: string;
}

/** Files up to this size are sent whole. */
export const WHOLE_MAX_BYTES = 128 * 1024;
const PART_MIN_BYTES = 4 * 1024;
/** A part ends where these bits of the rolling sum are zero. Parts have about 20 kB. */
const CUT_MASK = 0xfffc_0000;
/** Bytes to process before yielding to other work: a few milliseconds. */
const SLICE_BYTES = 1 << 20;

/** One pseudo-random number per byte value, the same on both sides. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(hash('sha256', `part ${byte}`, 'hex').slice(0, 8), 16),
);

/**
 * Splits a large file where its content says, by a rolling sum of the last 32 bytes (content-defined chunking).
 * Inserting a word, or changing a page of a search index, changes only the part around it.
 */
export async function splitIntoParts(content: Uint8Array): Promise<ContentPart[]> {
  const parts: ContentPart[] = [];
  let [start, lastPause] = [0, 0];
  while (start < content.length) {
    const end = findPartEnd(content, start);
    parts.push({ bytes: end - start, hash: hashContent(content.subarray(start, end)) });
    start = end;
    if (start - lastPause < SLICE_BYTES) continue;
    lastPause = start;
    await setImmediate();
  }
  return parts;
}

function findPartEnd(content: Uint8Array, start: number): number {
  const last = Math.min(start + PART_MAX_BYTES, content.length);
  let sum = 0;
  for (let at = Math.min(start + PART_MIN_BYTES, last); at < last; at += 1) {
    sum = ((sum << 1) + (gear[content[at] ?? 0] ?? 0)) >>> 0;
    if ((sum & CUT_MASK) === 0) return at + 1;
  }
  return last;
}
