import { brotliDecompressSync } from 'node:zlib';
import { isRecord, readJson } from '../../../shared/json.ts';
import { FILES_MAX, PARTS_MAX, type Publication, publicationSchema } from './publication-operations.ts';

/** Limit for a manifest, `site.json` and the list of files: 20,000 pages need about 100 MB. */
const PLAIN_MAX_BYTES = 128 << 20;
/** JSON of a build compresses 5 to 10 times. A higher ratio than this is an attempt to fill memory. */
const RATIO_MAX = 60;
/** Up to this size any ratio is allowed: the part list of a file of zeros, for example, repeats one hash. */
const PLAIN_FREE_BYTES = 4 << 20;
/** Most values in the JSON. The manifest and `site.json` are one string each. */
const VALUES_MAX = 4_000_000;

/** Reads the announcement of a release from Brotli-compressed JSON. Returns undefined if it's invalid. */
export function readPublication(body: Uint8Array): Publication | undefined {
  const plausibleBytes = Math.max(PLAIN_FREE_BYTES, body.byteLength * RATIO_MAX);
  const plainBody = decompress(body, Math.min(PLAIN_MAX_BYTES, plausibleBytes));
  if (plainBody === undefined || !hasFewValues(plainBody, VALUES_MAX)) return undefined;
  const json = readJson(plainBody.toString());
  if (!isRecord(json) || !Array.isArray(json.files) || json.files.length > FILES_MAX) return undefined;
  const { data: head } = publicationSchema.safeParse({ ...json, files: [] });
  if (head === undefined) return undefined;
  // Validate files one by one and stop at the first invalid one. A schema would collect the issues of all of them.
  const files: Publication['files'] = [];
  for (const fileEntry of json.files) {
    if (isRecord(fileEntry) && Array.isArray(fileEntry.parts) && fileEntry.parts.length > PARTS_MAX)
      return undefined;
    const { data: file } = publicationSchema.shape.files.element.safeParse(fileEntry);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return { ...head, files };
}

/** Returns undefined if the body isn't Brotli data, or if its content exceeds `maxBytes`. */
export function decompress(body: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    return brotliDecompressSync(body, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
/** Characters that can come before a value in JSON. */
const beginsValue = new Uint8Array(256);
for (const sign of '{[,:') beginsValue[sign.charCodeAt(0)] = 1;

/** Whether this JSON has at most `max` values. They are counted before parsing, because each value takes memory. */
export function hasFewValues(json: Uint8Array, max: number): boolean {
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (beginsValue[byte] === 1 && ++values > max) return false;
  }
  return true;
}
