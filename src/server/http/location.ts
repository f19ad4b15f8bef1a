/** Values of the `Location` header contain only ASCII, and never a line break or a second host. */

/** Encodes a decoded path of this site for a URL: `/docs/Developer%20Info/%5Bx%5D`. */
export function encodeLocation(path: string): string {
  // encodeURI leaves the two characters that would end the path.
  return encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/**
 * A query as the client sent it, with characters that must not be in a header percent-encoded. So is `#`, because a
 * request has no fragment, and none must arise from it.
 */
export function encodeQuery(query: string): string {
  // Node decodes the request target as Latin-1: each character is one byte.
  return query.replace(
    /[^\x21-\x7e]|#/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
