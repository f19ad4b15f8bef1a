import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that aren't part of the public internet, or that lead to other addresses than their own.
 * From IANA's special-purpose address registry (RFC 6890), with multicast and the reserved block.
 */
const SPECIAL_IPV4_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The only block of IPv6 that is assigned to the public. Everything outside it is refused without a list: loopback,
 * link-local, unique local, IPv4-mapped (`::ffff:0:0/96`), IPv4-compatible, NAT64 (`64:ff9b::/96`), multicast.
 */
const PUBLIC_IPV6_NETWORK = '2000::/3';

/** Exceptions in that block: tunnels that carry an IPv4 address (Teredo, 6to4), documentation, benchmarks, AS112. */
const SPECIAL_IPV6_NETWORKS = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const specialIpv4 = createBlockList('ipv4', SPECIAL_IPV4_NETWORKS);
const publicIpv6 = createBlockList('ipv6', [PUBLIC_IPV6_NETWORK]);
const specialIpv6 = createBlockList('ipv6', SPECIAL_IPV6_NETWORKS);

/** Whether this IP address is on the public internet. False for text that isn't an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      // An address with a zone (`fe80::1%eth0`) belongs to a network interface.
      return (
        !address.includes('%') && publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

function createBlockList(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
