import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readEngineVersion } from '../../shared/engine-dir.ts';
import type { LogStream } from './log-output.ts';

interface LoggerSetup {
  level: string;
  stream: LogStream;
  /** Returns the name of the served release, which is added to every line. */
  release?: (() => string | undefined) | undefined;
}

/** Options for pino, here and in Fastify: each line is JSON with its time, level, service, version and release. */
export function createLoggerOptions({ level, stream, release }: LoggerSetup) {
  return {
    level,
    stream,
    base: {
      service: 'gatehouse',
      version: readEngineVersion(),
      pid: process.pid,
      hostname: hostname(),
    },
    mixin: () => ({ release: release?.() }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Fastify's own log lines would contain more of the request, such as its query.
    serializers: {
      req: (request: Pick<FastifyRequest, 'method'>) => ({ method: request.method }),
      res: (reply: Pick<FastifyReply, 'statusCode'>) => ({ status: reply.statusCode }),
    },
  };
}
