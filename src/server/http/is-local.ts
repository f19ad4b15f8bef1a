import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../shared/loopback.ts';

/**
 * Whether the request comes from the machine that the server runs on, by a name of that machine: a proxy
 * beside us, or another site's name that was pointed at us, does not make anyone local.
 */
export function isLocal({ raw, headers, host }: Pick<FastifyRequest, 'raw' | 'headers' | 'host'>): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(peer) && !forwarded && isLoopback(host);
}
