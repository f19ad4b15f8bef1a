import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../shared/loopback.ts';

/**
 * Whether the request comes from the machine that the server runs on, and addresses it by a loopback name. A request
 * through a proxy on the same machine isn't local, nor is one for another host name that resolves to this machine.
 */
export function isLocal({ raw, headers, host }: Pick<FastifyRequest, 'raw' | 'headers' | 'host'>): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(peer) && !isForwarded && isLoopback(host);
}
