import type { z } from 'zod';

/**
 * An operation of `/api/v1` that only deploy tokens may call, with `POST`. Its body is a file, so its handler is
 * registered as that of a route. The OpenAPI document describes it to administrators.
 */
export interface DeployOperation {
  /** Parameters are written `:name`. */
  path: string;
  summary: string;
  /** Schema of the body, if it is JSON. */
  body?: z.ZodType;
  /** Describes the body, such as its format and largest size. */
  bodyIs: string;
  answer: z.ZodType;
  /** Errors besides those of every endpoint: descriptions by status. */
  errors: Readonly<Record<number, string>>;
}
