import type { Language } from '../../../search/index/languages.ts';
import { splitWords } from '../../../search/index/words.ts';

/** From this share of common stems on, two questions are nearly the same. */
const NEARLY_SAME = 0.8;

/** The stems of the words that say something. `How do I log in?` and `logging in` have the same. */
export function findTellingStems(text: string, language: Language): Set<string> {
  // Splitting `can't` and `I'm` at the apostrophe would leave a single letter.
  const words = text.replace(/(?<=\p{L})['’]\p{L}{1,2}(?!\p{L})/gu, '');
  return new Set(
    splitWords(words).flatMap(({ form, start, end }) =>
      language.isStopWord(form)
        ? []
        : [language.findStem(language.code === 'en' ? form : words.slice(start, end))],
    ),
  );
}

/** Whether two questions ask for nearly the same with other small words. */
export function isNearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common > 0 && common / (a.size + b.size - common) >= NEARLY_SAME;
}

/** A text for a set of stems, equal for equal sets. */
export function toStemKey(stems: ReadonlySet<string>): string {
  return [...stems].sort().join(' ');
}
