import { splitWords } from '../../search/index/words.ts';
import { findCloseness } from '../../search/rank/close-words.ts';
import { joinPassageText } from './compared-text.ts';
import { endsSentence } from './ends-sentence.ts';
import type { Passage, PassageSection } from './passages.ts';
import { listStems, type Question } from './question.ts';
import type { Wanted } from './question-form.ts';
import { type Candidate, isAboutProblem, isLegend, namesAnother, type WeighedTerm } from './score.ts';

/** Weights of a synonym, and of a word with a similar meaning. The latter is multiplied by their similarity. */
const OTHER_WORD = 0.75;
const CLOSE_WORD = 0.7;
/**
 * How much of the question has to be in the heading above steps, in the only steps of a page, in those of the next
 * section, or in those that follow a quoted text.
 */
const STEPS_MIN_SHARE = { heading: 0.3, only: 0.3, next: 0.4, other: 0.25 };
/** The sections of a procedure that is quoted by their headings, and how much of the question the headings above need. */
const OUTLINE_MIN = { steps: 3, share: 0.2 };
/** A page with more lists of steps has procedures for different things. */
const PROCEDURES_MAX = 4;
/** How much of the question has to be in the first cell of a row about a problem. */
const PROBLEM_MIN_SHARE = 0.45;
/** How many other rows of a long table are quoted, and how much of the question each has to be. */
const FURTHER_ROWS = { count: 2, minShare: 0.2 };
/** Added for the row of a table that the question looks up, and how much of the question its first cell has to be. */
const LOOKED_UP = { points: 0.5, minShare: 0.3 };
/** Kinds of questions that a row about a problem doesn't answer. It often tells where to look, and why. */
const untoldByProblems: ReadonlySet<Wanted> = new Set(['amount', 'person']);
/** Deducted for each place further down in a section. */
const LATER = 0.03;
/** Deducted from a text that only repeats the question, and the number of other words that it needs. */
const REPETITION = { points: 1, minNewWords: 4 };

/**
 * Chooses the passage to quote, if search says that a section answers. It needs fewer words of the question than a
 * passage that has to show by itself that it answers. Undefined if the section has no passage, or if it's about other
 * things of the same kind.
 */
export function choosePassage(
  question: Question,
  terms: readonly WeighedTerm[],
  candidate: Candidate,
): { candidate: Candidate; passage: Passage } | undefined {
  if (listsOthers(candidate.section.passages, question)) return undefined;
  let best: { candidate: Candidate; passage: Passage; score: number } | undefined;
  for (const [index, passage] of candidate.section.passages.entries()) {
    if (isCutOff(passage) || isLegend(passage)) continue;
    if (untoldByProblems.has(question.wants) && isAboutProblem(passage)) continue;
    const score =
      measureShare(joinPassageText(passage), question, terms) +
      rateKind(passage, question, index) +
      (isLookedUp(passage, question, terms) ? LOOKED_UP.points : 0) -
      (repeatsQuestion(passage, question) ? REPETITION.points : 0) -
      LATER * index;
    if (best === undefined || score > best.score) best = { candidate, passage, score };
  }
  return best;
}

/**
 * Finds the steps for a reader who wants to do something, if search found the introduction of a page or a list of
 * problems: those below the heading that has most of the question, else the only steps of the page, else those of the
 * section that search found before the other sections. An introduction without steps is about the few procedures of its
 * page, so the best of these follows. `pageCandidates` are all sections of the page.
 */
export function findSteps(
  question: Question,
  terms: readonly WeighedTerm[],
  first: PassageSection | undefined,
  pageCandidates: readonly Candidate[],
): { candidate: Candidate; passage: Passage } | undefined {
  if (question.aim !== 'do' || first === undefined) return undefined;
  if (first.anchor !== '' && !isAboutProblems(first)) return undefined;
  const lists = listSteps(question, terms, pageCandidates);
  const [byHeading] = lists.toSorted((a, b) => b.headingShare - a.headingShare);
  if (byHeading !== undefined && byHeading.headingShare >= STEPS_MIN_SHARE.heading) return byHeading;
  const [next] = pageCandidates
    .filter(({ prior, section }) => prior > 0 && section.anchor !== '')
    .sort((a, b) => b.prior - a.prior);
  const [steps, minShare] =
    lists.length === 1
      ? [lists[0], STEPS_MIN_SHARE.only]
      : [lists.find(({ candidate }) => candidate === next), STEPS_MIN_SHARE.next];
  if (steps && steps.ownShare >= minShare) return steps;
  const isIntroduction = first.anchor === '' && !first.passages.some(isSteps);
  if (!isIntroduction || lists.length > PROCEDURES_MAX) return undefined;
  return findBestSteps(lists);
}

/** Finds steps in other sections of the page for a reader who wants to do something, although search found a text. */
export function findOtherSteps(
  question: Question,
  terms: readonly WeighedTerm[],
  quotedSection: PassageSection,
  pageCandidates: readonly Candidate[],
): { candidate: Candidate; passage: Passage } | undefined {
  if (question.aim !== 'do' || quotedSection.passages.some(isSteps)) return undefined;
  const best = findBestSteps(listSteps(question, terms, pageCandidates));
  return best && Math.max(best.headingShare, best.ownShare) >= STEPS_MIN_SHARE.other ? best : undefined;
}

interface RatedSteps {
  candidate: Candidate;
  passage: Passage;
  /** How much of the question is in the heading, and in the steps. */
  headingShare: number;
  ownShare: number;
}

/** Lists the first steps of each section, without those of examples. */
function listSteps(
  question: Question,
  terms: readonly WeighedTerm[],
  pageCandidates: readonly Candidate[],
): RatedSteps[] {
  return pageCandidates.flatMap((candidate) => {
    const { titles, passages } = candidate.section;
    const passage = titles.some(isExample) ? undefined : passages.find(isSteps);
    if (passage === undefined) return [];
    const headingShare = measureShare(titles.at(-1) ?? '', question, terms);
    return {
      candidate,
      passage,
      headingShare,
      ownShare: measureShare(joinPassageText(passage), question, terms),
    };
  });
}

function findBestSteps(lists: readonly RatedSteps[]): RatedSteps | undefined {
  const rate = ({ headingShare, ownShare }: RatedSteps) => headingShare + ownShare;
  return lists.toSorted((a, b) => rate(b) - rate(a))[0];
}

/** A heading that is one of several steps: "Step 2: Paint it", "3. Launch it". */
const stepHeading = /^(?:step\s+)?(\d+)\s*[.:)]\s+/i;

/**
 * Lists the headings of a procedure that has a section for each step, if one of them was chosen for a reader who wants to
 * do the whole, with the section of the first step. Undefined if the question is about the step itself, if the procedure
 * is an example or about something else, and if a step is missing.
 */
export function outlineProcedure(
  question: Question,
  terms: readonly WeighedTerm[],
  { titles }: PassageSection,
  pageCandidates: readonly Candidate[],
): { outline: Passage; firstStep: Candidate } | undefined {
  const heading = titles.at(-1) ?? '';
  if (question.aim !== 'do' || !stepHeading.test(heading) || titles.some(isExample)) return undefined;
  if (measureShare(heading, question, terms) >= STEPS_MIN_SHARE.heading) return undefined;
  const above = titles.slice(0, -1);
  if (measureShare(above.join(' '), question, terms) < OUTLINE_MIN.share) return undefined;
  const isBeside = (other: readonly string[]) => above.every((title, level) => title === other[level]);
  const headings = new Set(
    pageCandidates.flatMap(({ section }) =>
      isBeside(section.titles) ? (section.titles[above.length] ?? []) : [],
    ),
  );
  const steps = [...headings].filter((other) => stepHeading.test(other));
  const isComplete = steps.every((step, index) => stepHeading.exec(step)?.[1] === String(index + 1));
  const firstStep = pageCandidates.find(
    ({ section }) => isBeside(section.titles) && section.titles[above.length] === steps[0],
  );
  if (!isComplete || steps.length < OUTLINE_MIN.steps || firstStep === undefined) return undefined;
  const items = steps.map((step) => step.replace(stepHeading, ''));
  return { outline: { kind: 'steps', lead: '', items }, firstStep };
}

/**
 * Finds the row of a page about a reader's problem, whose first cell has the most of the question. Undefined if the reader
 * has no problem, or if no row is about it. `pageCandidates` are all sections of the page.
 */
export function findProblemRow(
  question: Question,
  terms: readonly WeighedTerm[],
  pageCandidates: readonly Candidate[],
): { candidate: Candidate; passage: Passage } | undefined {
  if (question.aim !== 'fix') return undefined;
  let best: { candidate: Candidate; passage: Passage; share: number } | undefined;
  for (const candidate of pageCandidates)
    for (const passage of candidate.section.passages) {
      if (passage.kind !== 'row' || !isAboutProblem(passage)) continue;
      const share = measureShare(passage.cells[0]?.text ?? '', question, terms);
      if (share >= PROBLEM_MIN_SHARE && share > (best?.share ?? 0)) best = { candidate, passage, share };
    }
  return best;
}

/**
 * Chooses further rows of a table for a question that several rows may answer: readers who see a problem describe it in
 * other words. They are in the order of the table, and `passages` are those of the section.
 */
export function chooseFurtherRows(
  question: Question,
  terms: readonly WeighedTerm[],
  passage: Passage,
  passages: readonly Passage[],
): Passage[] {
  if (passage.kind !== 'row') return [];
  const rows = passages.filter((other) => other !== passage && hasSameColumns(other, passage));
  return chooseRows(question, terms, rows);
}

/** Chooses rows of the table that follows a quoted text, and is too long to be quoted as a whole. */
export function chooseRowsBelow(
  question: Question,
  terms: readonly WeighedTerm[],
  text: Passage,
  passages: readonly Passage[],
  quotedPassages: readonly Passage[],
): Passage[] {
  const [firstRow] = passages.slice(passages.indexOf(text) + 1).filter(({ kind }) => kind === 'row');
  if (firstRow?.kind !== 'row' || quotedPassages.includes(firstRow)) return [];
  return chooseRows(
    question,
    terms,
    passages.filter((other) => hasSameColumns(other, firstRow)),
  );
}

function chooseRows(question: Question, terms: readonly WeighedTerm[], rows: readonly Passage[]): Passage[] {
  const ratedRows = rows.map((row) => ({ row, share: measureShare(joinPassageText(row), question, terms) }));
  const bestRows = new Set(
    ratedRows
      .filter(({ share }) => share >= FURTHER_ROWS.minShare)
      .sort((a, b) => b.share - a.share)
      .slice(0, FURTHER_ROWS.count)
      .map(({ row }) => row),
  );
  return rows.filter((row) => bestRows.has(row));
}

/** Whether a passage is a row of a table with the columns of a row. */
export function hasSameColumns(passage: Passage, row: Extract<Passage, { kind: 'row' }>): boolean {
  return (
    passage.kind === 'row' &&
    passage.cells.length === row.cells.length &&
    passage.cells.every(({ column }, index) => column === row.cells[index]?.column)
  );
}

/**
 * Joins a text with the steps, list or code right after it. The text often says only what they are for: "You can replace
 * a file without losing the old one." Code gets the text before it. `passages` are all passages of the section.
 */
export function joinIntroduced(
  passage: Passage,
  passages: readonly Passage[],
): { text: Passage; followedBy: Passage | undefined } {
  const index = passages.indexOf(passage);
  const before = passages[index - 1];
  if (
    passage.kind === 'code' &&
    passage.lead === '' &&
    before !== undefined &&
    isIntroduction(before, passages)
  )
    return { text: before, followedBy: passage };
  const after = passages[index + 1];
  const isIntroduced =
    after !== undefined && after.kind !== 'text' && after.kind !== 'row' && !isLegend(after);
  return { text: passage, followedBy: isIntroduced && isIntroduction(passage, passages) ? after : undefined };
}

/** Whether a passage is a text, but not an item of a list: the block after the list isn't about its last item. */
function isIntroduction(passage: Passage, passages: readonly Passage[]): boolean {
  if (passage.kind !== 'text') return false;
  const text = passage.sentences.join(' ');
  return !passages.some((other) => other.kind === 'list' && other.items.includes(text));
}

/** Whether a heading announces an example, which shows only one case. */
function isExample(heading: string): boolean {
  return /^example/i.test(heading);
}

function isSteps(passage: Passage): boolean {
  return passage.kind === 'steps' && !isLegend(passage);
}

/** Whether most passages of a section are rows about problems. */
function isAboutProblems({ passages }: PassageSection): boolean {
  return 2 * passages.filter(isAboutProblem).length > passages.length;
}

function repeatsQuestion(passage: Passage, { language, terms }: Question): boolean {
  if (passage.kind !== 'text') return false;
  const stems = new Set(listStems(joinPassageText(passage), language));
  for (const { stem } of terms) stems.delete(stem);
  return [...stems].filter((stem) => !language.isStopWord(stem)).length < REPETITION.minNewWords;
}

/**
 * Whether the rows of a section name other things of the same kind, but not the one of the question: rows for a spare
 * key and a cabin key don't answer a question about a boat key. A column may be about it.
 */
function listsOthers(passages: readonly Passage[], question: Question): boolean {
  // A name such as `PM_CASES` doesn't say which of several cases is meant.
  const keys = passages.flatMap((passage) => {
    const key = passage.kind === 'row' ? (passage.cells[0]?.text ?? '') : '';
    return /\s/.test(key) ? [listStems(key, question.language)] : [];
  });
  const columns = passages.flatMap((passage) =>
    passage.kind === 'row' ? passage.cells.map(({ column }) => listStems(column, question.language)) : [],
  );
  return question.pairs.some(
    (pair) =>
      keys.some((key) => namesAnother(key, pair, question)) &&
      ![...keys, ...columns].some((stems) => stems.includes(pair.first.stem)),
  );
}

/**
 * Whether the question names a row: a good part of it are the words of the first cell, such as "Red" in "What does red
 * mean?", or it has the number in the cell.
 */
function isLookedUp(passage: Passage, { language }: Question, terms: readonly WeighedTerm[]): boolean {
  if (passage.kind !== 'row') return false;
  const stems = listStems(passage.cells[0]?.text ?? '', language);
  const keyStems = new Set(stems.filter((stem) => !language.isStopWord(stem)));
  const keyTerms = terms.filter(({ term }) => keyStems.has(term.stem));
  const keyShare = keyTerms.reduce((sum, { share }) => sum + share, 0);
  const isWholeKey = keyTerms.length === keyStems.size && keyShare >= LOOKED_UP.minShare;
  return isWholeKey || keyTerms.some(({ term }) => /^\d+$/.test(term.stem));
}

/** Whether a text ends in the middle of a sentence, which a list or code goes on with. */
function isCutOff(passage: Passage): boolean {
  return passage.kind === 'text' && !endsSentence(passage.sentences.at(-1) ?? '');
}

/** How much of the question a text has, from 0 to 1. */
export function measureShare(text: string, { language }: Question, terms: readonly WeighedTerm[]): number {
  const stems = new Set(listStems(text, language));
  const forms = splitWords(text).map(({ form }) => form);
  let sum = 0;
  for (const { term, share } of terms) {
    if (stems.has(term.stem)) sum += share;
    else if ([...term.synonyms].some((stem) => stems.has(stem))) sum += share * OTHER_WORD;
    else sum += share * CLOSE_WORD * findCloseness(term.spelling.toLowerCase(), forms);
  }
  return sum;
}

/** How well the form of a passage suits the question. */
function rateKind(passage: Passage, { wants, aim }: Question, at: number): number {
  const isFirst = at === 0;
  switch (passage.kind) {
    case 'steps':
      return wants === 'steps' || wants === 'any' || wants === 'place' ? 0.45 : 0.1;
    case 'text':
      return isFirst ? 0.3 : 0.15;
    case 'row':
      return wants === 'reason' || (aim === 'fix' && isAboutProblem(passage)) ? 0.3 : 0.15;
    case 'list':
      return 0.05;
    case 'code':
      return 0;
  }
}
