import { choosePassage, findOtherSteps, findProblemRow, findSteps } from './choose-passage.ts';
import { type Question, readQuestion } from './question.ts';
import { type ChosenPassage, type Quotation, quoteAnswer, SECTIONS_OF_PAGE_AMONG } from './quote-answer.ts';
import { SECTION_MAX_WORDS } from './quote-section.ts';
import {
  ANSWER_MIN_SCORE,
  type Candidate,
  CONFIDENCE_MIN,
  FOR_OTHERS,
  hasExactNames,
  isForOthers,
  listExactNames,
  QUOTED_MIN_SCORE,
  type ScoredPassage,
  type Source,
  scorePassages,
  type WeighedTerm,
  WORDS_MIN_SCORE,
} from './score.ts';
import {
  type AnswerScope,
  type FoundSection,
  type FoundSections,
  type ReaderView,
  readCandidates,
  searchForQuestion,
} from './search-for-question.ts';

/** The passages that answer a question. */
interface Answer extends Quotation {
  /** A passage of another page, or of another section if it's nearly certain that the first page answers. */
  alternative: Quotation | null;
  /** Other sections about the question, the best first. */
  further: Source[];
}

export type AnswerOutcome =
  | { outcome: 'answered'; answer: Answer }
  /** Nothing answers the question well enough. */
  | { outcome: 'silent' }
  /** The text isn't a question. */
  | { outcome: 'no-question' }
  | { outcome: 'unavailable' };

const FURTHER_MAX = 3;
/** A page for everyone comes before a page for developers if it is among this many hits. */
const COMMON_AMONG = 3;

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
  const context = { ...searchResult, question, candidates, pageCandidates };
  const isAlone = second?.candidate.page !== best.candidate.page;
  const quote = (pick: ChosenPassage, maxWords: number) => quoteAnswer(pick, context, { maxWords, isAlone });
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
