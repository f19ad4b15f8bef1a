import { escapeHtml } from '../../shared/html.ts';
import { type IndexedPage, openIndex } from '../index/open-index.ts';
import { createIndexView, type IndexView } from '../index/view.ts';
import type { FindAudience } from '../index/visibility-classes.ts';
import { countFacets } from '../query/filters.ts';
import type { Query } from '../query/query.ts';
import { isTypedOut } from '../query/question.ts';
import { createQueryRunner, REACHABLE_HITS, type RunQuery, type SearchResult } from '../query/search.ts';
import { countAllowedEdits, findCorrections } from '../query/spelling.ts';
import { listPassages } from '../rerank/list-passages.ts';
import { createHighlighter } from './highlight.ts';
import { createHitMaker } from './hits.ts';
import { formatParams, type SearchQuestion, type SearchRequest } from './request.ts';
import type { SearchAnswer } from './wire.ts';

/** An answer without the parts that differ per request: the echo of the request, the ID and the time it took. */
type QuestionAnswer = Omit<SearchAnswer, 'params' | 'queryID' | 'processingTimeMS'>;

/** Opens an index file for searching, once per thread. Throws an error that names the file if it can't be used. */
export function openSearchFile(file: string, findAudience?: FindAudience) {
  const index = openIndex(file, findAudience);
  const search = createQueryRunner(index);
  return {
    /**
     * Creates a search that finds only these pages. For its readers, other pages don't exist. Create one per set of
     * pages, because this reads the whole index.
     */
    within(isVisible: (page: IndexedPage) => boolean) {
      const view = createIndexView(index, isVisible);
      return {
        /** `order` has the sections that come first, as a reranker wants them. */
        answer: (question: SearchQuestion, order?: readonly number[]) =>
          runQuestion(search, view, question, order).answer,
        /** Answers, and lists the sections that a reranker may order if the question is typed out. */
        answerWithPassages(question: SearchQuestion) {
          const { answer, result } = runQuestion(search, view, question);
          const { query, answering } = result;
          const isRanked = answering !== undefined && isTypedOut(question.query, query, view);
          return { answer, passages: isRanked ? listPassages(answering, index) : undefined };
        },
      };
    },
    // The memory of a view: a number for each word and a byte for each section.
    viewBytes: 4 * (index.vocabulary.size + 2) + index.table.sections,
    close: index.close,
  };
}

function runQuestion(
  search: RunQuery,
  view: IndexView,
  question: SearchQuestion,
  order?: readonly number[],
): { answer: QuestionAnswer; result: SearchResult } {
  const { query: queryText, page, hitsPerPage, facetFilters } = question;
  const from = page * hitsPerPage;
  const query = { query: queryText, facetFilters, perSection: question.distinct, order };
  const result = search(view, { ...query, from, to: from + hitsPerPage });
  const highlighter = createHighlighter(result.query, {
    pre: question.highlightPreTag,
    post: question.highlightPostTag,
  });
  const hit = createHitMaker(question, highlighter);
  const listFacets = () =>
    countFacets(question.facets, search(view, { ...query, from: 0, to: REACHABLE_HITS }).records, view.index);
  const confidence = question.getRankingInfo ? result.measureConfidence?.() : undefined;
  const answer: QuestionAnswer = {
    hits: result.records.map((record) =>
      hit(view.index.record(record), () => view.index.readPassages(record)),
    ),
    nbHits: result.hits,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(result.hits / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: result.hits < REACHABLE_HITS,
    exhaustiveTypo: true,
    ...(question.facets.length > 0 && { facets: listFacets() }),
    query: queryText,
    index: question.indexName,
    ...(confidence !== undefined && { confidence }),
    ...(result.hits === 0 && { userData: [{ suggestions: findSuggestions(result.query, view, search) }] }),
  };
  return { answer, result };
}

/**
 * The whole answer to a request, from the JSON of the answer to its question. The rest is appended to the text, because
 * reading and writing 10 kB of JSON again would cost more than taking an answer from the cache.
 */
export function completeAnswer(
  json: string,
  request: SearchRequest,
  processingTimeMS: number,
): { json: string; queryID?: string } {
  const queryID = request.clickAnalytics ? crypto.randomUUID().replaceAll('-', '') : undefined;
  const rest: Pick<SearchAnswer, 'params' | 'processingTimeMS' | 'queryID'> = {
    params: formatParams(request),
    processingTimeMS,
    ...(queryID !== undefined && { queryID }),
  };
  return {
    json: `${json.slice(0, -1)},${JSON.stringify(rest).slice(1)}`,
    ...(queryID !== undefined && { queryID }),
  };
}

const SUGGESTIONS_MAX = 3;
const WORDS_MAX = 2;

/**
 * Suggests other searches if nothing was found: the nearest words of the index, which may differ more than a tolerated
 * misspelling, then the titles that these words find. Escaped, like every text of an answer.
 */
function findSuggestions(query: Query, view: IndexView, search: RunQuery): string[] {
  const { vocabulary } = view.index;
  const words = query.terms.flatMap(({ forms: [form = ''] }) =>
    findCorrections(form, true, view, countAllowedEdits(form.length) + 1).map(({ word }) =>
      vocabulary.getWord(word),
    ),
  );
  const nearest = [...new Set(words)].slice(0, WORDS_MAX);
  const titles = nearest.flatMap((word) => {
    const request = { query: word, facetFilters: [], perSection: 1, from: 0, to: SUGGESTIONS_MAX };
    return search(view, request).records.map((record) => view.index.record(record).hierarchy.lvl1);
  });
  const offeredTitles = [...nearest, ...titles];
  const alike = offeredTitles.map((text) => text.toLowerCase());
  return offeredTitles
    .filter((text, index) => alike.indexOf(text.toLowerCase()) === index)
    .slice(0, SUGGESTIONS_MAX)
    .map(escapeHtml);
}
