import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { PROGRESS_TYPE } from '../../config/constants.ts';

/** Sends an answer line by line, as it comes. Its headers keep proxies from collecting it, which would hide the progress. */
export function sendProgress(reply: FastifyReply, lines: Readable): FastifyReply {
  return reply
    .headers({
      'content-type': PROGRESS_TYPE,
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    })
    .send(lines);
}
