import {
  type ComparedPassage,
  type ComparedSection,
  type ComparedText,
  compareText,
  createTextComparer,
  joinPassageText,
  prepareSection,
} from './compared-text.ts';
import type { Passage, PassageSection } from './passages.ts';
import type { Question, Term, TermPair } from './question.ts';

/** Where a passage is from. */
export interface Source {
  /** From the root of the host, ready for `href`. */
  url: string;
  /** The title of the page and the headings down to the section. */
  titles: string[];
}

/** A section that may answer, with the likelihood from search that it does: 0 to 1. */
export interface Candidate {
  source: Source;
  /** Address of the page. */
  page: string;
  section: PassageSection;
  prior: number;
}

/** A word of the question, with its share in everything that the question says. The shares add up to 1. */
export interface WeighedTerm {
  term: Term;
  share: number;
  /** Whether few sections have the word, so that a passage about something else lacks it. */
  isRare: boolean;
}

export interface ScoredPassage {
  candidate: Candidate;
  passage: Passage;
  score: number;
}

/**
 * Below this score, a passage isn't shown. Calibrated with questions that the manual doesn't answer: `bench/answers`.
 */
export const ANSWER_MIN_SCORE = 0.64;

/** From this score on, a passage has nearly all words of the question, and search need not be as sure. */
export const WORDS_MIN_SCORE = 0.7;

/**
 * How likely search's first page has to answer: at `certain` it is quoted alone, and at `likely` with the next page. If
 * one of the two answers with a likelihood of `withAlternative`, or if both likelihoods add up to `together`, both pages
 * are quoted, or the first one alone from `alone` on, if the next page has no passage. `withWords` is enough if a passage of the first page reaches `WORDS_MIN_SCORE`.
 * Calibrated with questions in everyday words: `decisions/answers-by-evidence.md`.
 */
export const CONFIDENCE_MIN = {
  certain: 0.85,
  likely: 0.65,
  alone: 0.6,
  withAlternative: 0.45,
  together: 0.95,
  withWords: 0.3,
};
/**
 * With these scores, a passage of search's first page is quoted: in the section that search found first, or in any
 * section if that is the introduction of the page, and elsewhere on the page. Otherwise `choosePassage` chooses one.
 */
export const QUOTED_MIN_SCORE = { inSection: 0.59, elsewhere: 0.75 };

/** How much a word of the question counts by where it is. */
const places = { passage: 1, heading: 0.95, titles: 0.8 };
/** The weights of a score, which add up to 1. */
const parts = {
  /** The passage has the words of the question, or its headings have them. */
  covered: 0.36,
  /** One sentence or item has them, and says little else. */
  tight: 0.22,
  /** The heading, or the first cell of a row, has the subject of the question, and no other. */
  heading: 0.16,
  /** Search found the section early. */
  prior: 0.08,
  /** The passage has the form that answers such a question. */
  kind: 0.13,
  /** The first passages of a section say most about its heading. */
  place: 0.05,
};
/** How much either a sentence or a heading has to be about the question. */
const FOCUS_MIN = 0.35;
/** The share that is enough if search found the section first and the passage with its headings has all words. */
const LIKELY_FOCUS_MIN = 0.25;
const LIKELY_PRIOR = 0.9;
/** How much of the question has to be in the passage or above it. */
const COVERED_MIN = 0.65;
/** Lists and code are about the subject of their heading, and contain too many words to be compared by them. */
const SUBJECT_MIN = 0.45;
const SUBJECT_MISSING = 0.2;
/** Deduction for a passage for developers, if the question isn't about what developers use. */
const FOR_DEVELOPERS = 0.08;
const developerPage = /\b(?:api|rest|sdk|developers?|endpoints?)\b|RESTAPI/i;
const developerWord =
  /^(?:api|rest|sdk|endpoints?|json|xml|https?|curl|cors|oauth\d?|openapi|swagger|postman|soap|wsdl|webhooks?|code|scripts?|functions?|methods?|php|javascript|typescript|python|sql|requests?|uids?|tokens?|plugins?|class(?:es)?|parameters?|\d{3})$/i;
/** A name as code writes it: `PM_CASES`, `getUser`, `usr_uid`. */
const codeName = /[_$@/{}]|\p{Ll}\p{Lu}|^\p{Lu}{4,}$/u;

/** Factor for pages for developers if the question isn't about anything that developers use. */
export const FOR_OTHERS = 0.85;

/** Whether a page is for developers although the question isn't about anything that developers use. */
export function isForOthers(url: string, terms: readonly Term[]): boolean {
  return (
    developerPage.test(url) &&
    !terms.some(({ spelling }) => developerWord.test(spelling) || codeName.test(spelling))
  );
}

/** The name of one thing, such as `setRequired` or `XMLHttpRequest`, or the status of an answer. */
const exactName = /^\p{Ll}+\p{Lu}|^\p{Lu}{2,}\p{Ll}{2}|^[1-5]\d\d$/u;
/** A name with underscores, which is several words of a question: `user_id`. */
const joinedName = /\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+/gu;

/** A word for several things or people. */
const plural = /s$|^(?:people|children|men|women)$/i;

/** Lists the names and codes of a question. A number of things isn't one: "500 users". */
export function listExactNames({ text, terms, pairs }: Question): string[] {
  const isAmount = (term: Term) =>
    /^\d/.test(term.spelling) &&
    pairs.some(({ first, second }) => first === term && plural.test(second.spelling));
  const namingTerms = terms.filter((term) => exactName.test(term.spelling) && !isAmount(term));
  const joinedNames = [...text.matchAll(joinedName)].map(([name]) => name);
  return [...namingTerms.map(({ spelling }) => spelling), ...joinedNames].map((name) => name.toLowerCase());
}

/** Whether a passage or its headings have all of these names. A neighbour may be about another one. */
export function hasExactNames(
  passage: Passage,
  titles: readonly string[],
  names: readonly string[],
): boolean {
  const text = [joinPassageText(passage), ...titles].join(' ').toLowerCase();
  return names.every((name) => text.includes(name));
}

/** Whether numbered items explain the parts of a picture instead of what to do: "Case notes: opens the notes." */
export function isLegend(passage: Passage): boolean {
  if (passage.kind !== 'steps') return false;
  return 2 * passage.items.filter((item) => /^[^.:]{1,60}:\s/.test(item)).length > passage.items.length;
}

/** The columns of a table that lists problems with their causes and remedies. */
const problemColumn = /\b(?:you see|symptom|problem|cause|error|goes wrong|fails)\b/i;

/** Whether a passage is a row of such a table. */
export function isAboutProblem(passage: Passage): boolean {
  return passage.kind === 'row' && passage.cells.some(({ column }) => problemColumn.test(column));
}

/** Scores every passage of the candidates for a question, the best first. */
export function scorePassages(
  question: Question,
  terms: readonly WeighedTerm[],
  candidates: readonly Candidate[],
): ScoredPassage[] {
  const comparer = createTextComparer(question);
  const sum = (values: ArrayLike<number>) =>
    terms.reduce((all, { share }, at) => all + (values[at] ?? 0) * share, 0);
  const share = (text: ComparedText) => sum(comparer.match(text));
  /** A text about more than the question fits less. */
  const focusOn = (text: ComparedText) =>
    text.meaningful === 0 ? 0 : share(text) * Math.sqrt(comparer.countAsked(text) / text.meaningful);

  const sections = candidates.map((candidate) => ({
    candidate,
    section: prepareSection(candidate.section, question.language),
  }));
  const inView = findTermsInView(terms.length, sections, comparer.match);
  const scoredPassages = sections.flatMap(({ candidate, section }): ScoredPassage[] => {
    const penalty = isForOthers(candidate.source.url, question.terms) ? FOR_DEVELOPERS : 0;
    const heading = comparer.match(section.heading);
    const titles = comparer.match(section.titles);
    const headingFocus = focusOn(section.heading);
    return section.passages.flatMap((comparedPassage, position): ScoredPassage[] => {
      const { passage, whole, key, keyStems, lead } = comparedPassage;
      const here = comparer.match(whole);
      const coverage = here.map((value, index) =>
        Math.max(
          value * places.passage,
          (heading[index] ?? 0) * places.heading,
          (titles[index] ?? 0) * places.titles,
        ),
      );
      if (coverage.some((value, index) => value === 0 && (terms[index]?.isRare || !inView[index]))) return [];
      if (question.pairs.some((pair) => namesAnother(keyStems, pair, question))) return [];
      if (saysNothingNew(comparedPassage, question, section.heading, comparer.countAsked)) return [];
      const tight = Math.max(...comparedPassage.parts.map(focusOn));
      const isStepless = question.wants === 'steps' && (passage.kind === 'text' || passage.kind === 'row');
      const focus = Math.max(isStepless ? Math.min(headingFocus, tight) : headingFocus, focusOn(key));
      const isLikely = candidate.prior >= LIKELY_PRIOR && sum(coverage) > 0.99;
      const focusMin = isLikely ? LIKELY_FOCUS_MIN : FOCUS_MIN;
      if (Math.max(tight, focus) < focusMin || sum(coverage) < COVERED_MIN) return [];
      const hasSubject =
        passage.kind === 'text' ||
        passage.kind === 'row' ||
        sum(computeMaximum(titles, comparer.match(lead))) >= SUBJECT_MIN;
      const score =
        parts.covered * sum(coverage) +
        parts.tight * tight +
        parts.heading * focus +
        parts.prior * candidate.prior +
        parts.kind * fitKind(question, comparedPassage, position, share, sum(coverage)) +
        parts.place / (1 + position / 2) -
        penalty -
        (hasSubject ? 0 : SUBJECT_MISSING);
      return [{ candidate, passage, score }];
    });
  });
  return scoredPassages.sort((a, b) => b.score - a.score);
}

/**
 * Says of each term whether a candidate has it. Search corrects a word that the view doesn't have. Then no candidate
 * has it, so that it must not answer.
 */
function findTermsInView(
  terms: number,
  sections: readonly { section: ComparedSection }[],
  match: (text: ComparedText) => ArrayLike<number>,
): boolean[] {
  const inView = Array.from({ length: terms }, () => false);
  for (const { section } of sections) {
    for (const text of [section.titles, ...section.passages.map(({ whole }) => whole)]) {
      const matches = match(text);
      for (let term = 0; term < terms; term += 1) if ((matches[term] ?? 0) > 0) inView[term] = true;
    }
    if (inView.every(Boolean)) break;
  }
  return inView;
}

/** Words before another that don't say which kind of it is meant, as stems. `t` is the end of *doesn't*. */
const determiners = new Set('all each everi ani per no not never t other anoth same two three'.split(' '));

/**
 * Whether a key names another thing of the same kind: "refresh token", while the question says "access token". The thing
 * is the last word of the key: "maximum file size" isn't about files.
 */
export function namesAnother(
  keyStems: readonly string[],
  { first, second }: TermPair,
  { language, terms }: Question,
): boolean {
  const [before, last] = keyStems.slice(-2);
  if (before === undefined || last !== second.stem || determiners.has(first.stem)) return false;
  if (keyStems.some((stem) => stem === first.stem || first.synonyms.has(stem))) return false;
  return (
    !language.isStopWord(before) && !determiners.has(before) && !terms.some(({ stem }) => stem === before)
  );
}

/** Words that a sentence adds to the question. With fewer it only repeats it: "Deletes a saved search." */
const NEW_WORDS_MIN = 4;

function saysNothingNew(
  { passage, whole }: ComparedPassage,
  { wants }: Question,
  heading: ComparedText,
  countAsked: (text: ComparedText) => number,
): boolean {
  // Yes or no needs no other words.
  if (passage.kind !== 'text' || wants === 'any') return false;
  const meaningfulStems = whole.stems.slice(0, whole.meaningful);
  const newStems = meaningfulStems.filter((stem) => !heading.stems.includes(stem));
  return newStems.length - countAsked({ stems: newStems, meaningful: newStems.length }) < NEW_WORDS_MIN;
}

function computeMaximum(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from(a, (value, index) => Math.max(value, b[index] ?? 0));
}

/** Phrases of passages that answer a kind of question. In other languages than English, only the form counts. */
const phrases = {
  instruction:
    /\b(?:to|use|select|open|set|call|choose|click|switch|type|enter|run|add|write|press|drag|create)\b/i,
  place: /\b(?:open|menu|tab|settings?|below|at the (?:top|bottom|side)|page|screen|select|choose|list)\b/i,
  reason: /\b(?:because|so that|therefore|reason|cause|unless|only if|lacks?|missing)\b/i,
  person:
    /\b(?:users?|roles?|group|administrators?|managers?|owners?|designers?|readers?|anyone|nobody)\b|\b[A-Z]+_[A-Z_]+\b/,
};

/**
 * How well the form of a passage fits what the question asks for: 0 to 1, or `UNFIT`. `at` is its place in the section,
 * `share` says how much of the question a text has, and `covered` how much the passage and its headings have.
 */
function fitKind(
  { wants, terms, language }: Question,
  { passage, parts: comparedParts }: ComparedPassage,
  at: number,
  share: (text: ComparedText) => number,
  coveredShare: number,
): number {
  const text = joinPassageText(passage);
  const isEnglish = language.code === 'en';
  const isProse = passage.kind === 'text' || passage.kind === 'row';
  // A wide table lists problems or properties: its rows explain, but don't tell who.
  const isWide = passage.kind === 'row' && passage.cells.length > 2;
  switch (wants) {
    case 'steps':
      if (passage.kind === 'steps') return isLegend(passage) ? UNFIT : 1;
      if (passage.kind === 'code') return 0.6;
      return isEnglish && !phrases.instruction.test(text) ? UNFIT : 0.4;
    case 'meaning':
      if (passage.kind === 'text') {
        const measureShare = (subject: string) => share(compareText(subject, language));
        return findMeaning(passage.sentences[0] ?? '', terms.length, measureShare, at);
      }
      return isProse ? 0.4 : 0;
    case 'amount':
      if (passage.kind === 'row') return amount.test(text) && !isAboutProblem(passage) ? coveredShare : UNFIT;
      return passage.kind === 'text' ? findAmount(passage.sentences, comparedParts, share) : UNFIT;
    case 'reason':
      if (passage.kind === 'row') return 1;
      return isEnglish && !(isProse && isReason(passage, comparedParts, share)) ? UNFIT : 0.6;
    case 'place':
      return phrases.place.test(text) ? 1 : 0.3;
    case 'person':
      if (!isProse || isAboutProblem(passage) || (isEnglish && !phrases.person.test(text))) return UNFIT;
      return isWide ? 0.1 : 1;
    case 'any':
      return isProse ? 0.6 : 0.1;
  }
}

/** Whether a sentence about the subject, or a row, gives a reason. `comparedParts` are those of the passage. */
function isReason(
  passage: Passage,
  comparedParts: readonly ComparedText[],
  share: (text: ComparedText) => number,
): boolean {
  const texts = passage.kind === 'text' ? passage.sentences : [joinPassageText(passage)];
  return comparedParts.some((part, index) => phrases.reason.test(texts[index] ?? '') && share(part) >= 0.7);
}

/** A definition begins with its subject: "A web entry is a form …". */
function findMeaning(sentence: string, terms: number, share: (text: string) => number, at: number): number {
  const [subject, ...rest] = sentence.split(
    / (?=(?:is|are|means|says|describes|shows|holds|lets|contains|decides)\b)/,
  );
  const isDefined =
    rest.length > 0 && (subject ?? '').split(' ').length <= terms + 2 && share(subject ?? '') > 0.99;
  return isDefined ? 1 : at === 0 ? 0.5 : 0.2;
}

const amount =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|twenty|hundred|once (?:a|an|per|every)|twice|unlimited|no limit|exactly one|every|daily|hourly|nightly|weekly|any number|as many)\b/i;

/** Excludes a passage without what the question asks for. */
const UNFIT = -5;

/** An amount answers if its sentence is about the same thing. */
function findAmount(
  sentences: readonly string[],
  comparedSentences: readonly ComparedText[],
  share: (text: ComparedText) => number,
): number {
  const shares = comparedSentences.map((part, index) =>
    amount.test(sentences[index] ?? '') ? share(part) : 0,
  );
  const best = Math.max(...shares);
  return best >= 0.7 ? best : UNFIT;
}
