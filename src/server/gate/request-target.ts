import type { IncomingMessage } from 'node:http';

/**
 * The request target, parsed once for the whole server. Its path is compared with whole paths of the manifest and never
 * joined with a folder, so it needn't be made safe here. It only has to be decoded exactly once, so that all code sees
 * the same path.
 */
interface RequestTarget {
  /** Decoded once: `/docs/Developer Info/x`. */
  path: string;
  /** The query that the client sent, with its `?`. Empty if there is none. */
  query: string;
}

/** No path of a site contains control characters, or the backslash, which some clients treat as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const forbiddenCharacters = /[\u0000-\u001f\u007f\\\ufffd]/;
const plainPath = /^[\w\-./~]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns `undefined` if the target is malformed: not a path, wrong percent-encoding, or bytes that aren't UTF-8. */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  if (target.charCodeAt(0) !== 0x2f) return undefined;
  const mark = target.indexOf('?');
  const rawPath = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  if (plainPath.test(rawPath)) return { path: rawPath, query };
  if (rawPath.includes('#')) return undefined;
  const path = decodeOnce(rawPath);
  if (path === undefined || forbiddenCharacters.test(path)) return undefined;
  return { path, query };
}

function decodeOnce(raw: string): string | undefined {
  try {
    // Node decodes bytes above 127 as Latin-1. Clients that send them unencoded mean UTF-8.
    const text = /[\u0080-\u00ff]/.test(raw) ? utf8.decode(Buffer.from(raw, 'latin1')) : raw;
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** RFC 9112, section 3.2. If a request had two Host headers, a proxy could use a different one than this server. */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
