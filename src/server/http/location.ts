/** Values of the `Location` header: ASCII only, and never a line break or a second host. */

/** A decoded path of this site as it is in an address: `/docs/Developer%20Info/%5Bx%5D`. */
export function encodePath(path: string): string {
  // encodeURI leaves the two characters that would end the path.
  return encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** A query as the client sent it, but for what must not be in a header. */
export function encodeQuery(query: string): string {
  // What Node hands over is one character for each byte.
  return query.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
