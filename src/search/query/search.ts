import { memoize } from '../../shared/memoize.ts';
import { languageOf } from '../index/languages.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { createScorer } from '../rank/bm25.ts';
import { candidatesOf } from '../rank/candidates.ts';
import { createRanker } from '../rank/rank.ts';
import { type FacetFilters, type Filter, filterOf, languageIn } from './filters.ts';
import { parseQuery } from './parse-query.ts';
import type { Query } from './query.ts';
import { asTyped, ENOUGH_HITS, leastWords, sectionsWith, wider } from './relaxation.ts';
import { synonymsOf } from './synonyms.ts';

/** As many hits as paging can reach, as in the public protocol. */
export const REACHABLE_HITS = 1_000;
const FILTERS_KEPT = 8;

interface SearchRequest {
  query: string;
  facetFilters: FacetFilters;
  /** Hits of one address; 0: no limit. */
  perSection: number;
  /** Which of the hits are wanted. */
  from: number;
  to: number;
}

/** What is in the view is found, counted, corrected to and suggested, and nothing else. */
export type Search = ReturnType<typeof createSearch>;

/** Parses a query, scores all sections by its words, and ranks the best of them by what a reader would look at. */
export function createSearch(index: SearchIndex) {
  const score = createScorer(index);
  const rank = createRanker(index);
  const synonyms = synonymsOf(index.synonyms);
  const filters = new WeakMap<IndexView, (facetFilters: string) => Filter>();

  /** The dialog sends the same filter with every letter. */
  function filterFor(view: IndexView, facetFilters: FacetFilters): Filter {
    const known =
      filters.get(view) ?? memoize(FILTERS_KEPT, (key: string) => filterOf(JSON.parse(key), view));
    filters.set(view, known);
    return known(JSON.stringify(facetFilters));
  }

  return (view: IndexView, request: SearchRequest): ReturnType<typeof pageOf> => {
    const language = languageOf(languageIn(request.facetFilters) ?? index.pages[0]?.language ?? '');
    const query = parseQuery(request.query, { view, language, synonyms });
    const { visible, isShown } = filterFor(view, request.facetFilters);
    if (request.query.trim() === '')
      return pageOf(query, everything(index, visible, isShown, request), request);

    let attempt = asTyped(query);
    let scores = score(attempt, visible, view.sections);
    const whole = sectionsWith(attempt.content.length, scores.withMatched);
    const isMissing = query.terms.some(({ isStopWord, clause }) => !isStopWord && clause.of.length === 0);
    const isWritten = whole > 0 && !isMissing;
    const more = whole < ENOUGH_HITS ? wider(query, attempt, isWritten) : undefined;
    if (more) {
      attempt = more;
      scores = score(attempt, visible, view.sections);
    }
    if (attempt.content.length === 0) return { query, records: [], hits: 0 };

    const least = leastWords(attempt.content.length, scores.withMatched);
    const found = candidatesOf(attempt, scores, least, REACHABLE_HITS, index);
    const context = { query, attempt, scores, isWritten, isShown, perSection: request.perSection };
    const recordsOf = (sections: readonly number[]) =>
      rank(sections, context).flatMap(({ records }) => records);
    const best = recordsOf(found.best);
    if (request.perSection !== 1) return pageOf(query, [...best, ...recordsOf(found.others)], request);
    // The others are not ranked but among those of their page.
    const [from, to] = [request.from - best.length, request.to - best.length].map((at) => Math.max(at, 0));
    const records = [...best.slice(request.from, request.to), ...recordsOf(found.others.slice(from, to))];
    return { query, records, hits: Math.min(best.length + found.others.length, REACHABLE_HITS) };
  };
}

/** Records from `from` to `to`, best first, and how many hits there are in all, as far as paging can reach. */
function pageOf(query: Query, all: readonly number[], { from, to }: SearchRequest) {
  const reachable = all.slice(0, REACHABLE_HITS);
  return { query, records: reachable.slice(from, to), hits: reachable.length };
}

/** In the order of the site. */
function everything(
  { table }: SearchIndex,
  visible: Uint8Array,
  isShown: (record: number) => boolean,
  { perSection }: SearchRequest,
): number[] {
  const records: number[] = [];
  for (let section = 0; section < table.sections && records.length < REACHABLE_HITS; section += 1) {
    if (visible[section] === 0) continue;
    const end = table.firstRecords[section + 1] ?? 0;
    const shown: number[] = [];
    for (let record = table.firstRecords[section] ?? 0; record < end; record += 1) {
      if (isShown(record)) shown.push(record);
    }
    records.push(...shown.slice(0, perSection || undefined));
  }
  return records;
}
