/**
 * `localhost`, `*.localhost`, 127.0.0.0/8 and `::1`: this machine, and what browsers trust without TLS. A host as in
 * an address or a `Host` header, with its port or without, or an address to listen on.
 */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^([^:]+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  return /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$|^::1$/.test(name);
}
