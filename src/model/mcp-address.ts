/** An address of the MCP endpoint as a user typed it. */
export interface TypedMcpAddress {
  /** Path below the base path as typed, such as `/MCP/`. Empty for the address of the site alone. */
  path: string;
  /** With its `?`. Empty if there is none. */
  query: string;
}

/** A query that can be part of a header and of a URL as it is (RFC 3986, section 3.4). */
const typedAddress = /^(?:(\/*\/mcp\/*)|\/*)(\?[\w\-.~!$&'()*+,;=:@/?%]*)?$/i;

/**
 * Recognizes the MCP endpoint in a path below the base path, as users type it: with slashes too many, in capitals, with
 * a query, or as the address of the site alone. For example: `/MCP/?client=editor`.
 */
export function parseMcpAddress(target: string): TypedMcpAddress | undefined {
  const match = typedAddress.exec(target);
  return match === null ? undefined : { path: match[1] ?? '', query: match[2] ?? '' };
}
