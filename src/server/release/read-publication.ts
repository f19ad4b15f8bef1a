import { brotliDecompressSync } from 'node:zlib';
import { FILES_MAX, PARTS_MAX, type Publication, publicationSchema } from '../../model/api/publications.ts';
import { isRecord, readJson } from '../../shared/json.ts';

/** What a manifest, `site.json` and the list of files take: 20,000 pages have some 100 MB. */
const PLAIN_MAX_BYTES = 128 << 20;
/** JSON of a build shrinks to a fifth or a tenth; what shrinks to less than this was made to fill memory. */
const RATIO_MAX = 60;
/** So much is unpacked at any ratio: the list of parts of a file of zeros names one hash again and again. */
const PLAIN_FREE_BYTES = 4 << 20;
/** Values in the JSON; the manifest and `site.json` are one text each. */
const VALUES_MAX = 4_000_000;

/** What is said of a release that is about to come, from JSON that Brotli compressed. Undefined for anything else. */
export function readPublication(body: Uint8Array): Publication | undefined {
  const plausibleBytes = Math.max(PLAIN_FREE_BYTES, body.byteLength * RATIO_MAX);
  const plain = unpack(body, Math.min(PLAIN_MAX_BYTES, plausibleBytes));
  if (plain === undefined || !hasFewValues(plain, VALUES_MAX)) return undefined;
  const json = readJson(plain.toString());
  if (!isRecord(json) || !Array.isArray(json.files) || json.files.length > FILES_MAX) return undefined;
  const { data: head } = publicationSchema.safeParse({ ...json, files: [] });
  if (head === undefined) return undefined;
  // One by one, to stop at the first that is wrong: a schema collects what is wrong with all of them.
  const files: Publication['files'] = [];
  for (const listed of json.files) {
    if (isRecord(listed) && Array.isArray(listed.parts) && listed.parts.length > PARTS_MAX) return undefined;
    const { data: file } = publicationSchema.shape.files.element.safeParse(listed);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return { ...head, files };
}

/** Undefined for what Brotli didn't make, and for what is larger than `maxBytes`. */
export function unpack(body: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    return brotliDecompressSync(body, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
/** Every value but the first of a list or object follows one of these. */
const beginsValue = new Uint8Array(256);
for (const sign of '{[,:') beginsValue[sign.charCodeAt(0)] = 1;

/** Whether this JSON has at most so many values. Counted before it is parsed, because each takes memory. */
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
