import { escapeHtml } from '../shared/html.ts';
import { matchesAttribute, snippetLengths } from './attributes.ts';
import { countFacets, filtersOf } from './filters.ts';
import { find, REACHABLE_HITS } from './find.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import type { IndexFile } from './index-file.ts';
import { paramsOf, type SearchRequest } from './protocol.ts';
import { type Level, levels, type SearchRecord } from './record.ts';
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
  const hit = hitMaker(request, highlighter);
  const hits = found.ids.slice(from, from + request.hitsPerPage).map((id) => hit(index.record(id)));
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

const plainAttributes = [
  'type',
  'url',
  'url_without_anchor',
  'anchor',
  'language',
  'docusaurus_tag',
] as const;

/** What a request wants to see of a hit, found out once for all of them. */
function hitMaker(request: SearchRequest, highlighter: Highlighter): (record: SearchRecord) => Hit {
  const isRetrieved = (path: string) => matchesAttribute(request.attributesToRetrieve, path);
  const plain = plainAttributes.filter(isRetrieved);
  const retrieved = textsWith((path) => (isRetrieved(path) ? escapeHtml : undefined));
  const lengths = snippetLengths(request.attributesToSnippet);
  const snippets = textsWith((path) => {
    const length = lengths(path);
    return length && ((text: string) => highlighter.snippet(text, length, request.snippetEllipsisText));
  });
  const highlights = textsWith((path) =>
    matchesAttribute(request.attributesToHighlight, path) ? highlighter.highlight : undefined,
  );
  return (record) => {
    const hit: Hit = { objectID: record.objectID };
    for (const name of plain) hit[name] = record[name];
    placeTexts(hit, record, retrieved, true);
    const shown: Record<string, unknown> = {};
    placeTexts(shown, record, snippets, false);
    if (Object.keys(shown).length > 0) hit._snippetResult = shown;
    const marked: Record<string, unknown> = {};
    placeTexts(marked, record, highlights, false);
    if (Object.keys(marked).length > 0) hit._highlightResult = marked;
    return hit;
  };
}

/** How the texts of a record are shown that are shown at all. */
interface ShownTexts {
  levels: { level: Level; show: Show }[];
  content?: Show;
}
type Show = (text: string) => unknown;

function textsWith(showOf: (path: string) => Show | undefined | 0): ShownTexts {
  const content = showOf('content');
  return {
    levels: levels.flatMap((level) => {
      const show = showOf(`hierarchy.${level}`);
      return show ? [{ level, show }] : [];
    }),
    ...(content && { content }),
  };
}

/** The levels go one object deep. */
function placeTexts(
  target: Record<string, unknown>,
  record: SearchRecord,
  texts: ShownTexts,
  withNull: boolean,
): void {
  const hierarchy: Partial<Record<Level, unknown>> = {};
  let isEmpty = true;
  for (const { level, show } of texts.levels) {
    const text = record.hierarchy[level];
    if (text === null && !withNull) continue;
    hierarchy[level] = text === null ? null : show(text);
    isEmpty = false;
  }
  if (!isEmpty) target.hierarchy = hierarchy;
  if (texts.content && (record.content !== null || withNull)) {
    target.content = record.content === null ? null : texts.content(record.content);
  }
}
