import type { Language } from '../../search/index/languages.ts';
import type { Passage, PassageSection } from './passages.ts';
import { listStems, type Question } from './question.ts';

/** The different stems of a text: first those that say something, then the stop words. */
export interface ComparedText {
  stems: readonly string[];
  /** The number of stems that say something. */
  meaningful: number;
}

/** A passage with the stems of its words, so that a question only has to look them up. */
export interface ComparedPassage {
  passage: Passage;
  whole: ComparedText;
  /** The texts that are compared each by itself. A long list has all words somewhere. */
  parts: readonly ComparedText[];
  /** The part that says what the rest is about: the first cell of a row. */
  key: ComparedText;
  /** The stems of the key in the order of its words. */
  keyStems: readonly string[];
  /** The sentence that introduces a list or code. */
  lead: ComparedText;
}

export interface ComparedSection {
  heading: ComparedText;
  /** The title of the page and all headings above the passages. */
  titles: ComparedText;
  passages: readonly ComparedPassage[];
}

const comparedSections = new WeakMap<PassageSection, { language: Language; section: ComparedSection }>();

/** Prepares a section for comparison, once for as long as the section is in memory. */
export function prepareSection(section: PassageSection, language: Language): ComparedSection {
  const cachedSection = comparedSections.get(section);
  if (cachedSection?.language === language) return cachedSection.section;
  const comparedSection: ComparedSection = {
    heading: compareText(section.titles.at(-1) ?? '', language),
    titles: compareText(section.titles.join(' '), language),
    passages: section.passages.map((passage) => preparePassage(passage, language)),
  };
  comparedSections.set(section, { language, section: comparedSection });
  return comparedSection;
}

/** Finds the stems of a text. */
export function compareText(text: string, language: Language): ComparedText {
  const stems = [...new Set(listStems(text, language))];
  const meaningfulStems = stems.filter((stem) => !language.isStopWord(stem));
  return {
    stems: [...meaningfulStems, ...stems.filter((stem) => language.isStopWord(stem))],
    meaningful: meaningfulStems.length,
  };
}

const emptyText: ComparedText = { stems: [], meaningful: 0 };

function preparePassage(passage: Passage, language: Language): ComparedPassage {
  const whole = compareText(joinPassageText(passage), language);
  const compareAll = (texts: readonly string[]) => texts.map((text) => compareText(text, language));
  switch (passage.kind) {
    case 'text': {
      const { sentences } = passage;
      return {
        passage,
        whole,
        parts: sentences.length === 1 ? [whole] : compareAll(sentences),
        key: emptyText,
        keyStems: [],
        lead: emptyText,
      };
    }
    case 'row': {
      const key = passage.cells[0]?.text ?? '';
      return {
        passage,
        whole,
        parts: [whole],
        key: compareText(key, language),
        keyStems: listStems(key, language),
        lead: emptyText,
      };
    }
    case 'code':
      return {
        passage,
        whole,
        parts: [whole],
        key: emptyText,
        keyStems: [],
        lead: compareText(passage.lead, language),
      };
    case 'steps':
    case 'list':
      return {
        passage,
        whole,
        parts: compareAll(passage.items.map((item) => `${passage.lead} ${item}`)),
        key: emptyText,
        keyStems: [],
        lead: compareText(passage.lead, language),
      };
  }
}

/** All words that a reader sees in a passage, as one text. */
export function joinPassageText(passage: Passage): string {
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

/** How much another word for the same counts. */
const OTHER_WORD = 0.75;

/** How well a text has each word of the question, in their order, from 0 to 1. */
type TermMatches = Float64Array;

/** Compares texts with the words of one question. */
interface TextComparer {
  match(text: ComparedText): TermMatches;
  /** Counts the meaningful words of a text that are in the question. */
  countAsked(text: ComparedText): number;
}

export function createTextComparer({ terms }: Question): TextComparer {
  /** The terms of the question that a stem matches. */
  const termsByStem = new Map<string, { term: number; value: number }[]>();
  const addStem = (stem: string, term: number, value: number) => {
    const matches = termsByStem.get(stem) ?? [];
    matches.push({ term, value });
    termsByStem.set(stem, matches);
  };
  terms.forEach(({ stem, synonyms }, term) => {
    addStem(stem, term, 1);
    for (const other of synonyms) addStem(other, term, OTHER_WORD);
  });
  return {
    match({ stems }) {
      const matches = new Float64Array(terms.length);
      for (const stem of stems) {
        for (const { term, value } of termsByStem.get(stem) ?? []) {
          if (value > (matches[term] ?? 0)) matches[term] = value;
        }
      }
      return matches;
    },
    countAsked({ stems, meaningful }) {
      let count = 0;
      for (let at = 0; at < meaningful; at += 1) if (termsByStem.has(stems[at] ?? '')) count += 1;
      return count;
    },
  };
}
