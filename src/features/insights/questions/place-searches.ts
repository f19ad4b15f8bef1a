import type { Language } from '../../../search/index/languages.ts';
import { splitWords } from '../../../search/index/words.ts';
import type { QuestionIndex } from './question-index.ts';
import type { AskedSection, QuestionSite } from './question-site.ts';

/** From this similarity on (at most 1), a section is about what an English search means. */
const SIMILAR_ENOUGH = 0.4;
/** Words are related if they share at least so many letters at their beginning, and this part of the shorter word. */
const COMMON_MIN_LETTERS = 5;
const COMMON_MIN_PART = 0.75;
/** A section fits if it has relatives of at least this share of the words. */
const RELATED_MIN_SHARE = 0.5;

/**
 * Finds the section that a search without results was meant for: by the meaning of words in English, else by related
 * words in titles and headings, such as `Abrechnungen` for `abrechnungszeitraum`. Undefined if no section fits, or
 * several fit equally well.
 */
export function placeSearch(search: string, index: QuestionIndex, site: QuestionSite): string | undefined {
  const [best] = site.language.code === 'en' ? index.findSimilar(search) : [];
  if (best && best.similarity >= SIMILAR_ENOUGH) return best.address;
  const words = listTellingForms(search, site.language);
  const relatedSections = [...site.sections.values()]
    .map((section) => ({ address: section.address, share: findRelatedShare(words, section, site) }))
    .filter(({ share }) => share >= RELATED_MIN_SHARE)
    .sort((a, b) => b.share - a.share);
  const [first, second] = relatedSections;
  return first && first.share !== second?.share ? first.address : undefined;
}

/** The share of the words that have a relative in the heading of a section. */
function findRelatedShare(
  words: readonly string[],
  { heading }: AskedSection,
  { language }: QuestionSite,
): number {
  const names = listTellingForms(heading, language);
  const relatedWords = words.filter((word) => names.some((name) => isRelated(word, name)));
  return words.length === 0 ? 0 : relatedWords.length / words.length;
}

function isRelated(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = 0;
  while (common < shorter && a[common] === b[common]) common += 1;
  return common >= COMMON_MIN_LETTERS && common >= shorter * COMMON_MIN_PART;
}

function listTellingForms(text: string, language: Language): string[] {
  return splitWords(text).flatMap(({ form }) => (language.isStopWord(form) ? [] : [form]));
}
