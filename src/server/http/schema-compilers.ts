import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

/** Fastify's own dependencies are found from its folder. */
const requireOfFastify = createRequire(createRequire(import.meta.url).resolve('fastify'));

/**
 * Fastify's compilers of JSON schemas, loaded when a route has the first one. Zod parses the input of this server, so only
 * a feature from outside could need them, and they are a tenth of all modules that a process would load when it starts.
 */
export const lateSchemaCompilers: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: (...settings: unknown[]) => requireOfFastify('@fastify/ajv-compiler')()(...settings),
    buildSerializer: (...settings: unknown[]) =>
      requireOfFastify('@fastify/fast-json-stringify-compiler')()(...settings),
  },
};
