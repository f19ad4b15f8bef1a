import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { PART_MAX_BYTES } from '../model/api/publications.ts';

/** SHA-256, base64url, 22 characters, as the manifest has it of its entries. */
export function contentHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

export interface ContentPart {
  bytes: number;
  hash: string;
}

/** A file up to this size travels as it is. */
export const WHOLE_MAX_BYTES = 128 * 1024;
const PART_MIN_BYTES = 4 * 1024;
/** So many of the sum's upper bits are zero at the end of a part: parts have some 20 kB. */
const CUT_MASK = 0xfffc_0000;
/** Bytes looked at before other work gets its turn: some milliseconds. */
const SLICE_BYTES = 1 << 20;

/** Any numbers will do; both sides must have the same. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(hash('sha256', `part ${byte}`, 'hex').slice(0, 8), 16),
);

/**
 * Cuts a large file where its content says, by a sum of the last 32 bytes: whoever inserts a word, or changes a page of
 * a search index, changes the part that has it and leaves the others as they were.
 */
export async function contentParts(content: Uint8Array): Promise<ContentPart[]> {
  const parts: ContentPart[] = [];
  let [start, rested] = [0, 0];
  while (start < content.length) {
    const end = endOfPart(content, start);
    parts.push({ bytes: end - start, hash: contentHash(content.subarray(start, end)) });
    start = end;
    if (start - rested < SLICE_BYTES) continue;
    rested = start;
    await setImmediate();
  }
  return parts;
}

function endOfPart(content: Uint8Array, start: number): number {
  const last = Math.min(start + PART_MAX_BYTES, content.length);
  let sum = 0;
  for (let at = Math.min(start + PART_MIN_BYTES, last); at < last; at += 1) {
    sum = ((sum << 1) + (gear[content[at] ?? 0] ?? 0)) >>> 0;
    if ((sum & CUT_MASK) === 0) return at + 1;
  }
  return last;
}
