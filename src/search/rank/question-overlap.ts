import { memoize } from '../../shared/memoize.ts';
import { findStem, isStopWord } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { computeInverseFrequency } from './bm25.ts';
import { questions as weights } from './weights.ts';

/** How much the typed question shares with the most similar question that a section answers, each from 0 to 1. */
export interface QuestionOverlap {
  /** Twice the words of both, as a share of the words of each (Dice). Rare words weigh more. */
  words: number;
  /** The share of the typed question's pairs of adjacent words. */
  pairs: number;
}

/** Compares a question with sections. `forms` are the words of the question as they are indexed. */
type Overlapper = (
  forms: readonly string[],
  sections: readonly number[],
  view: IndexView,
) => QuestionOverlap[];

/** A question by its stems, each once: those that say something, and all pairs of adjacent ones. */
interface StemmedQuestion {
  stems: readonly string[];
  pairs: readonly string[];
}

/** About 10 kB each. */
const SECTIONS_KEPT = 512;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 32;
/** Authors ask with few different words, again and again. */
const WORDS_KEPT = 4_096;

const stemOf = memoize(WORDS_KEPT, findStem);

/** Compares by words of the same stem. Words weigh as in the reader's view, so hidden sections change nothing. */
export function createQuestionOverlap({ getSection, vocabulary }: SearchIndex): Overlapper {
  const questionsOf = memoize(SECTIONS_KEPT, (number: number): StemmedQuestion[] =>
    getSection(number)
      .questions.slice(0, QUESTIONS_MAX)
      .map((question) => stemQuestion(listForms(question))),
  );

  return (forms, sections, view) => {
    const rarities = new Map<string, number>();
    const findRarity = (stem: string): number => {
      const rarity = rarities.get(stem) ?? computeRarity(stem, view);
      rarities.set(stem, rarity);
      return rarity;
    };
    const sumRarities = (stems: readonly string[]): number => {
      let sum = 0;
      for (const stem of stems) sum += findRarity(stem);
      return sum;
    };
    const questionStems = stemQuestion(forms);
    const typedStems = new Set(questionStems.stems);
    const typedPairs = new Set(questionStems.pairs);
    const typedWeight = sumRarities(questionStems.stems);
    return sections.map((number) => {
      const overlap: QuestionOverlap = { words: 0, pairs: 0 };
      for (const { stems, pairs } of questionsOf(number)) {
        let [isShared, sharedWeight] = [false, 0];
        for (const stem of stems) {
          if (!typedStems.has(stem)) continue;
          isShared = true;
          sharedWeight += findRarity(stem);
        }
        if (!isShared) continue;
        const words = (2 * sharedWeight) / (sumRarities(stems) + typedWeight);
        let sharedPairs = 0;
        for (const pair of pairs) if (typedPairs.has(pair)) sharedPairs += 1;
        overlap.words = Math.max(overlap.words, words);
        if (sharedPairs > 0) overlap.pairs = Math.max(overlap.pairs, sharedPairs / typedPairs.size);
      }
      return overlap;
    });
  };

  function computeRarity(stem: string, view: IndexView): number {
    let most = 0;
    for (const word of [...vocabulary.findWordsOfStem(stem), vocabulary.findNumber(stem)])
      if (view.has(word)) most = Math.max(most, view.getFrequency(word));
    return Math.min(computeInverseFrequency(most, view.sections), weights.rarest);
  }
}

function stemQuestion(forms: readonly string[]): StemmedQuestion {
  const stems = forms.map(stemOf);
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  return {
    stems: [...new Set(stems.filter((_, index) => !isStopWord(forms[index] ?? '')))],
    pairs: [...new Set(pairs)],
  };
}
