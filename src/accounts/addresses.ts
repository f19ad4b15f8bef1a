import { isIP } from 'node:net';

/**
 * The network that one customer holds: an IPv4 address, or the /64 of an IPv6 address, inside of which anybody can
 * have as many addresses as they like (RFC 6177). Text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const groups = ipv6Groups(plain);
  // ::ffff:a.b.c.d is how a socket for both families shows an IPv4 client.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
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
