import { isIP } from 'node:net';

/**
 * Lists the networks that one customer may hold, narrowest first: an IPv4 address, or the /64, /56 and /48 around an
 * IPv6 address, which providers assign to one household or company (RFC 6177). Other text is returned as it is.
 */
export function listNetworks(address: string): readonly [string, ...string[]] {
  const plainAddress = address.replace(/%.*$/, '');
  if (isIP(plainAddress) !== 6) return [plainAddress];
  const groups = splitIpv6(plainAddress);
  // ::ffff:a.b.c.d is how a socket for both families shows an IPv4 client.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return [bytes.join('.')];
  }
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const formatPrefix = (parts: readonly number[], bits: number) =>
    `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
  return [
    formatPrefix([a, b, c, d], 64),
    formatPrefix([a, b, c, d & 0xff00], 56),
    formatPrefix([a, b, c], 48),
  ];
}

/** Describes a network for the list of sessions: precise enough to recognize an office, but not a single machine. */
export function describeNetwork(address: string): string {
  const widest = listNetworks(address).at(-1) ?? address;
  return isIP(widest) === 4 ? widest.replace(/\d+$/, '0/24') : widest;
}

/** Returns the eight groups of a valid IPv6 address in any spelling. */
function splitIpv6(address: string): number[] {
  // The URL parser normalizes the address, including a trailing IPv4 part.
  const canonicalAddress = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonicalAddress.split('::');
  const parseGroups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const headGroups = parseGroups(head);
  const tailGroups = parseGroups(tail ?? '');
  return [...headGroups, ...Array<number>(8 - headGroups.length - tailGroups.length).fill(0), ...tailGroups];
}
