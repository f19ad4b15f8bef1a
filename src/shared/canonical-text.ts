/**
 * Unicode can write many letters in two ways: `é` is one character (NFC), or an `e` and an accent (NFD, as in the file
 * names of archives made on macOS). Both mean the same. Code that compares or looks up names must pass both sides through
 * `toCanonicalText` first: file names, links, addresses, ids, tags, groups, patterns.
 */
import { decodeUrl } from './decode.ts';
import { isRecord } from './json.ts';

/** The text in NFC. */
export function toCanonicalText(text: string): string {
  return text.normalize('NFC');
}

/** The text in NFC and lower case, for names that are compared in any case. */
export function foldCase(text: string): string {
  return toCanonicalText(text).toLowerCase();
}

/** The canonical form of an address with encoded letters: `e%CC%81` and `%C3%A9` are both `é`. */
export function toCanonicalUrl(url: string): string {
  return toCanonicalText(url).replace(/[a-z]?(?:%[89a-f][0-9a-f])+/gi, (letters) => {
    const decodedText = decodeUrl(letters);
    return decodedText === letters ? letters : encodeURIComponent(toCanonicalText(decodedText));
  });
}

/** A copy of the data with all strings and keys in canonical form. Functions and class instances stay as they are. */
export function toCanonicalData<Data>(data: Data): Data {
  // The casts are safe: each branch returns the shape of its input.
  if (typeof data === 'string') return toCanonicalText(data) as Data;
  if (Array.isArray(data)) return data.map((item) => toCanonicalData(item)) as Data;
  if (!isRecord(data) || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [toCanonicalText(key), toCanonicalData(value)]),
  ) as Data;
}
