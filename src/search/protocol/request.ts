import { z } from 'zod';
import { SEARCH_HITS_PER_PAGE, SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import { explainIssue } from '../../shared/explain-issue.ts';
import { isRecord, readJson } from '../../shared/json.ts';

/** Requests of the public multi-query protocol, validated and clamped. Unknown parameters are accepted. */
const REQUESTS_MAX = 20;
export const QUERY_BODY_MAX_BYTES = 64 * 1024;
const LIST_MAX = 64;
const TAG_MAX_CHARACTERS = 128;

const text = z.string();
const attribute = text.max(200);
// A list parameter may also be a single string, or a list in a JSON string.
const list = z.preprocess(coerceList, z.array(attribute).max(LIST_MAX));
const filters = z.preprocess(
  coerceList,
  z.array(z.union([attribute, z.array(attribute).max(LIST_MAX)])).max(LIST_MAX),
);
const count = (min: number, most: number) =>
  z.preprocess(
    coerceNumber,
    z.number().transform((value) => Math.min(Math.max(Math.trunc(value), min), most)),
  );
const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

const searchRequest = z.looseObject({
  indexName: text,
  query: text.nullish().transform((value) => clampQuery(value ?? '')),
  attributesToRetrieve: list.default(['*']),
  attributesToHighlight: list.default(['hierarchy', 'content']),
  attributesToSnippet: list.default(['content:10']),
  snippetEllipsisText: text.max(TAG_MAX_CHARACTERS).default('…'),
  highlightPreTag: text.max(TAG_MAX_CHARACTERS).default('<em>'),
  highlightPostTag: text.max(TAG_MAX_CHARACTERS).default('</em>'),
  hitsPerPage: count(0, SEARCH_HITS_PER_PAGE).default(SEARCH_HITS_PER_PAGE),
  page: count(0, 1_000).default(0),
  facets: list.default([]),
  facetFilters: filters.default([]),
  clickAnalytics: flag.default(false),
  analytics: flag.default(true),
  /** Whether the answer says how likely its first hit answers a question. */
  getRankingInfo: flag.default(false),
  distinct: z.preprocess(coerceDistinct, z.number()).default(1),
});

/** A validated request. `given` has the parameters as the client sent them, for the echo. */
export type SearchRequest = z.output<typeof searchRequest> & { given: Record<string, unknown> };

/**
 * The parameters that determine the hits of a request. A search receives nothing else, so that their JSON is a complete
 * cache key: all requests with the same question have the same hits.
 */
export type SearchQuestion = Pick<
  SearchRequest,
  | 'indexName'
  | 'query'
  | 'page'
  | 'hitsPerPage'
  | 'distinct'
  | 'facets'
  | 'facetFilters'
  | 'attributesToRetrieve'
  | 'attributesToHighlight'
  | 'attributesToSnippet'
  | 'snippetEllipsisText'
  | 'highlightPreTag'
  | 'highlightPostTag'
  | 'getRankingInfo'
>;

export function extractQuestion(request: SearchRequest): SearchQuestion {
  return {
    indexName: request.indexName,
    query: request.query,
    page: request.page,
    hitsPerPage: request.hitsPerPage,
    distinct: request.distinct,
    facets: request.facets,
    facetFilters: request.facetFilters,
    attributesToRetrieve: request.attributesToRetrieve,
    attributesToHighlight: request.attributesToHighlight,
    attributesToSnippet: request.attributesToSnippet,
    snippetEllipsisText: request.snippetEllipsisText,
    highlightPreTag: request.highlightPreTag,
    highlightPostTag: request.highlightPostTag,
    getRankingInfo: request.getRankingInfo,
  };
}

interface ProtocolError {
  message: string;
  status: 400 | 404;
}

type Parsed = { requests: SearchRequest[]; error?: never } | { requests?: never; error: ProtocolError };

/** Parses the body of a multi-query call, or of a query to one index if `indexName` is set. */
export function parseBody(body: string, knownIndexes: readonly string[], indexName?: string): Parsed {
  const json = readJson(body);
  if (json === undefined)
    return createProtocolError('Invalid JSON: expected an object with a list of requests');
  const rawRequests = indexName === undefined ? readRequests(json) : [json];
  if (!rawRequests) return createProtocolError('Expecting a list under "requests"');
  if (rawRequests.length > REQUESTS_MAX)
    return createProtocolError(`Too many requests: at most ${REQUESTS_MAX} in one call`);
  const requests: SearchRequest[] = [];
  for (const request of rawRequests) {
    if (!isRecord(request)) return createProtocolError('Each request must be an object');
    const flat = mergeParams(request);
    const parsedRequest = searchRequest.safeParse(indexName === undefined ? flat : { ...flat, indexName });
    if (!parsedRequest.success) return createProtocolError(describe(parsedRequest.error));
    if (!knownIndexes.includes(parsedRequest.data.indexName)) {
      return {
        error: { message: `Index ${parsedRequest.data.indexName.slice(0, 100)} does not exist`, status: 404 },
      };
    }
    requests.push({ ...parsedRequest.data, given: flat });
  }
  return { requests };
}

/** The parameters as a query string, as the public service echoes them. */
export function formatParams(request: SearchRequest): string {
  const parameters = { ...request.given, query: request.query };
  return Object.entries(parameters)
    .filter(([name, value]) => name !== 'indexName' && name !== 'params' && value !== undefined)
    .map(
      ([name, value]) =>
        `${encode(name)}=${encode(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&');
}

// A lone surrogate can't be encoded.
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function clampQuery(query: string): string {
  const characters = [...query.slice(0, 4 * SEARCH_QUERY_MAX_CHARACTERS)];
  return characters.slice(0, SEARCH_QUERY_MAX_CHARACTERS).join('').toWellFormed();
}

function readRequests(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  return isRecord(json) && Array.isArray(json.requests) ? json.requests : undefined;
}

/** Older clients send the parameters as a query string. */
function mergeParams(request: Record<string, unknown>): Record<string, unknown> {
  if (typeof request.params !== 'string') return request;
  return { ...Object.fromEntries(new URLSearchParams(request.params)), ...request };
}

function coerceList(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return [];
  if (!value.trimStart().startsWith('[')) return value.split(',').map((part) => part.trim());
  return readJson(value) ?? value;
}

function coerceNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function coerceDistinct(value: unknown): unknown {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  const number = coerceNumber(value);
  return typeof number === 'number' ? Math.min(Math.max(Math.trunc(number), 0), 20) : number;
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `"${issue.path.join('.')}" ${explainIssue(issue)}.` : 'Invalid request';
}

function createProtocolError(message: string): { error: ProtocolError } {
  return { error: { message, status: 400 } };
}
