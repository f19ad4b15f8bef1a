import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { engineVersion } from '../../shared/engine-dir.ts';
import type { LogStream } from './log-output.ts';

interface LogSource {
  level: string;
  stream: LogStream;
  /** Name of the release that is served at the time of a line. */
  release?: (() => string | undefined) | undefined;
}

/** For pino, here and in Fastify: a line is JSON, and says of itself when, how grave, and from which program it is. */
export function loggerOptions({ level, stream, release }: LogSource) {
  return {
    level,
    stream,
    base: {
      service: 'gatehouse',
      version: engineVersion(),
      pid: process.pid,
      hostname: hostname(),
    },
    mixin: () => ({ release: release?.() }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Fastify's own lines name the request by more than its path.
    serializers: {
      req: (request: Pick<FastifyRequest, 'method'>) => ({ method: request.method }),
      res: (reply: Pick<FastifyReply, 'statusCode'>) => ({ status: reply.statusCode }),
    },
  };
}
