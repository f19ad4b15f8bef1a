import { escapeHtml } from '../../shared/html.ts';
import { type Level, levels, type SearchRecord } from '../index/record.ts';
import type { IndexView } from '../index/view.ts';
import { countFacets } from '../query/filters.ts';
import { REACHABLE_HITS, type Search } from '../query/search.ts';
import { suggestionsFor } from '../query/suggestions.ts';
import { matchesAttribute, snippetLengths } from './attributes.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { paramsOf, type SearchRequest } from './request.ts';
import type { Hit, SearchAnswer } from './wire.ts';

export function answer(search: Search, view: IndexView, request: SearchRequest): SearchAnswer {
  const started = performance.now();
  const { query: written, page, hitsPerPage, facetFilters } = request;
  const from = page * hitsPerPage;
  const asked = { query: written, facetFilters, perSection: request.distinct };
  const found = search(view, { ...asked, from, to: from + hitsPerPage });
  const highlighter = createHighlighter(found.query, {
    pre: request.highlightPreTag,
    post: request.highlightPostTag,
  });
  const hit = hitMaker(request, highlighter);
  const facets = () =>
    countFacets(request.facets, search(view, { ...asked, from: 0, to: REACHABLE_HITS }).records, view.index);
  return {
    hits: found.records.map((record) => hit(view.index.record(record))),
    nbHits: found.hits,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(found.hits / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: found.hits < REACHABLE_HITS,
    exhaustiveTypo: true,
    ...(request.facets.length > 0 && { facets: facets() }),
    query: written,
    params: paramsOf(request),
    index: request.indexName,
    processingTimeMS: Math.ceil(performance.now() - started),
    ...(found.hits === 0 && { userData: [{ suggestions: suggestionsFor(found.query, view, search) }] }),
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
