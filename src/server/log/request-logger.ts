import type { FastifyBaseLogger } from 'fastify';
import { parseTraceParent } from './trace-context.ts';

/** The logger of a request. Each of its lines has the ids of the trace that the request belongs to. */
export function createRequestLogger(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  traceParent: string | string[] | undefined,
  options?: Parameters<FastifyBaseLogger['child']>[1],
): FastifyBaseLogger {
  return logger.child({ ...bindings, ...parseTraceParent(traceParent) }, options);
}
