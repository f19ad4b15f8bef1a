import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint of the API, as server, browser and `openapi.json` know it. */
export interface Endpoint {
  /** Its method and its path, whose parameters are written `:name`. */
  call: `${Method} /api/v1/${string}`;
  /** For whom it is there; for everybody else there is nothing at this address. */
  access: 'reader' | 'administrator';
  /** It only reads, so personal tokens open it as a session does. */
  byToken?: true;
  /**
   * What a stolen session must not do: asks who asks to prove again who they are. All changes by administrators do.
   * `files`: so do lists of people of which more than `LIST_PAGE_MAX` rows are asked for at once, as for a file.
   */
  stepUp?: true | 'files';
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What its body may have, where that is more than a form. */
  bodyMaxBytes?: number;
  /** Of its JSON; without one it answers 204, and nothing. */
  answer?: z.ZodType;
  /** Of an answer that is no JSON but a text of this type, to be saved under this name. */
  download?: { type: 'text/csv' | 'application/json'; name: string };
  /** 201 where something is made; else 200. */
  status?: 201;
  /** It takes a while: whoever asks for `PROGRESS_TYPE` is told how far it is, and gets a `ProgressLine` at a time. */
  tellsProgress?: true;
  /** What can go wrong besides what can go wrong everywhere: by status, in words for `openapi.json`. */
  errors?: Readonly<Record<number, string>>;
}

/** One of the lines of JSON that tell progress; the last one has what came of it. */
export type ProgressLine =
  | { done: number; of: number }
  | { answer: unknown }
  | { error: { code: ErrorCode; message: string } };

/** The most rows of a list that a page shows. */
export const LIST_PAGE_MAX = 100;

/** Whether whoever calls it must have proved lately who they are. `rows`: how many of a list are asked for. */
export function needsStepUp({ call, access, stepUp }: Endpoint, rows = 0): boolean {
  if (stepUp === 'files' && rows > LIST_PAGE_MAX) return true;
  return stepUp === true || (access === 'administrator' && !call.startsWith('GET '));
}

export function addressOf({ call }: Endpoint): { method: Method; path: string } {
  // As its type has it.
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

/** What the server reads out of a request. */
export interface ReadRequest<One extends Endpoint> {
  params: Readonly<Record<ParameterOf<One['call']>, string>>;
  query: Parsed<One['query']>;
  body: Parsed<One['body']>;
}

/** What a client sends: only what the endpoint takes. */
export type SentRequest<One extends Endpoint> = ([ParameterOf<One['call']>] extends [never]
  ? unknown
  : { params: Readonly<Record<ParameterOf<One['call']>, string>> }) &
  (One extends { query: z.ZodType } ? { query?: Given<One['query']> } : unknown) &
  (One extends { body: z.ZodType } ? { body: Given<One['body']> } : unknown);

export type AnswerOf<One extends Endpoint> = Given<One['answer']>;
