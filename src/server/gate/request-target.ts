/**
 * The request target, taken apart once for the whole server. What comes out is compared with whole paths of
 * the manifest and never joined with a folder, so nothing here has to make a path safe: it only has to be
 * decoded exactly once, and to be the same for everyone who looks at it.
 */
interface RequestTarget {
  /** Decoded once: `/docs/Developer Info/x`. */
  path: string;
  /** As it was sent, with its `?`; empty when there is none. */
  query: string;
}

/** Control characters and the backslash, which some clients read as a slash, are in no path of a site. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbidden = /[\u0000-\u001f\u007f\\\ufffd]/;
const plain = /^[\w\-./~]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `undefined` when it is malformed: not a path, bad percent-encoding, bytes that are not UTF-8. */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  if (target.charCodeAt(0) !== 0x2f) return undefined;
  const mark = target.indexOf('?');
  const raw = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  if (plain.test(raw)) return { path: raw, query };
  if (raw.includes('#')) return undefined;
  const path = decodeOnce(raw);
  if (path === undefined || forbidden.test(path)) return undefined;
  return { path, query };
}

function decodeOnce(raw: string): string | undefined {
  try {
    // Node hands over bytes above 127 as Latin-1 characters; clients that send them unencoded mean UTF-8.
    const text = /[\u0080-\u00ff]/.test(raw) ? utf8.decode(Buffer.from(raw, 'latin1')) : raw;
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
