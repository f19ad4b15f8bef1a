import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { SEARCH_HITS_PER_PAGE, SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import { parseBody, type SearchRequest } from '../../search/protocol/request.ts';
import { type AnswerConfidence, INDEX_NAME } from '../../search/protocol/wire.ts';
import {
  chooseFurtherRows,
  choosePassage,
  chooseRowsBelow,
  findOtherSteps,
  findProblemRow,
  findSteps,
  joinIntroduced,
  measureShare,
  outlineProcedure,
} from './choose-passage.ts';
import { joinPassageText } from './compared-text.ts';
import { listQuotedPassages } from './list-quoted-passages.ts';
import type { Passage, PassageSection } from './passages.ts';
import { type Question, readQuestion, type Term } from './question.ts';
import { countWords, quotePartOfSection, quoteWholeSection, SECTION_MAX_WORDS } from './quote-section.ts';
import {
  ANSWER_MIN_SCORE,
  type Candidate,
  CONFIDENCE_MIN,
  hasExactNames,
  isForOthers,
  listExactNames,
  QUOTED_MIN_SCORE,
  type ScoredPassage,
  scorePassages,
  type WeighedTerm,
  WORDS_MIN_SCORE,
} from './score.ts';
import { shortenPassage } from './shorten.ts';

/** A passage of the documentation, and where it's from. */
export interface Quotation {
  passage: Passage;
  /** The steps, list or code that a text introduces. */
  followedBy: Passage | null;
  /** The other passages of the section before and after the passage, as many as fit, or a few other rows of a long table. */
  before: Passage[];
  after: Passage[];
  source: Source;
}

/** The passages that answer a question. */
interface Answer extends Quotation {
  /** A passage of another page, or of another section if it's nearly certain that the first page answers. */
  alternative: Quotation | null;
  /** Other sections about the question, the best first. */
  further: Source[];
}

export interface Source {
  /** From the root of the host, ready for `href`. */
  url: string;
  /** The title of the page and the headings down to the section. */
  titles: string[];
}

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

export type AnswerOutcome =
  | { outcome: 'answered'; answer: Answer }
  /** Nothing answers the question well enough. */
  | { outcome: 'silent' }
  /** The text isn't a question. */
  | { outcome: 'no-question' }
  | { outcome: 'unavailable' };

/** Pages to read for a question. The section that answers is nearly always on one of them. */
const PAGES_MAX = 10;
const FURTHER_MAX = 3;
/** Factor for pages for developers if the question isn't about anything that developers use. */
const FOR_OTHERS = 0.85;
/** A page for everyone comes before a page for developers if it is among this many hits. */
const COMMON_AMONG = 3;
/** Another section of the page that answers is quoted, too, if it is among this many hits. */
const SECTIONS_OF_PAGE_AMONG = 4;
/** How much of the question such a section has to have to be quoted with the introduction of its page. */
const SECTION_OF_PAGE_MIN_SHARE = 0.4;
/** A word in no more than this share of all sections is rare. */
const RARE_MAX_SHARE = 0.01;
/** Dampens the difference between the first ranks of a search (Cormack et al., Reciprocal Rank Fusion, 2009). */
const RANK_DAMPING = 4;

/** Finds the passage that answers a question, in the view of one reader. */
export async function findAnswer(text: string, scope: AnswerScope, view: ReaderView): Promise<AnswerOutcome> {
  const question = readQuestion(text, scope.language);
  if (question === undefined) return { outcome: 'no-question' };
  const searchResult = await searchForQuestion(text, question, scope, view);
  if (searchResult === undefined) return { outcome: 'unavailable' };
  const pageCandidates = await readCandidates(searchResult.sections, view);
  const candidates = keepNamed(pageCandidates, question);
  const rankedPassages = scorePassages(question, searchResult.terms, candidates);
  const [best, second] = pickPassages(question, searchResult, candidates, rankedPassages);
  if (best === undefined) return { outcome: 'silent' };
  const isOnePage = second?.candidate.page === best.candidate.page;
  const quote = (pick: ChosenPassage, maxWords: number) =>
    quoteOutline(pick, question, searchResult.terms, pageCandidates, maxWords) ??
    (isOnePage
      ? undefined
      : quoteIntroduction(pick, question, searchResult, candidates, pageCandidates, maxWords)) ??
    quotePassage(pick, question, searchResult.terms, pageCandidates, maxWords);
  const bestQuotation = quote(best, SECTION_MAX_WORDS.first);
  // A section below the quoted one may be quoted with it.
  const isQuoted = second && [...bestQuotation.before, ...bestQuotation.after].includes(second.passage);
  const further = new Map(rankedPassages.map(({ candidate }) => [candidate.source.url, candidate.source]));
  for (const pick of [best, ...(second ? [second] : [])]) further.delete(pick.candidate.source.url);
  return {
    outcome: 'answered',
    answer: {
      ...bestQuotation,
      alternative: second && !isQuoted ? quote(second, SECTION_MAX_WORDS.alternative) : null,
      further: [...further.values()].slice(0, FURTHER_MAX),
    },
  };
}

interface ChosenPassage {
  candidate: Candidate;
  passage: Passage;
}

/** Quotes the headings of a procedure, if each of its steps is a section, and the beginning of the first step. */
function quoteOutline(
  { candidate: { page, section } }: ChosenPassage,
  question: Question,
  terms: readonly WeighedTerm[],
  pageCandidates: readonly Candidate[],
  maxWords: number,
): Quotation | undefined {
  const candidatesOfPage = pageCandidates.filter((candidate) => candidate.page === page);
  const procedure = outlineProcedure(question, terms, section, candidatesOfPage);
  const [passage] = procedure?.firstStep.section.passages ?? [];
  if (procedure === undefined || passage === undefined) return undefined;
  const { outline, firstStep } = procedure;
  const titles = section.titles.slice(0, -1);
  const above = candidatesOfPage.find((candidate) => isDeepStrictEqual(candidate.section.titles, titles));
  const pick = { candidate: firstStep, passage };
  const after = quoteWithHeading(pick, question, terms, pageCandidates, maxWords - countWords([outline]));
  const source = above?.source ?? { url: page, titles };
  return { before: [], passage: outline, followedBy: null, after, source };
}

/** Quotes a passage below the heading of its section, to follow another passage of the page. */
function quoteWithHeading(
  pick: ChosenPassage,
  question: Question,
  terms: readonly WeighedTerm[],
  pageCandidates: readonly Candidate[],
  maxWords: number,
): Passage[] {
  const heading: Passage = { kind: 'text', sentences: [pick.candidate.section.titles.at(-1) ?? ''] };
  const wordsLeft = maxWords - countWords([heading]);
  const quotation = quotePassage(pick, question, terms, pageCandidates, wordsLeft);
  return [heading, ...listQuotedPassages(quotation).map((quotedPassage) => quotedPassage.passage)];
}

/**
 * Quotes the introduction of a page with the section that search found next there: the introduction says what the page is
 * about, and a section of it often answers. Undefined if the introduction has a table or list of its own, if the section
 * says too little about the question, and for the meaning of something, which an introduction answers.
 */
function quoteIntroduction(
  { candidate: { source, page, section }, passage }: ChosenPassage,
  question: Question,
  { typedHits, terms }: FoundSections,
  candidates: readonly Candidate[],
  pageCandidates: readonly Candidate[],
  maxWords: number,
): Quotation | undefined {
  const isIntroduction = section.anchor === '' && section.passages.every(({ kind }) => kind === 'text');
  if (!isIntroduction || question.wants === 'meaning') return undefined;
  const otherHit = typedHits
    .slice(0, SECTIONS_OF_PAGE_AMONG)
    .find((hit) => hit.page === page && hit.url !== page);
  const foundCandidate = candidates.find((candidate) => candidate.source.url === otherHit?.url);
  if (foundCandidate === undefined) return undefined;
  const { titles, passages } = foundCandidate.section;
  const sectionText = [...titles.slice(-1), ...passages.map(joinPassageText)].join(' ');
  if (measureShare(sectionText, question, terms) < SECTION_OF_PAGE_MIN_SHARE) return undefined;
  const pick = choosePassage(question, terms, foundCandidate);
  if (pick === undefined) return undefined;
  const after = quoteWithHeading(pick, question, terms, pageCandidates, maxWords - countWords([passage]));
  return { before: [], passage, followedBy: null, after, source };
}

/** `pageCandidates` have all passages of their sections, in the order of the page. */
function quotePassage(
  { candidate: { source }, passage }: ChosenPassage,
  question: Question,
  terms: readonly WeighedTerm[],
  pageCandidates: readonly Candidate[],
  maxWords: number,
): Quotation {
  const index = pageCandidates.findIndex(({ section: { passages } }) => passages.includes(passage));
  const { page, section } = pageCandidates[index] ?? {};
  const { text, followedBy } = joinIntroduced(passage, section?.passages ?? []);
  const laterCandidates = pageCandidates.slice(index + 1);
  const end = laterCandidates.findIndex((other) => other.page !== page || !isBelow(other.section, section));
  const subsections = laterCandidates.slice(0, end < 0 ? undefined : end).map((other) => other.section);
  const wholeSection = section && quoteWholeSection(section, subsections, text, maxWords);
  if (wholeSection !== undefined) {
    const [next] = wholeSection.after;
    return { ...wholeSection, followedBy: next !== undefined && next === followedBy ? next : null, source };
  }
  if (section !== undefined && passage.kind !== 'row') {
    const part = quotePartOfSection(section, text, followedBy, maxWords);
    if (part !== undefined) {
      const rows = chooseRowsBelow(question, terms, text, section.passages, part.after);
      const fittingRows = countWords([...part.before, text, ...part.after, ...rows]) > maxWords ? [] : rows;
      return {
        ...part,
        after: [...part.after, ...fittingRows],
        passage: text,
        followedBy: followedBy ?? null,
        source,
      };
    }
  }
  const passages = section?.passages ?? [];
  const isBefore = (row: Passage) => passages.indexOf(row) < passages.indexOf(passage);
  const rows = chooseFurtherRows(question, terms, passage, passages);
  return {
    before: rows.filter(isBefore),
    passage: shortenPassage(text, question),
    followedBy: followedBy ? shortenPassage(followedBy, question) : null,
    after: rows.filter((row) => !isBefore(row)),
    source,
  };
}

/** Whether the heading of a section is below that of another one. */
function isBelow({ titles }: PassageSection, above: PassageSection | undefined): boolean {
  return (
    above !== undefined &&
    titles.length > above.titles.length &&
    above.titles.every((title, level) => title === titles[level])
  );
}

/** Leaves out passages without a name or code of the question. */
function keepNamed(candidates: readonly Candidate[], question: Question): readonly Candidate[] {
  const names = listExactNames(question);
  if (names.length === 0) return candidates;
  return candidates.map((candidate) => {
    const { titles, passages } = candidate.section;
    const namedPassages = passages.filter((passage) => hasExactNames(passage, titles, names));
    return { ...candidate, section: { ...candidate.section, passages: namedPassages } };
  });
}

/**
 * Picks the passage to quote, and one of the next page if it isn't nearly certain that the first page answers. Otherwise
 * one of another section of the page follows a text, if search found that section almost as early. Search
 * compares the meaning of authored questions, so it often knows which page answers although no passage has the words of
 * the question. A hosted search, and a search in another language than English, doesn't say how sure it is: then a
 * passage has to have the words.
 */
function pickPassages(
  question: Question,
  { typedHits, confidence, terms }: FoundSections,
  candidates: readonly Candidate[],
  rankedPassages: readonly ScoredPassage[],
): ChosenPassage[] {
  // A page that only lists other pages has no passages.
  const hitsWithPassages = typedHits.filter(({ page }) => candidates.some((other) => other.page === page));
  const [first, ...laterHits] = preferCommonPages(hitsWithPassages, question);
  if (first === undefined || confidence === undefined) {
    const [best] = rankedPassages;
    return best !== undefined && best.score >= ANSWER_MIN_SCORE ? [best] : [];
  }
  // The likelihood is that of the page that search found first, which may be for developers.
  const [firstHit = first] = typedHits;
  const factor = isForOthers(firstHit.page, question.terms) ? FOR_OTHERS : 1;
  const firstPage = confidence.firstPage * factor;
  const firstTwoPages = confidence.firstTwoPages * factor;
  const hasWords = rankedPassages.some(
    ({ candidate, score }) => candidate.page === first.page && score >= WORDS_MIN_SCORE,
  );
  const isCertain = firstPage >= CONFIDENCE_MIN.certain && hitsWithPassages[0] === firstHit;
  const isLikely =
    firstPage >= CONFIDENCE_MIN.likely ||
    firstTwoPages >= CONFIDENCE_MIN.withAlternative ||
    firstPage + firstTwoPages >= CONFIDENCE_MIN.together;
  if (!isLikely && !(hasWords && firstPage >= CONFIDENCE_MIN.withWords)) return [];
  const chooseFrom = (section: FoundSection) =>
    pickFromPage(question, section, terms, candidates, rankedPassages);
  const best = chooseFrom(first);
  if (best === undefined) return [];
  const otherPage = laterHits.find(
    (hit) => hit.page !== first.page && (hit === firstHit || !isForOthers(hit.page, question.terms)),
  );
  const alternative = isCertain || otherPage === undefined ? undefined : chooseFrom(otherPage);
  if (alternative !== undefined) return [best, alternative];
  if (!isCertain && !hasWords && firstPage < CONFIDENCE_MIN.alone) return [];
  const other = hasWords ? undefined : pickOtherSection(question, best, first, typedHits, terms, candidates);
  return other ? [best, other] : [best];
}

/**
 * Picks a passage of another section of the page, if the best one is a text or steps: a text often only says what another
 * section explains, the steps may be those of one part of a procedure, and search knows the page better than the section.
 */
function pickOtherSection(
  question: Question,
  best: ChosenPassage,
  { url, page }: FoundSection,
  typedHits: readonly FoundSection[],
  terms: readonly WeighedTerm[],
  candidates: readonly Candidate[],
): ChosenPassage | undefined {
  if (best.passage.kind === 'row' || best.passage.kind === 'code') return undefined;
  const pageCandidates = candidates.filter((candidate) => candidate.page === page);
  const otherSteps = findOtherSteps(question, terms, best.candidate.section, pageCandidates);
  if (otherSteps !== undefined) return otherSteps;
  const quotedUrls = new Set([page, url, best.candidate.source.url]);
  const otherSection = typedHits
    .slice(0, SECTIONS_OF_PAGE_AMONG)
    .find((hit) => hit.page === page && !quotedUrls.has(hit.url));
  const candidate = pageCandidates.find(({ source }) => source.url === otherSection?.url);
  return candidate && choosePassage(question, terms, candidate);
}

/**
 * Moves the first page that isn't for developers to the front, if it's among the first hits and the question isn't about
 * anything that developers use: "How do I pause a case?" is answered by the button, not by the endpoint.
 */
function preferCommonPages(hits: readonly FoundSection[], { terms }: Question): readonly FoundSection[] {
  const commonPage = hits.slice(0, COMMON_AMONG).find(({ page }) => !isForOthers(page, terms));
  return commonPage === undefined ? hits : [commonPage, ...hits.filter((hit) => hit !== commonPage)];
}

/** Picks a passage of a page. `section` is the one that search found first there. */
function pickFromPage(
  question: Question,
  section: FoundSection,
  terms: readonly WeighedTerm[],
  candidates: readonly Candidate[],
  rankedPassages: readonly ScoredPassage[],
): ChosenPassage | undefined {
  const isIntroduction = section.url === section.page;
  const isQuotable = ({ candidate: { source, page }, score }: ScoredPassage) => {
    const isNear = source.url === section.url || (isIntroduction && page === section.page);
    return (
      score >= (isNear ? QUOTED_MIN_SCORE.inSection : QUOTED_MIN_SCORE.elsewhere) && page === section.page
    );
  };
  const quotedPassage = rankedPassages.find(isQuotable);
  if (quotedPassage !== undefined && quotedPassage.score >= QUOTED_MIN_SCORE.elsewhere) return quotedPassage;
  const pageCandidates = candidates.filter(({ page }) => page === section.page);
  const candidate = pageCandidates.find(({ source }) => source.url === section.url);
  const pickedPassage =
    findSteps(question, terms, (quotedPassage?.candidate ?? candidate)?.section, pageCandidates) ??
    quotedPassage ??
    (candidate && choosePassage(question, terms, candidate));
  // A reader with a problem has probably followed the steps.
  const problem =
    pickedPassage?.passage.kind === 'steps' ? findProblemRow(question, terms, pageCandidates) : undefined;
  return problem ?? pickedPassage;
}

const hitSchema = z.object({ url: z.string(), url_without_anchor: z.string() });
const searchAnswerSchema = z.object({
  hits: z.array(hitSchema),
  nbHits: z.number(),
  // A hosted search doesn't return this field.
  confidence: z.object({ firstPage: z.number(), firstTwoPages: z.number() }).optional(),
});

/** A section that search found, and its page. */
interface FoundSection {
  url: string;
  page: string;
}

interface FoundSections {
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
