import type { DatabaseSync } from 'node:sqlite';
import { stemOf } from './english.ts';

/** Longer words are in texts, but are not looked up: their number in the file is 0. */
const WORD_MAX_CHARACTERS = 40;

/** Numbers for the words of pages that are written: those of the file, and the next ones for new words. */
export function wordNumbers(db: DatabaseSync) {
  const numbers = new Map(wordsIn(db).map(({ word, id }) => [word, id]));
  const first = numbers.size + 1;
  return {
    numberOf(word: string): number {
      if (word.length > WORD_MAX_CHARACTERS) return 0;
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, numbers.size + 1);
      return numbers.size;
    },
    /** Adds the new words to the file. */
    write() {
      const words = [...numbers.keys()].slice(first - 1);
      if (words.length === 0) return;
      const stems = words.map((word) => {
        const stem = stemOf(word);
        return stem === word ? '' : stem;
      });
      db.prepare('INSERT INTO vocabulary VALUES (?, ?, ?)').run(first, words.join('\n'), stems.join('\n'));
    },
  };
}

/** Numbers of words that are side by side in the alphabet; `to` is not among them. */
export interface WordRange {
  from: number;
  to: number;
}

/** Every word of the index by its number, which is its position in the alphabet, counted from 1. */
export type Vocabulary = ReturnType<typeof readVocabulary>;

export function readVocabulary(db: DatabaseSync) {
  const stored = wordsIn(db).sort((a, b) => (a.word < b.word ? -1 : 1));
  const words = ['', ...stored.map(({ word }) => word)];
  const numbers = new Int32Array(words.length);
  // A word that is too long is none of these.
  numbers[0] = words.length;
  const stems = new Map<string, number | number[]>();
  stored.forEach(({ id, stem, word }, at) => {
    numbers[id] = at + 1;
    const key = stem === '' ? word : stem;
    const others = stems.get(key);
    if (others === undefined) stems.set(key, at + 1);
    else stems.set(key, typeof others === 'number' ? [others, at + 1] : [...others, at + 1]);
  });

  /** Of the first word that is not before this one. */
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
    size: stored.length,
    /** From numbers of the file to these. */
    numbers,
    word: (number: number) => words[number] ?? '',
    /** 0 where there is no such word. */
    numberOf(word: string): number {
      const number = lowerBound(word);
      return words[number] === word ? number : 0;
    },
    starting: (prefix: string): WordRange => ({
      from: lowerBound(prefix),
      to: lowerBound(`${prefix}\u{10FFFF}`),
    }),
    ofStem(stem: string): readonly number[] {
      const found = stems.get(stem) ?? [];
      return typeof found === 'number' ? [found] : found;
    },
  };
}

function wordsIn(db: DatabaseSync) {
  const rows = db.prepare('SELECT first, words, stems FROM vocabulary ORDER BY first').all();
  return rows.flatMap(({ first, words, stems }) => {
    const stemsOfRow = String(stems).split('\n');
    const written = String(words).split('\n');
    // The stem is empty where it is the word itself.
    return written.map((word, at) => ({ id: Number(first) + at, word, stem: stemsOfRow[at] ?? '' }));
  });
}
