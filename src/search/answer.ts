import { matchesAttribute, snippetLengths } from './attributes.ts';
import { escapeHtml } from './escape.ts';
import { countFacets, filtersOf } from './filters.ts';
import { find, REACHABLE_HITS } from './find.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import type { IndexFile } from './index-file.ts';
import { paramsOf, type SearchRequest } from './protocol.ts';
import { levels, type SearchRecord } from './record.ts';
import { suggestionsFor } from './suggestions.ts';

/** One answer of the public protocol. Every text in it is HTML-escaped; the only markup is the highlight tags. */
export interface SearchAnswer {
  hits: Hit[];
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  exhaustiveNbHits: boolean;
  exhaustiveTypo: boolean;
  facets?: Record<string, Record<string, number>>;
  query: string;
  params: string;
  index: string;
  processingTimeMS: number;
  queryID?: string;
  /** Where nothing was found: what to search for instead. */
  userData?: { suggestions: string[] }[];
}

export interface Hit extends Record<string, unknown> {
  objectID: string;
}

export function answer(index: IndexFile, request: SearchRequest): SearchAnswer {
  const started = performance.now();
  const filters = filtersOf(request.facetFilters, index.traits);
  const found = find(index, { query: request.query, filters, perTarget: request.distinct });
  const from = request.page * request.hitsPerPage;
  const highlighter = createHighlighter(found.query, {
    pre: request.highlightPreTag,
    post: request.highlightPostTag,
  });
  const hits = found.ids
    .slice(from, from + request.hitsPerPage)
    .map((id) => hitOf(index.record(id), request, highlighter));
  return {
    hits,
    nbHits: found.ids.length,
    page: request.page,
    nbPages: request.hitsPerPage === 0 ? 0 : Math.ceil(found.ids.length / request.hitsPerPage),
    hitsPerPage: request.hitsPerPage,
    exhaustiveNbHits: found.exhaustive && found.ids.length < REACHABLE_HITS,
    exhaustiveTypo: true,
    ...(request.facets.length > 0 && { facets: countFacets(request.facets, found.ids, index.traits) }),
    query: request.query,
    params: paramsOf(request),
    index: request.indexName,
    processingTimeMS: Math.ceil(performance.now() - started),
    ...(found.ids.length === 0 && { userData: [{ suggestions: suggestionsFor(found.query, index) }] }),
    ...(request.clickAnalytics && { queryID: crypto.randomUUID().replaceAll('-', '') }),
  };
}

function hitOf(record: SearchRecord, request: SearchRequest, highlighter: Highlighter): Hit {
  const texts = textsOf(record);
  const hit: Hit = { objectID: record.objectID };
  for (const name of ['type', 'url', 'url_without_anchor', 'anchor', 'language', 'docusaurus_tag'] as const) {
    if (matchesAttribute(request.attributesToRetrieve, name)) hit[name] = record[name];
  }
  for (const { path, text } of texts) {
    if (matchesAttribute(request.attributesToRetrieve, path)) {
      place(hit, path, text === null ? null : escapeHtml(text));
    }
  }
  const snippets = {};
  const highlights = {};
  const lengths = snippetLengths(request.attributesToSnippet);
  for (const { path, text } of texts) {
    if (text === null) continue;
    const length = lengths(path);
    if (length !== undefined)
      place(snippets, path, highlighter.snippet(text, length, request.snippetEllipsisText));
    if (matchesAttribute(request.attributesToHighlight, path))
      place(highlights, path, highlighter.highlight(text));
  }
  if (Object.keys(snippets).length > 0) hit._snippetResult = snippets;
  if (Object.keys(highlights).length > 0) hit._highlightResult = highlights;
  return hit;
}

function textsOf(record: SearchRecord): { path: string; text: string | null }[] {
  return [
    ...levels.map((level) => ({ path: `hierarchy.${level}`, text: record.hierarchy[level] })),
    { path: 'content', text: record.content },
  ];
}

/** `hierarchy.lvl1` goes one object deep. */
function place(target: Record<string, unknown>, path: string, value: unknown): void {
  const [parent = '', child] = path.split('.');
  if (child === undefined) {
    target[parent] = value;
    return;
  }
  const known = target[parent];
  const inner = typeof known === 'object' && known !== null ? known : {};
  Reflect.set(inner, child, value);
  target[parent] = inner;
}
