import { isDeepStrictEqual } from 'node:util';
import {
  chooseFurtherRows,
  choosePassage,
  chooseRowsBelow,
  joinIntroduced,
  measureShare,
  outlineProcedure,
} from './choose-passage.ts';
import { joinPassageText } from './compared-text.ts';
import { listQuotedPassages } from './list-quoted-passages.ts';
import type { Passage, PassageSection } from './passages.ts';
import type { Question } from './question.ts';
import { countWords, quotePartOfSection, quoteWholeSection } from './quote-section.ts';
import type { Candidate, Source, WeighedTerm } from './score.ts';
import type { FoundSections } from './search-for-question.ts';
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

/** A passage to quote. */
export interface ChosenPassage {
  candidate: Candidate;
  passage: Passage;
}

/** A question, and the pages that may answer it. */
interface QuoteContext {
  question: Question;
  terms: readonly WeighedTerm[];
  typedHits: FoundSections['typedHits'];
  /** The sections of all pages that were read, with the passages that have the names of the question. */
  candidates: readonly Candidate[];
  /** The same with all passages, in the order of each page. */
  pageCandidates: readonly Candidate[];
}

/** Another section of the page that answers is quoted, too, if it is among this many hits. */
export const SECTIONS_OF_PAGE_AMONG = 4;
/** How much of the question such a section has to have to be quoted with the introduction of its page. */
const SECTION_OF_PAGE_MIN_SHARE = 0.4;

/**
 * Quotes a passage with what readers need around it: the outline of its procedure, the section that goes with an
 * introduction, or the rest of its section. `isAlone` means that no other section of its page is quoted.
 */
export function quoteAnswer(
  pick: ChosenPassage,
  context: QuoteContext,
  { maxWords, isAlone }: { maxWords: number; isAlone: boolean },
): Quotation {
  return (
    quoteOutline(pick, context, maxWords) ??
    (isAlone ? quoteIntroduction(pick, context, maxWords) : undefined) ??
    quotePassage(pick, context, maxWords)
  );
}

/** Quotes the headings of a procedure, if each of its steps is a section, and the beginning of the first step. */
function quoteOutline(
  { candidate: { page, section } }: ChosenPassage,
  context: QuoteContext,
  maxWords: number,
): Quotation | undefined {
  const { question, terms, pageCandidates } = context;
  const candidatesOfPage = pageCandidates.filter((candidate) => candidate.page === page);
  const procedure = outlineProcedure(question, terms, section, candidatesOfPage);
  const [passage] = procedure?.firstStep.section.passages ?? [];
  if (procedure === undefined || passage === undefined) return undefined;
  const { outline, firstStep } = procedure;
  const titles = section.titles.slice(0, -1);
  const above = candidatesOfPage.find((candidate) => isDeepStrictEqual(candidate.section.titles, titles));
  const pick = { candidate: firstStep, passage };
  const after = quoteWithHeading(pick, context, maxWords - countWords([outline]));
  const source = above?.source ?? { url: page, titles };
  return { before: [], passage: outline, followedBy: null, after, source };
}

/** Quotes a passage below the heading of its section, to follow another passage of the page. */
function quoteWithHeading(pick: ChosenPassage, context: QuoteContext, maxWords: number): Passage[] {
  const heading: Passage = { kind: 'text', sentences: [pick.candidate.section.titles.at(-1) ?? ''] };
  const wordsLeft = maxWords - countWords([heading]);
  const quotation = quotePassage(pick, context, wordsLeft);
  return [heading, ...listQuotedPassages(quotation).map((quotedPassage) => quotedPassage.passage)];
}

/**
 * Quotes the introduction of a page with the section that search found next there: the introduction says what the page is
 * about, and a section of it often answers. Undefined if the introduction has a table or list of its own, if the section
 * says too little about the question, and for the meaning of something, which an introduction answers.
 */
function quoteIntroduction(
  { candidate: { source, page, section }, passage }: ChosenPassage,
  context: QuoteContext,
  maxWords: number,
): Quotation | undefined {
  const { question, terms, typedHits, candidates } = context;
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
  const after = quoteWithHeading(pick, context, maxWords - countWords([passage]));
  return { before: [], passage, followedBy: null, after, source };
}

function quotePassage(
  { candidate: { source }, passage }: ChosenPassage,
  { question, terms, pageCandidates }: QuoteContext,
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
