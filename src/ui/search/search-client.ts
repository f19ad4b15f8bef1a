import {
  createAlgoliaAgent,
  createMemoryCache,
  createNullLogger,
  createTransporter,
  RetryError,
} from '@algolia/client-common';
import { createXhrRequester } from '@algolia/requester-browser-xhr';
import {
  SEARCH_CONNECT_TIMEOUT_MS,
  SEARCH_HITS_PER_PAGE,
  SEARCH_NARROW_MAX_PX,
  SEARCH_READ_TIMEOUT_MS,
  SEARCH_SNIPPET_WORDS,
  SEARCH_SNIPPET_WORDS_NARROW,
  SEARCH_WRITE_TIMEOUT_MS,
} from '../../config/constants.ts';
import { SEARCH_EVENTS_URL, SEARCH_QUERIES_PATH } from '../../model/urls.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import type { AnsweredHit } from './search-item.ts';

/** The parts of a response that this client uses. */
interface AnsweredSearch {
  query?: string;
  hits: AnsweredHit[];
  nbHits?: number;
  queryID?: string;
  userData?: unknown;
}

// The transport of the public client, with its timeouts, retries and cache, for the one call that uses it.
const transporter = createTransporter({
  hosts: [
    {
      url: location.hostname,
      protocol: location.protocol === 'http:' ? 'http' : 'https',
      accept: 'readWrite',
      ...(location.port !== '' && { port: Number(location.port) }),
    },
  ],
  timeouts: {
    connect: SEARCH_CONNECT_TIMEOUT_MS,
    read: SEARCH_READ_TIMEOUT_MS,
    write: SEARCH_WRITE_TIMEOUT_MS,
  },
  requester: createXhrRequester(),
  requestsCache: createMemoryCache({ serializable: false }),
  responsesCache: createMemoryCache(),
  hostsCache: createMemoryCache(),
  logger: createNullLogger(),
  algoliaAgent: createAlgoliaAgent('5'),
  baseHeaders: { 'content-type': 'text/plain' },
  baseQueryParameters: {},
});

/**
 * Clears the cache, which serves readers who delete letters again. A build published in the meantime gives other
 * results.
 */
export function forgetAnswers(): void {
  runInBackground(transporter.requestsCache.clear());
  runInBackground(transporter.responsesCache.clear());
}

/** Scope of a search. */
export interface SearchScope {
  language: string;
  /** Tags of the versions to search. */
  tags: readonly string[];
}

/**
 * `isLate`: no response came within the timeouts, which are short. The transport waits longer when it's asked again.
 */
export async function searchDocs(query: string, { language, tags }: SearchScope) {
  const narrow = matchMedia(`(max-width: ${SEARCH_NARROW_MAX_PX}px)`).matches;
  const words = narrow ? SEARCH_SNIPPET_WORDS_NARROW : SEARCH_SNIPPET_WORDS;
  const request = {
    indexName: INDEX_NAME,
    query,
    hitsPerPage: SEARCH_HITS_PER_PAGE,
    attributesToRetrieve: ['hierarchy', 'content', 'type', 'url'],
    attributesToSnippet: [`hierarchy:${words}`, `content:${words}`],
    attributesToHighlight: ['hierarchy'],
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    clickAnalytics: true,
    // Results are from this version and language of the documentation, or pages outside of it.
    facetFilters: [`language:${language}`, ['default', ...tags].map((tag) => `docusaurus_tag:${tag}`)],
  };
  try {
    const { results } = await transporter.request<{ results: readonly AnsweredSearch[] }>(
      {
        method: 'POST',
        path: SEARCH_QUERIES_PATH.replace(':index', '*'),
        queryParameters: {},
        headers: {},
        data: { requests: [request] },
        useReadTransporter: true,
        cacheable: true,
      },
      { cacheable: true },
    );
    const [answer] = results;
    if (!answer) return { outcome: 'failed', isLate: false } as const;
    // A busy server may answer with the results of a newer query, which must not be cached for this one.
    if (answer.query !== query) forgetAnswers();
    const { hits, nbHits = 0, queryID, userData } = answer;
    return { outcome: 'found', hits, nbHits, queryID, suggestions: readSuggestions(userData) } as const;
  } catch (error) {
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
    if (status === 401) return { outcome: 'signed-out' } as const;
    const isLate = error instanceof RetryError && error.stackTrace.at(-1)?.response.isTimedOut;
    return { outcome: 'failed', isLate: isLate === true } as const;
  }
}

/** Alternative queries, if nothing was found. */
function readSuggestions(userData: unknown): string[] {
  const [first]: unknown[] = Array.isArray(userData) ? userData : [];
  if (typeof first !== 'object' || first === null || !('suggestions' in first)) return [];
  return Array.isArray(first.suggestions)
    ? first.suggestions.filter((text) => typeof text === 'string').map(unescapeHtml)
    : [];
}

/** Reports which result was opened. Nothing waits for it. */
export function reportOpened(objectID: string, queryID: string): void {
  const event = {
    eventType: 'click',
    eventName: 'Hit opened',
    index: INDEX_NAME,
    queryID,
    objectIDs: [objectID],
  };
  navigator.sendBeacon(SEARCH_EVENTS_URL, JSON.stringify({ events: [event] }));
}
