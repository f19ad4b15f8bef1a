import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of a client and how it reaches the site, like `ip`, `host` and `protocol` of a Fastify
 * request, for code that has none. With `trustProxy`, the last entry of each header counts, which our proxy wrote. A
 * client can make up any earlier one. This server never terminates TLS itself.
 */
export function readClientAddress({ socket, headers }: IncomingMessage, trustProxy: boolean): string {
  const entries = trustProxy ? joinEntries(headers['x-forwarded-for']).split(',') : [];
  const lastAddress = entries.findLast((entry) => entry.trim() !== '');
  return lastAddress?.trim() ?? socket.remoteAddress ?? '';
}

/** See `readClientAddress`. */
export function readHost({ headers }: IncomingMessage, trustProxy: boolean): string {
  return readLastEntry(trustProxy && headers['x-forwarded-host']) ?? headers.host ?? '';
}

/** See `readClientAddress`. */
export function readProtocol({ headers }: IncomingMessage, trustProxy: boolean): string {
  return readLastEntry(trustProxy && headers['x-forwarded-proto']) ?? 'http';
}

function readLastEntry(header: string | string[] | undefined | false): string | undefined {
  if (!header) return undefined;
  const text = joinEntries(header);
  return text.slice(text.lastIndexOf(',') + 1).trim();
}

function joinEntries(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header ?? []).join(',');
}
