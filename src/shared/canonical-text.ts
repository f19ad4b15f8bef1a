/**
 * Unicode writes many letters in two ways: `é` is one character (NFC), or an `e` and an accent (NFD, which archives made
 * on macOS have in their file names). Both mean the same. Wherever two names are compared, or one is looked up, both
 * sides go through `canonicalText` first: file names, links, addresses, ids, tags, groups, patterns.
 */
import { decodeUrl } from './decode.ts';
import { isRecord } from './json.ts';

export function canonicalText(text: string): string {
  return text.normalize('NFC');
}

/** An address, whose letters may be encoded: `e%CC%81` and `%C3%A9` are both `é`. */
export function canonicalUrl(url: string): string {
  return canonicalText(url).replace(/[a-z]?(?:%[89a-f][0-9a-f])+/gi, (letters) => {
    const decoded = decodeUrl(letters);
    return decoded === letters ? letters : encodeURIComponent(canonicalText(decoded));
  });
}

/** Data with every text in it, keys too, in its canonical form. Functions and classes stay as they are. */
export function canonicalData<Data>(data: Data): Data {
  // Each branch gives back the shape that it was given.
  if (typeof data === 'string') return canonicalText(data) as Data;
  if (Array.isArray(data)) return data.map((item) => canonicalData(item)) as Data;
  if (!isRecord(data) || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [canonicalText(key), canonicalData(value)]),
  ) as Data;
}
