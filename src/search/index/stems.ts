import type { DatabaseSync } from 'node:sqlite';
import { languageOf } from './languages.ts';
import { wordsOf } from './words.ts';

/**
 * The stems of words in other languages than English, whose words have theirs in the vocabulary: there a word is known
 * by its form alone, and here by the language of the text too. They are made from the word as it is written, which the
 * index forgets.
 */
export function stemWriter(db: DatabaseSync) {
  const added = new Map<string, Map<string, string>>();
  return {
    add(tag: string, text: string) {
      const language = languageOf(tag);
      if (language.code === 'en') return;
      const stems = added.get(language.code) ?? new Map<string, string>();
      added.set(language.code, stems);
      for (const { start, end, form } of wordsOf(text))
        if (!stems.has(form)) stems.set(form, language.stemOf(text.slice(start, end)));
    },
    /** Adds the new ones to the file. */
    write() {
      const insert = db.prepare('INSERT INTO stems VALUES (?, ?, ?)');
      for (const [code, stems] of added)
        insert.run(code, [...stems.keys()].join('\n'), [...stems.values()].join('\n'));
    },
  };
}

/** Of one language. */
interface Stems {
  /** Of a word that its texts have. */
  of(form: string): string | undefined;
  /** Words of its texts. */
  wordsOf(stem: string): readonly string[];
}

const none: Stems = { of: () => undefined, wordsOf: () => [] };

/** By the language's code; there are none of English. */
export function readStems(db: DatabaseSync): (code: string) => Stems {
  const byLanguage = new Map<string, Map<string, string>>();
  for (const { language, words, stems } of db.prepare('SELECT * FROM stems').all()) {
    const known = byLanguage.get(String(language)) ?? new Map<string, string>();
    byLanguage.set(String(language), known);
    const lines = String(stems).split('\n');
    String(words)
      .split('\n')
      .forEach((word, at) => {
        known.set(word, lines[at] ?? word);
      });
  }
  const read = new Map(
    [...byLanguage].map(([code, stems]): [string, Stems] => {
      const words = Map.groupBy(stems.keys(), (word) => stems.get(word));
      return [code, { of: (form) => stems.get(form), wordsOf: (stem) => words.get(stem) ?? [] }];
    }),
  );
  return (code) => read.get(code) ?? none;
}
