import { isIP } from 'node:net';

/**
 * The networks that one customer may hold, the narrowest first: an IPv4 address, or the /64, /56 and /48 around an IPv6
 * address, which providers hand to one household or company (RFC 6177). Text that is no address stands for itself.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return [plain];
  const groups = ipv6Groups(plain);
  // ::ffff:a.b.c.d is how a socket for both families shows an IPv4 client.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return [bytes.join('.')];
  }
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const prefix = (parts: readonly number[], bits: number) =>
    `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
  return [prefix([a, b, c, d], 64), prefix([a, b, c, d & 0xff00], 56), prefix([a, b, c], 48)];
}

/** For the owner of a session: enough to know an office or a provider by, and no single machine. */
export function networkShown(address: string): string {
  const widest = networksOf(address).at(-1) ?? address;
  return isIP(widest) === 4 ? widest.replace(/\d+$/, '0/24') : widest;
}

/** Eight numbers, whatever the spelling was. `address` must be valid. */
function ipv6Groups(address: string): number[] {
  // The URL parser writes the trailing IPv4 form in hexadecimal, and knows every other rule too.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = numbers(head);
  const after = numbers(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
