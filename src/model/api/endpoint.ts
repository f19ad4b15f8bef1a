import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An endpoint of the API. Server, browser and `openapi.json` share this declaration. */
export interface Endpoint {
  /** Method and path. Path parameters are written `:name`. */
  call: `${Method} /api/v1/${string}`;
  /** Role that can call it. Anyone else gets 404. */
  access: 'reader' | 'administrator';
  /** Whether it accepts personal tokens too, because it only reads. */
  byToken?: true;
  /**
   * Callers must have confirmed who they are lately, because a stolen session must not be able to do this. All changes
   * by administrators need it anyway. `files`: only requests for more than `LIST_PAGE_MAX` rows of a list need it, as
   * for a file of people.
   */
  stepUp?: true | 'files';
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Largest body, if larger than that of a form. */
  bodyMaxBytes?: number;
  /** Schema of the JSON in the response. Without one the response is 204 and has no body. */
  answer?: z.ZodType;
  /** The response is a file of this type, to be saved under this name. */
  download?: { type: 'text/csv' | 'application/json'; name: string };
  /** 201 if it creates something. Otherwise 200. */
  status?: 201;
  /** Callers that accept `PROGRESS_TYPE` get `ProgressLine`s while it runs, because it takes a while. */
  tellsProgress?: true;
  /** Errors besides those of every endpoint: descriptions for `openapi.json` by status. */
  errors?: Readonly<Record<number, string>>;
}

/** A line of JSON that reports progress. The last line has the response or the error. */
export type ProgressLine =
  | { done: number; of: number }
  | { answer: unknown }
  | { error: { code: ErrorCode; message: string } };

/** The largest number of rows that a page of a list shows. */
export const LIST_PAGE_MAX = 100;

/** Whether callers must have confirmed lately who they are. `rows`: how many rows of a list they ask for. */
export function needsStepUp({ call, access, stepUp }: Endpoint, rows = 0): boolean {
  if (stepUp === 'files' && rows > LIST_PAGE_MAX) return true;
  return stepUp === true || (access === 'administrator' && !call.startsWith('GET '));
}

/** Splits the call of an endpoint: `GET /api/v1/account` into `GET` and `/api/v1/account`. */
export function parseCall({ call }: Endpoint): { method: Method; path: string } {
  // The type of `call` guarantees a method and a path.
  const [method, path] = call.split(' ') as [Method, string];
  return { method, path };
}

/** The names of the parameters in a path: `account` of `/accounts/:account/link`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterOf<More>
    : Rest
  : never;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Given<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** The validated parts of a request. */
export interface ReadRequest<One extends Endpoint> {
  params: Readonly<Record<ParameterOf<One['call']>, string>>;
  query: Parsed<One['query']>;
  body: Parsed<One['body']>;
}

/** The parts of a request that a client sends: exactly those that the endpoint takes. */
export type SentRequest<One extends Endpoint> = ([ParameterOf<One['call']>] extends [never]
  ? unknown
  : { params: Readonly<Record<ParameterOf<One['call']>, string>> }) &
  (One extends { query: z.ZodType } ? { query?: Given<One['query']> } : unknown) &
  (One extends { body: z.ZodType } ? { body: Given<One['body']> } : unknown);

export type AnswerOf<One extends Endpoint> = Given<One['answer']>;
