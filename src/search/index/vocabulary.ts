import type { DatabaseSync } from 'node:sqlite';
import { findStem } from './english.ts';

/** Longer words can't be searched: their number in the file is 0. */
const WORD_MAX_CHARACTERS = 40;

/** Assigns numbers to the words of pages that are written: those in the file, and new ones for new words. */
export function createWordNumbers(db: DatabaseSync) {
  const numbers = new Map(readStoredWords(db).map(({ word, id }) => [word, id]));
  const first = numbers.size + 1;
  return {
    assignNumber(word: string): number {
      if (word.length > WORD_MAX_CHARACTERS) return 0;
      const knownNumber = numbers.get(word);
      if (knownNumber !== undefined) return knownNumber;
      numbers.set(word, numbers.size + 1);
      return numbers.size;
    },
    /** Adds the new words to the file. */
    write() {
      const words = [...numbers.keys()].slice(first - 1);
      if (words.length === 0) return;
      const stems = words.map((word) => {
        const stem = findStem(word);
        return stem === word ? '' : stem;
      });
      db.prepare('INSERT INTO vocabulary VALUES (?, ?, ?)').run(first, words.join('\n'), stems.join('\n'));
    },
  };
}

/** A range of word numbers, which are adjacent in the alphabet. It doesn't include `to`. */
export interface WordRange {
  from: number;
  to: number;
}

/** The words of the index by their numbers, which are their positions in the alphabet, counted from 1. */
export interface Vocabulary {
  /** The number of words. */
  size: number;
  /** Maps numbers in the file to numbers here. */
  numbers: Int32Array;
  /** Returns a word by its number; an empty text if there is no such number. */
  getWord(number: number): string;
  /** Returns the number of a word, or 0 if there is no such word. */
  findNumber(word: string): number;
  /** Returns the range of the words that start with `prefix`. */
  findWordsStarting(prefix: string): WordRange;
  /** Lists the numbers of the words that have this stem. */
  findWordsOfStem(stem: string): readonly number[];
}

export function readVocabulary(db: DatabaseSync): Vocabulary {
  const sortedWords = readStoredWords(db).sort((a, b) => (a.word < b.word ? -1 : 1));
  const words = ['', ...sortedWords.map(({ word }) => word)];
  const numbers = new Int32Array(words.length);
  // Words that are too long aren't included.
  numbers[0] = words.length;
  const stems = new Map<string, number | number[]>();
  sortedWords.forEach(({ id, stem, word }, index) => {
    numbers[id] = index + 1;
    const key = stem === '' ? word : stem;
    const wordsWithStem = stems.get(key);
    if (wordsWithStem === undefined) stems.set(key, index + 1);
    else
      stems.set(
        key,
        typeof wordsWithStem === 'number' ? [wordsWithStem, index + 1] : [...wordsWithStem, index + 1],
      );
  });

  /** The number of the first word that isn't before this one. */
  function lowerBound(word: string): number {
    let [low, high] = [1, words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size: sortedWords.length,
    numbers,
    getWord: (number) => words[number] ?? '',
    findNumber(word) {
      const number = lowerBound(word);
      return words[number] === word ? number : 0;
    },
    findWordsStarting: (prefix) => ({
      from: lowerBound(prefix),
      to: lowerBound(`${prefix}\u{10FFFF}`),
    }),
    findWordsOfStem(stem) {
      const stemWords = stems.get(stem) ?? [];
      return typeof stemWords === 'number' ? [stemWords] : stemWords;
    },
  };
}

function readStoredWords(db: DatabaseSync) {
  const rows = db.prepare('SELECT first, words, stems FROM vocabulary ORDER BY first').all();
  return rows.flatMap(({ first, words, stems }) => {
    const stemsOfRow = String(stems).split('\n');
    const wordList = String(words).split('\n');
    // The stem is empty if it is the word itself.
    return wordList.map((word, index) => ({
      id: Number(first) + index,
      word,
      stem: stemsOfRow[index] ?? '',
    }));
  });
}
