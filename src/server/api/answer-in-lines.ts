import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import type { ProgressLine } from '../../model/api/endpoint.ts';
import { type ErrorAnswer, ownFailure } from '../http/errors.ts';

/** Begins the answer before the work is done, and says in it how far that is. The work goes on though nobody listens. */
export function answerInLines(
  reply: FastifyReply,
  work: (
    tellProgress: (done: number, of: number) => void,
  ) => Promise<{ answer: unknown } | { error: ErrorAnswer }>,
): FastifyReply {
  const lines = new PassThrough();
  const say = (line: ProgressLine) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
  };
  const run = async () => {
    const result = await work((done, of) => say({ done, of })).catch((error: unknown) => ({
      error: ownFailure(error, reply.request),
    }));
    if ('error' in result) say({ error: { code: result.error.code, message: result.error.message } });
    else say({ answer: result.answer });
    lines.end();
  };
  void run();
  return (
    reply
      // A proxy that collects an answer before it passes it on would keep the progress to itself.
      .headers({
        'content-type': PROGRESS_TYPE,
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
      })
      .send(lines)
  );
}
