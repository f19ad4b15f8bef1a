import { z } from 'zod';
import { SEARCH_HITS_PER_PAGE, SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import { parseBody, type SearchRequest } from '../../search/protocol/request.ts';
import { type AnswerConfidence, INDEX_NAME } from '../../search/protocol/wire.ts';
import type { PassageSection } from './passages.ts';
import type { Question, Term } from './question.ts';
import { type Candidate, FOR_OTHERS, isForOthers, type WeighedTerm } from './score.ts';

/** The search and pages of one reader, which are the only source of an answer. */
export interface ReaderView {
  /** Runs searches in the reader's scope and returns an answer for each. Undefined if search is unavailable. */
  search(requests: readonly SearchRequest[]): Promise<readonly unknown[] | undefined>;
  /** Reads the passages of a page by its URL. Undefined if the reader has no such page. */
  readPage(url: string): Promise<readonly PassageSection[] | undefined>;
}

/** Where to look: BCP 47 tag of the language, and the search tags of versions, all if undefined. */
export interface AnswerScope {
  language: string;
  tags?: readonly string[] | undefined;
}

/** Pages to read for a question. The section that answers is nearly always on one of them. */
const PAGES_MAX = 10;
/** A word in no more than this share of all sections is rare. */
const RARE_MAX_SHARE = 0.01;
/** Dampens the difference between the first ranks of a search (Cormack et al., Reciprocal Rank Fusion, 2009). */
const RANK_DAMPING = 4;

const hitSchema = z.object({ url: z.string(), url_without_anchor: z.string() });
const searchAnswerSchema = z.object({
  hits: z.array(hitSchema),
  nbHits: z.number(),
  // A hosted search doesn't return this field.
  confidence: z.object({ firstPage: z.number(), firstTwoPages: z.number() }).optional(),
});

/** A section that search found, and its page. */
export interface FoundSection {
  url: string;
  page: string;
}

export interface FoundSections {
  /** The page of each section by its URL, with the likelihood from 0 to 1 that it answers, the best first. */
  sections: ReadonlyMap<string, { page: string; prior: number }>;
  terms: readonly WeighedTerm[];
  /** The sections that search found for the question as it was typed, in its order. */
  typedHits: readonly FoundSection[];
  /** How likely their pages answer. Undefined if search doesn't say it. */
  confidence: AnswerConfidence | undefined;
}

/** Searches for the question as it was typed and for its words, and counts how common each word is in this view. */
export async function searchForQuestion(
  text: string,
  question: Question,
  { language, tags }: AnswerScope,
  view: ReaderView,
): Promise<FoundSections | undefined> {
  const { terms } = question;
  const filters = [
    `language:${language}`,
    ...(tags === undefined ? [] : [['default', ...tags].map((tag) => `docusaurus_tag:${tag}`)]),
  ];
  const queries = [...new Set([fitQuery(text, question), terms.map(({ spelling }) => spelling).join(' ')])];
  const answers = await view.search([
    ...queries.map((query) => createRequest(query, SEARCH_HITS_PER_PAGE, filters)),
    ...['', ...terms.map(({ spelling }) => spelling)].map((query) => createRequest(query, 0, filters)),
  ]);
  if (answers === undefined) return undefined;
  const { data: parsedAnswers } = z.array(searchAnswerSchema).safeParse(answers);
  // A hosted search leaves out fields.
  if (parsedAnswers === undefined) return undefined;
  const lists = parsedAnswers.slice(0, queries.length);
  const [total = 0, ...counts] = parsedAnswers.slice(queries.length).map(({ nbHits }) => nbHits);
  const sections = new Map<string, { page: string; prior: number }>();
  const most = lists.length / (RANK_DAMPING + 1);
  for (const { hits } of lists) {
    hits.forEach(({ url, url_without_anchor: page }, index) => {
      const prior = (isForOthers(page, terms) ? FOR_OTHERS : 1) / (RANK_DAMPING + index + 1) / most;
      sections.set(url, { page, prior: (sections.get(url)?.prior ?? 0) + prior });
    });
  }
  const [typed] = lists;
  return {
    typedHits: (typed?.hits ?? []).map(({ url, url_without_anchor: page }) => ({ url, page })),
    confidence: typed?.confidence,
    sections: new Map([...sections].sort(([, a], [, b]) => b.prior - a.prior)),
    terms: weighTerms(terms, counts, total),
  };
}

/** Weighs each term by how few sections have it, of all sections of the view. */
function weighTerms(terms: readonly Term[], counts: readonly number[], total: number): WeighedTerm[] {
  const weights = terms.map((_, index) => Math.log(1 + (total + 1) / ((counts[index] ?? 0) + 1)));
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  return terms.map((term, index) => ({
    term,
    share: (weights[index] ?? 0) / sum,
    isRare: (counts[index] ?? 0) <= RARE_MAX_SHARE * total,
  }));
}

/**
 * A query is limited to 64 characters. A longer question is reduced to its first word, which shows that it is a question,
 * and those that aren't stop words. If these are too many, only the words that an answer must be about are left.
 */
function fitQuery(text: string, { terms, language }: Question): string {
  const query = text.trim();
  if (query.length <= SEARCH_QUERY_MAX_CHARACTERS) return query;
  const [firstWord = '', ...otherWords] = query.split(/[^\p{L}\p{N}\p{M}@_'’-]+/u).filter(Boolean);
  const tellingWords = otherWords.filter((word) => !language.isStopWord(word.toLowerCase()));
  const shortQuery = [firstWord, ...tellingWords].join(' ');
  if (shortQuery.length <= SEARCH_QUERY_MAX_CHARACTERS) return shortQuery;
  return [...new Set([firstWord, ...terms.map(({ spelling }) => spelling)])].join(' ');
}

function createRequest(
  query: string,
  hitsPerPage: number,
  facetFilters: readonly (string | string[])[],
): SearchRequest {
  const parameters = {
    indexName: INDEX_NAME,
    query,
    hitsPerPage,
    facetFilters,
    attributesToRetrieve: ['url', 'url_without_anchor'],
    attributesToHighlight: [],
    attributesToSnippet: [],
    getRankingInfo: true,
  };
  const request = parseBody(JSON.stringify({ requests: [parameters] }), [INDEX_NAME]).requests?.[0];
  if (request === undefined) throw new Error('The search request for an answer is malformed.');
  return request;
}

/** Reads the pages of the best sections. Their other sections are candidates, too. */
export async function readCandidates(
  sections: FoundSections['sections'],
  view: ReaderView,
): Promise<Candidate[]> {
  const pages = [...new Set([...sections.values()].map(({ page }) => page))].slice(0, PAGES_MAX);
  const candidates: Candidate[] = [];
  for (const page of pages) {
    for (const section of (await view.readPage(page)) ?? []) {
      const url = section.anchor === '' ? page : `${page}#${section.anchor}`;
      candidates.push({
        source: { url, titles: section.titles },
        page,
        section,
        prior: sections.get(url)?.prior ?? 0,
      });
    }
  }
  return candidates;
}
