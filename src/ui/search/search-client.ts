import { liteClient } from 'algoliasearch/lite';
import {
  SEARCH_CONNECT_TIMEOUT_MS,
  SEARCH_HITS_PER_PAGE,
  SEARCH_NARROW_MAX_PX,
  SEARCH_READ_TIMEOUT_MS,
  SEARCH_SNIPPET_WORDS,
  SEARCH_SNIPPET_WORDS_NARROW,
  SEARCH_WRITE_TIMEOUT_MS,
} from '../../config/constants.ts';
import { browserUrl, SEARCH_EVENTS_URL } from '../../model/urls.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { unescapeHtml } from '../../shared/html.ts';
import type { AnsweredHit } from './search-item.ts';

interface Found {
  hits: AnsweredHit[];
  nbHits: number;
  queryID: string | undefined;
  /** What to search for instead; only where nothing was found. */
  suggestions: string[];
}

type SearchResult = { outcome: 'found'; found: Found } | { outcome: 'signed-out' } | { outcome: 'failed' };

// The public client asks this very server; name and key mean nothing to it.
const client = liteClient('docs', 'reader', {
  hosts: [
    {
      url: location.host + browserUrl('/').slice(0, -1),
      protocol: location.protocol === 'http:' ? 'http' : 'https',
      accept: 'readWrite',
    },
  ],
  timeouts: {
    connect: SEARCH_CONNECT_TIMEOUT_MS,
    read: SEARCH_READ_TIMEOUT_MS,
    write: SEARCH_WRITE_TIMEOUT_MS,
  },
});

/** The client keeps answers for a reader who takes letters back; a build published meanwhile has others. */
export function forgetAnswers(): void {
  void client.clearCache();
}

/** Where a search looks. */
export interface SearchScope {
  language: string;
  /** Versions, as they are tagged. */
  tags: readonly string[];
}

export async function searchDocs(query: string, { language, tags }: SearchScope): Promise<SearchResult> {
  const narrow = matchMedia(`(max-width: ${SEARCH_NARROW_MAX_PX}px)`).matches;
  const words = narrow ? SEARCH_SNIPPET_WORDS_NARROW : SEARCH_SNIPPET_WORDS;
  try {
    const { results } = await client.search<AnsweredHit>({
      requests: [
        {
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
          // Only this version and language of the documentation, and the pages beside it.
          facetFilters: [`language:${language}`, ['default', ...tags].map((tag) => `docusaurus_tag:${tag}`)],
        },
      ],
    });
    const [answer] = results;
    if (!answer || !('hits' in answer)) return { outcome: 'failed' };
    const { hits, nbHits = 0, queryID, userData } = answer;
    return { outcome: 'found', found: { hits, nbHits, queryID, suggestions: suggestionsIn(userData) } };
  } catch (error) {
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
    return { outcome: status === 401 ? 'signed-out' : 'failed' };
  }
}

function suggestionsIn(userData: unknown): string[] {
  const [first]: unknown[] = Array.isArray(userData) ? userData : [];
  if (typeof first !== 'object' || first === null || !('suggestions' in first)) return [];
  return Array.isArray(first.suggestions)
    ? first.suggestions.filter((text) => typeof text === 'string').map(unescapeHtml)
    : [];
}

/** Tells the server which hit was opened; nothing waits for it. */
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
