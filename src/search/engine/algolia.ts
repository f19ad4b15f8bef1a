import { type SearchClient, searchClient } from '@algolia/client-search';
import {
  SEARCH_CONNECT_TIMEOUT_MS,
  SEARCH_READ_TIMEOUT_MS,
  SEARCH_WRITE_TIMEOUT_MS,
} from '../../config/constants.ts';
import { escapeHtml } from '../../shared/html.ts';
import { isRecord } from '../../shared/json.ts';
import { describeReason } from '../../shared/reason.ts';
import type { SearchRecord } from '../index/record.ts';
import { formatParams, type SearchRequest } from '../protocol/request.ts';
import { levels } from '../protocol/wire.ts';
import type { EncodedAnswer, SearchEngine } from './engine.ts';

interface AlgoliaOptions {
  appId: string;
  apiKey: string;
  /** The name of the hosted index. Clients of this server use the name of its own index. */
  indexName: string;
  /** Hosts that replace those of the service in tests. */
  hosts?: { url: string; port: number; protocol: 'http' | 'https' }[];
}

/**
 * Relays searches to the hosted service. The key stays on the server. Timeouts and retries are those of the service's
 * own client.
 */
export function createAlgoliaEngine(options: AlgoliaOptions): SearchEngine {
  const client = createClient(options);
  return {
    async search(requests, { scope } = {}) {
      // The hosted index knows no audiences, so it would show every page to every reader.
      if (scope !== undefined && scope.kind !== 'everything')
        return { outcome: 'unavailable', reason: "the hosted index doesn't support audiences" };
      try {
        const { results } = await client.search({
          requests: requests.map((request) => toRelayedRequest(request, options.indexName)),
        });
        return {
          outcome: 'answered',
          answers: requests.map((request, index) => encode(results[index], request)),
        };
      } catch (error) {
        return { outcome: 'unavailable', reason: describeReason(error) };
      }
    },
    async close() {},
  };
}

/** Replaces the contents of the hosted index with these records in one step. */
export async function pushRecords(options: AlgoliaOptions, records: readonly SearchRecord[]): Promise<void> {
  const client = createClient(options);
  await client.replaceAllObjects({
    indexName: options.indexName,
    objects: records.map((record) => ({ ...record })),
    batchSize: 1_000,
  });
  await client.setSettings({
    indexName: options.indexName,
    indexSettings: {
      searchableAttributes: [
        ...levels.slice(1).map((level) => `unordered(hierarchy.${level})`),
        'unordered(about)',
        'unordered(questions)',
        'content',
        'unordered(hierarchy.lvl0)',
      ],
      attributesForFaceting: ['type', 'language', 'docusaurus_tag', 'hierarchy.lvl0'],
      attributeForDistinct: 'url',
      distinct: true,
      attributesToSnippet: ['content:10'],
      attributesToHighlight: ['hierarchy', 'content'],
      removeWordsIfNoResults: 'allOptional',
      minWordSizefor1Typo: 4,
      minWordSizefor2Typos: 8,
    },
  });
}

function createClient({ appId, apiKey, hosts }: AlgoliaOptions): SearchClient {
  return searchClient(appId, apiKey, {
    timeouts: {
      connect: SEARCH_CONNECT_TIMEOUT_MS,
      read: SEARCH_READ_TIMEOUT_MS,
      write: SEARCH_WRITE_TIMEOUT_MS,
    },
    ...(hosts && { hosts: hosts.map((host) => ({ ...host, accept: 'readWrite' as const })) }),
  });
}

// Private-use characters, which no text contains. They are replaced by the tags after escaping.
const OPEN = '\u{E001}';
const CLOSE = '\u{E002}';

function toRelayedRequest(request: SearchRequest, indexName: string) {
  const { given: _given, indexName: _own, analytics: _counted, distinct, ...parameters } = request;
  return {
    ...parameters,
    indexName,
    distinct,
    facetFilters: request.facetFilters.map((entry) => (typeof entry === 'string' ? entry : [...entry])),
    highlightPreTag: OPEN,
    highlightPostTag: CLOSE,
    attributesToRetrieve: [...request.attributesToRetrieve, '-about', '-questions'],
  };
}

function encode(result: unknown, request: SearchRequest): EncodedAnswer {
  const answer: Record<string, unknown> = {
    ...(isRecord(result) ? result : {}),
    index: request.indexName,
    params: formatParams(request),
  };
  delete answer._automaticInsights;
  if (Array.isArray(answer.hits)) answer.hits = answer.hits.map((hit) => escapeStrings(hit, '', request));
  return {
    json: JSON.stringify(answer),
    query: request.query,
    nbHits: typeof answer.nbHits === 'number' ? answer.nbHits : 0,
    page: request.page,
    result: 'computed',
    objectIDs: Array.isArray(answer.hits) ? answer.hits.flatMap(listObjectIds) : [],
    ...(typeof answer.queryID === 'string' && { queryID: answer.queryID }),
  };
}

function listObjectIds(hit: unknown): string[] {
  return isRecord(hit) && typeof hit.objectID === 'string' ? [hit.objectID] : [];
}

const addresses = new Set(['url', 'url_without_anchor', 'anchor', 'objectID']);

/** Escapes all strings of a hit and inserts the tags that the client asked for. */
function escapeStrings(value: unknown, name: string, tags: SearchRequest): unknown {
  if (typeof value === 'string') {
    if (addresses.has(name)) return value;
    return escapeHtml(value).replaceAll(OPEN, tags.highlightPreTag).replaceAll(CLOSE, tags.highlightPostTag);
  }
  if (Array.isArray(value)) return value.map((item) => escapeStrings(item, name, tags));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, escapeStrings(inner, key, tags)]),
  );
}
