import type { Language } from '../../search/index/languages.ts';
import type { Source } from './find-answer.ts';
import type { Passage } from './passages.ts';
import { listStems, type Question, type Term } from './question.ts';

/** A section that may answer, with the likelihood from search that it does: 0 to 1. */
export interface Candidate {
  source: Source;
  passages: readonly Passage[];
  prior: number;
}

/** A word of the question, with its share in everything that the question says. The shares add up to 1. */
export interface WeighedTerm {
  term: Term;
  share: number;
  /** Whether few sections have the word, so that a passage about something else lacks it. */
  isRare: boolean;
}

interface ScoredPassage {
  candidate: Candidate;
  passage: Passage;
  score: number;
}

/**
 * Below this score, a passage isn't shown. Calibrated with questions that the manual doesn't answer: `bench/answers`.
 */
export const ANSWER_MIN_SCORE = 0.66;

/** How much a word of the question counts by where it is. */
const places = { passage: 1, heading: 0.95, titles: 0.8 };
/** How much another word for the same counts. */
const OTHER_WORD = 0.75;
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
/** How much of the question has to be in the passage or above it. */
const COVERED_MIN = 0.65;
/** Lists and code are about the subject of their heading, and contain too many words to be compared by them. */
const SUBJECT_MIN = 0.45;
const SUBJECT_MISSING = 0.2;
/** Taken from a passage for developers if the question isn't about their things. */
const FOR_DEVELOPERS = 0.08;
const developerPage = /\b(?:api|rest|sdk|developers?|endpoints?)\b|RESTAPI/i;
const developerWord =
  /^(?:api|rest|sdk|endpoints?|json|xml|https?|curl|code|scripts?|functions?|methods?|php|javascript|typescript|python|sql|requests?|uids?|tokens?|plugins?|class(?:es)?|parameters?|\d{3})$/i;
/** A name as code writes it: `PM_CASES`, `getUser`, `usr_uid`. */
const codeName = /[_$@/{}]|\p{Ll}\p{Lu}|^\p{Lu}{4,}$/u;

/** Whether a page is for developers, while the question is about nothing of theirs. */
export function isForOthers(url: string, terms: readonly Term[]): boolean {
  return (
    developerPage.test(url) &&
    !terms.some(({ spelling }) => developerWord.test(spelling) || codeName.test(spelling))
  );
}

/** Scores every passage of the candidates for a question, the best first. */
export function scorePassages(
  question: Question,
  terms: readonly WeighedTerm[],
  candidates: readonly Candidate[],
): ScoredPassage[] {
  const { language } = question;
  const sum = (values: readonly number[]) =>
    values.reduce((all, value, at) => all + value * (terms[at]?.share ?? 0), 0);
  const compare = (text: string) => {
    const stems = findStems(text, language);
    return terms.map(({ term }) => matchTerm(term, stems));
  };
  const focusOn = (text: string) => sum(compare(text)) * findFocus(question, text);

  // Search corrects a word that the view doesn't have. Then no candidate has it, so that it must not answer.
  const seen = terms.map(({ term }) =>
    candidates.some(({ source, passages }) =>
      [...source.titles, ...passages.map(passageText)].some(
        (text) => matchTerm(term, findStems(text, language)) > 0,
      ),
    ),
  );
  const scored = candidates.flatMap((candidate): ScoredPassage[] => {
    const { url } = candidate.source;
    const penalty = isForOthers(url, question.terms) ? FOR_DEVELOPERS : 0;
    const { titles } = candidate.source;
    const ownTitle = titles.at(-1) ?? '';
    const heading = compare(ownTitle);
    const above = compare(titles.join(' '));
    const headingFocus = focusOn(ownTitle);
    return candidate.passages.flatMap((passage, at): ScoredPassage[] => {
      const here = compare(passageText(passage));
      const covered = here.map((value, index) =>
        Math.max(
          value * places.passage,
          (heading[index] ?? 0) * places.heading,
          (above[index] ?? 0) * places.titles,
        ),
      );
      if (covered.some((value, index) => value === 0 && (terms[index]?.isRare || !seen[index]))) return [];
      if (saysNothingNew(passage, question, ownTitle)) return [];
      const tight = Math.max(...listParts(passage).map(focusOn));
      const isStepless = question.wants === 'steps' && (passage.kind === 'text' || passage.kind === 'row');
      const focus = Math.max(
        isStepless ? Math.min(headingFocus, tight) : headingFocus,
        focusOn(findKey(passage)),
      );
      if (Math.max(tight, focus) < FOCUS_MIN || sum(covered) < COVERED_MIN) return [];
      const score =
        parts.covered * sum(covered) +
        parts.tight * tight +
        parts.heading * focus +
        parts.prior * candidate.prior +
        parts.kind * fitKind(question, passage, at, (part) => sum(compare(part)), sum(covered)) +
        parts.place / (1 + at / 2) -
        penalty -
        (hasSubject(passage, (lead) => sum(maximum(above, compare(lead)))) ? 0 : SUBJECT_MISSING);
      return [{ candidate, passage, score }];
    });
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** Words that a sentence adds to the question. With fewer it only repeats it: "Deletes a saved search." */
const NEW_WORDS_MIN = 4;

function saysNothingNew(passage: Passage, { terms, language, wants }: Question, heading: string): boolean {
  // Yes or no needs no other words.
  if (passage.kind !== 'text' || wants === 'any') return false;
  const headingStems = findStems(heading, language);
  const newStems = [...findStems(passageText(passage), language)].filter(
    (stem) =>
      !language.isStopWord(stem) &&
      !headingStems.has(stem) &&
      !terms.some((term) => term.stem === stem || term.synonyms.has(stem)),
  );
  return newStems.length < NEW_WORDS_MIN;
}

/** The texts of a passage that are compared each by itself. A long list has all words somewhere. */
function listParts(passage: Passage): string[] {
  switch (passage.kind) {
    case 'text':
      return [...passage.sentences];
    case 'row':
    case 'code':
      return [passageText(passage)];
    case 'steps':
    case 'list':
      return passage.items.map((item) => `${passage.lead} ${item}`);
  }
}

function maximum(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => Math.max(value, b[at] ?? 0));
}

/** The part of a passage that says what the rest is about. */
function findKey(passage: Passage): string {
  return passage.kind === 'row' ? (passage.cells[0]?.text ?? '') : '';
}

function hasSubject(passage: Passage, share: (lead: string) => number): boolean {
  return passage.kind === 'text' || passage.kind === 'row' || share(passage.lead) >= SUBJECT_MIN;
}

function matchTerm({ stem, synonyms }: Term, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  for (const other of synonyms) if (stems.has(other)) return OTHER_WORD;
  return 0;
}

/** The share of a text's words that are in the question: a heading about more than the question fits less. */
function findFocus({ terms, language }: Question, text: string): number {
  const stems = [...findStems(text, language)].filter((stem) => !language.isStopWord(stem));
  if (stems.length === 0) return 0;
  const matchingStems = stems.filter((stem) =>
    terms.some((term) => term.stem === stem || term.synonyms.has(stem)),
  );
  return Math.sqrt(matchingStems.length / stems.length);
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
  passage: Passage,
  at: number,
  share: (text: string) => number,
  covered: number,
): number {
  const text = passageText(passage);
  const isEnglish = language.code === 'en';
  const isProse = passage.kind === 'text' || passage.kind === 'row';
  // A wide table lists problems or properties: its rows explain, but don't tell who.
  const isWide = passage.kind === 'row' && passage.cells.length > 2;
  switch (wants) {
    case 'steps':
      if (passage.kind === 'steps') return 1;
      if (passage.kind === 'code') return 0.6;
      return isEnglish && !phrases.instruction.test(text) ? UNFIT : 0.4;
    case 'meaning':
      if (passage.kind === 'text') return findMeaning(passage.sentences[0] ?? '', terms.length, share, at);
      return isProse ? 0.4 : 0;
    case 'amount':
      if (passage.kind === 'row') return amount.test(text) ? covered : UNFIT;
      return passage.kind === 'text' ? findAmount(passage.sentences, share) : UNFIT;
    case 'reason':
      if (passage.kind === 'row') return 1;
      return isEnglish && !(isProse && isReason(passage, share)) ? UNFIT : 0.6;
    case 'place':
      return phrases.place.test(text) ? 1 : 0.3;
    case 'person':
      if (!isProse || (isEnglish && !phrases.person.test(text))) return UNFIT;
      return isWide ? 0.1 : 1;
    case 'any':
      return isProse ? 0.6 : 0.1;
  }
}

/** Whether a sentence about the subject gives a reason. */
function isReason(passage: Passage, share: (text: string) => number): boolean {
  return listParts(passage).some((sentence) => phrases.reason.test(sentence) && share(sentence) >= 0.7);
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
function findAmount(sentences: readonly string[], share: (text: string) => number): number {
  const best = Math.max(...sentences.map((sentence) => (amount.test(sentence) ? share(sentence) : 0)));
  return best >= 0.7 ? best : UNFIT;
}

const STEMS_KEPT = 20_000;
const cachedStems = new Map<string, ReadonlySet<string>>();

/** The stems of a text. Passages of the pages that are asked about are compared with every question. */
function findStems(text: string, language: Language): ReadonlySet<string> {
  const key = `${language.code} ${text}`;
  const cached = cachedStems.get(key);
  if (cached) return cached;
  if (cachedStems.size >= STEMS_KEPT) cachedStems.clear();
  const stems = new Set(listStems(text, language));
  cachedStems.set(key, stems);
  return stems;
}

/** All words that a reader sees in a passage, as one text. */
function passageText(passage: Passage): string {
  switch (passage.kind) {
    case 'text':
      return passage.sentences.join(' ');
    case 'row':
      return passage.cells.map(({ text }) => text).join(' ');
    case 'steps':
    case 'list':
      return [passage.lead, ...passage.items].join(' ').trim();
    case 'code':
      return `${passage.lead} ${passage.code}`.trim();
  }
}
