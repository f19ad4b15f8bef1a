/**
 * Whether a host is this machine: `localhost`, `*.localhost`, 127.0.0.0/8 or `::1`. Browsers trust these without TLS.
 * Accepts the host of a URL or a `Host` header, with or without a port, and an address to listen on.
 */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^([^:]+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  return /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$|^::1$/.test(name);
}
