import { memoize } from '../../shared/memoize.ts';
import { findLanguage } from '../index/languages.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import type { AnswerConfidence } from '../protocol/wire.ts';
import { createAskedSections } from '../rank/asked-questions.ts';
import { createScorer } from '../rank/bm25.ts';
import { selectCandidates } from '../rank/candidates.ts';
import { createConfidence } from '../rank/confidence.ts';
import { createQuestionOrder } from '../rank/question-order.ts';
import { createRanker, type Ranked } from '../rank/rank.ts';
import { points } from '../rank/weights.ts';
import { createFilter, type FacetFilters, type Filter, findFilteredLanguage } from './filters.ts';
import { parseQuery } from './parse-query.ts';
import type { Query } from './query.ts';
import { isQuestion, readsAsQuestion } from './question.ts';
import {
  countLeastWords,
  countSectionsWith,
  createTypedAttempt,
  ENOUGH_HITS,
  widenQuery,
} from './relaxation.ts';
import { findMeantWord } from './spelling.ts';
import { createSynonyms } from './synonyms.ts';

/** The number of hits that paging can reach, as in the public protocol. */
export const REACHABLE_HITS = 1_000;
const FILTERS_KEPT = 8;

interface SearchRequest {
  query: string;
  facetFilters: FacetFilters;
  /** The number of hits per address. 0 means no limit. */
  perSection: number;
  /** The range of hits to return. */
  from: number;
  to: number;
  /** Sections that come first, in this order, if the query finds them: the order of a reranker. */
  order?: readonly number[] | undefined;
}

export interface SearchResult {
  query: Query;
  /** The requested range of records by their numbers, best first. */
  records: number[];
  /** The number of all hits that paging can reach. */
  hits: number;
  /** The best sections for a question, which a reranker may order again. Undefined for other queries. */
  answering?: readonly Ranked[];
  /** How likely the pages of the first of these sections answer the question. */
  measureConfidence?: () => AnswerConfidence | undefined;
}

/** Answers a query. Only the contents of this view are found, counted, and used for corrections and suggestions. */
export type RunQuery = (view: IndexView, request: SearchRequest) => SearchResult;

/** Parses a query, scores all sections by its words, and ranks the best of them by what a reader would look at. */
export function createQueryRunner(index: SearchIndex): RunQuery {
  const score = createScorer(index);
  const rank = createRanker(index);
  const orderForQuestion = createQuestionOrder(index);
  const findAskedSections = createAskedSections(index);
  const confidence = createConfidence(index);
  const synonyms = createSynonyms(index.synonyms);
  const filters = new WeakMap<IndexView, (facetFilters: string) => Filter>();

  /** The search dialog sends the same filter with every letter. */
  function filterFor(view: IndexView, facetFilters: FacetFilters): Filter {
    const knownResult =
      filters.get(view) ?? memoize(FILTERS_KEPT, (key: string) => createFilter(JSON.parse(key), view));
    filters.set(view, knownResult);
    return knownResult(JSON.stringify(facetFilters));
  }

  return (view, request) => {
    const language = findLanguage(
      findFilteredLanguage(request.facetFilters) ?? index.pages[0]?.language ?? '',
    );
    const query = parseQuery(request.query, { view, language, synonyms });
    const { visible, isShown } = filterFor(view, request.facetFilters);
    if (request.query.trim() === '')
      return selectPage(query, collectAll(index, visible, isShown, request), request);

    const asks = isQuestion(query, language);
    let attempt = createTypedAttempt(query, { isQuestion: asks });
    let scores = score(attempt, visible, view.sections);
    const whole = countSectionsWith(attempt.content.length, scores.withMatched);
    const isMissing = query.terms.some(({ isStopWord, clause }) => !isStopWord && clause.of.length === 0);
    const isWritten = whole > 0 && !isMissing;
    const more = whole < ENOUGH_HITS ? widenQuery(query, attempt, isWritten) : undefined;
    if (more) {
      attempt = more;
      scores = score(attempt, visible, view.sections);
    }
    if (attempt.content.length === 0) return { query, records: [], hits: 0 };

    const least = countLeastWords(attempt.content.length, scores.withMatched);
    const askedSections =
      language.code === 'en' ? findAskedSections(query, { view, visible, isQuestion: asks }) : [];
    const candidates = selectCandidates(
      attempt,
      scores,
      { least, most: REACHABLE_HITS, askedSections },
      index,
    );
    const context = { query, attempt, scores, isWritten, isShown, perSection: request.perSection };
    const listBestRecords = (sections: readonly number[]) =>
      rank(sections, context).flatMap(({ records }) => records);
    const rankedSections = raiseAsked(
      rank(candidates.best, context),
      askedSections,
      asks ? points.askedQuestion : points.askedWords,
    );
    const orderedSections = asks ? orderForQuestion(query, rankedSections, view) : rankedSections;
    const finalSections = moveToFront(orderedSections, request.order);
    const best = finalSections.flatMap(({ records }) => records);
    const measureConfidence = () =>
      confidence(
        query.terms.flatMap(({ forms }) => forms.map((form) => findMeantWord(form, view) ?? form)),
        finalSections.filter(({ records }) => records.length > 0),
        view,
      );
    const answering = {
      ...(asks && { answering: orderedSections }),
      ...(readsAsQuestion(query, language) && { measureConfidence }),
    };
    if (request.perSection !== 1)
      return {
        ...selectPage(query, [...best, ...listBestRecords(candidates.others)], request),
        ...answering,
      };
    // Other sections are ranked only within their page.
    const [from, to] = [request.from - best.length, request.to - best.length].map((at) => Math.max(at, 0));
    const records = [
      ...best.slice(request.from, request.to),
      ...listBestRecords(candidates.others.slice(from, to)),
    ];
    const hits = Math.min(best.length + candidates.others.length, REACHABLE_HITS);
    return { query, records, hits, ...answering };
  };
}

/** Adds points to the sections that have the query among their questions of readers. */
function raiseAsked(rankedSections: Ranked[], askedSections: readonly number[], raise: number): Ranked[] {
  if (askedSections.length === 0) return rankedSections;
  const raisedSections = rankedSections.map((hit) =>
    askedSections.includes(hit.section) ? { ...hit, score: hit.score + raise } : hit,
  );
  return raisedSections.sort((a, b) => b.score - a.score);
}

/** Moves the sections of `order` to the front. Those that weren't found are ignored. */
function moveToFront(
  orderedSections: readonly Ranked[],
  order: readonly number[] | undefined,
): readonly Ranked[] {
  if (order === undefined) return orderedSections;
  const hits = new Map(orderedSections.map((hit) => [hit.section, hit]));
  const first = new Set(order.flatMap((section) => hits.get(section) ?? []));
  return [...first, ...orderedSections.filter((hit) => !first.has(hit))];
}

function selectPage(query: Query, all: readonly number[], { from, to }: SearchRequest): SearchResult {
  const reachableHits = all.slice(0, REACHABLE_HITS);
  return { query, records: reachableHits.slice(from, to), hits: reachableHits.length };
}

/** Lists all records in the order of the site. */
function collectAll(
  { table }: SearchIndex,
  visibleSections: Uint8Array,
  isShown: (record: number) => boolean,
  { perSection }: SearchRequest,
): number[] {
  const records: number[] = [];
  for (let section = 0; section < table.sections && records.length < REACHABLE_HITS; section += 1) {
    if (visibleSections[section] === 0) continue;
    const end = table.firstRecords[section + 1] ?? 0;
    const shownRecords: number[] = [];
    for (let record = table.firstRecords[section] ?? 0; record < end; record += 1) {
      if (isShown(record)) shownRecords.push(record);
    }
    records.push(...shownRecords.slice(0, perSection || undefined));
  }
  return records;
}
