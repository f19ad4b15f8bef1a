import type { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../shared/memoize.ts';
import { findLanguage } from './languages.ts';
import { splitWords } from './words.ts';

/**
 * The stems of words in languages other than English. English stems are in the vocabulary, which knows a word only by
 * its form. Here a word is known by the language of its text, too. The stems are made from the word as it is written,
 * which isn't in the index.
 */
export function stemWriter(db: DatabaseSync) {
  const added = new Map<string, Map<string, string>>();
  return {
    add(tag: string, text: string) {
      const language = findLanguage(tag);
      if (language.code === 'en') return;
      const stems = added.get(language.code) ?? new Map<string, string>();
      added.set(language.code, stems);
      for (const { start, end, form } of splitWords(text))
        if (!stems.has(form)) stems.set(form, language.findStem(text.slice(start, end)));
    },
    /** Adds the new stems to the file. */
    write() {
      const insert = db.prepare('INSERT INTO stems VALUES (?, ?, ?)');
      for (const [code, stems] of added)
        insert.run(code, [...stems.keys()].join('\n'), [...stems.values()].join('\n'));
    },
  };
}

/** The stems of one language. */
export interface Stems {
  /** The stem of a word in the texts of this language. */
  getStem(form: string): string | undefined;
  /** The words with this stem in the texts of this language. */
  findWords(stem: string): readonly string[];
  /** Words that contain this stem as their first, middle or last part: `arbeitsvertrag` for `vertrag`. */
  listCompoundsWith(stem: string): readonly string[];
}

const none: Stems = { getStem: () => undefined, findWords: () => [], listCompoundsWith: () => [] };

/** Shorter stems are parts of too many words by chance. */
const PART_MIN_LETTERS = 4;
/** Shorter stems, such as Swedish `läs` of `läsare` (reader), are only searched as the last part: `webbläsare` (browser). */
const LAST_PART_MIN_LETTERS = 3;
/** The minimum length of the rest of a compound. Shorter ones are endings, or prefixes that change the meaning. */
const REST_MIN_LETTERS = 3;
/** In Korean, a particle of one syllable follows, whose letters are counted. */
const KOREAN_REST_MIN_LETTERS = 2;
const COMPOUNDS_MAX = 48;
const PARTS_KEPT = 2_000;

function createCompoundFinder(code: string, words: ReadonlyMap<string | undefined, readonly string[]>) {
  const restMin = code === 'ko' ? KOREAN_REST_MIN_LETTERS : REST_MIN_LETTERS;
  // Searches one joined text, because searching each stem separately would take many times as long.
  let joinedWord: string | undefined;
  return memoize(PARTS_KEPT, (part: string): readonly string[] => {
    if (part.length < LAST_PART_MIN_LETTERS) return [];
    const isOnlyLast = part.length < PART_MIN_LETTERS;
    joinedWord ??= `\n${[...words.keys()].join('\n')}\n`;
    const compounds: string[] = [];
    for (let index = joinedWord.indexOf(part); index !== -1; index = joinedWord.indexOf(part, index + 1)) {
      const start = joinedWord.lastIndexOf('\n', index) + 1;
      const end = joinedWord.indexOf('\n', index);
      const [before, after] = [index - start, end - index - part.length];
      const isPart = (before === 0 || before >= restMin) && (after === 0 || after >= restMin);
      if (isOnlyLast && after > 0) continue;
      if (isPart && before + after > 0) compounds.push(...(words.get(joinedWord.slice(start, end)) ?? []));
      if (compounds.length >= COMPOUNDS_MAX) break;
    }
    return compounds;
  });
}

/** Loads stems by the code of a language. There are none for English. */
export function readStems(db: DatabaseSync): (code: string) => Stems {
  const byLanguage = new Map<string, Map<string, string>>();
  for (const { language, words, stems } of db.prepare('SELECT * FROM stems').all()) {
    const stemsByWord = byLanguage.get(String(language)) ?? new Map<string, string>();
    byLanguage.set(String(language), stemsByWord);
    const lines = String(stems).split('\n');
    String(words)
      .split('\n')
      .forEach((word, index) => {
        stemsByWord.set(word, lines[index] ?? word);
      });
  }
  const read = new Map(
    [...byLanguage].map(([code, stems]): [string, Stems] => {
      const words = Map.groupBy(stems.keys(), (word) => stems.get(word));
      return [
        code,
        {
          getStem: (form) => stems.get(form),
          findWords: (stem) => words.get(stem) ?? [],
          listCompoundsWith: createCompoundFinder(code, words),
        },
      ];
    }),
  );
  return (code) => read.get(code) ?? none;
}
