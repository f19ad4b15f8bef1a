import { findStem } from '../index/english.ts';
import type { Language } from '../index/languages.ts';
import { addParticles, changeHebrewEnding, removeParticles } from '../index/particles.ts';
import type { IndexView } from '../index/view.ts';
import { hasUnspaced } from '../index/words.ts';
import { qualities } from '../rank/weights.ts';
import type { Clause, WordClause } from './query.ts';

/** Maximum number of forms of a word. Some words have many endings, but further forms match by chance. */
const STEM_VARIANTS_MAX = 16;

/** Shorter parts are in too many words by chance. Korean has three letters in a syllable, and nouns of two. */
const PART_MIN_LETTERS = 4;

/** A clause for one word. Empty if the view doesn't contain it. */
export function createWordClause(
  text: string,
  { index, has }: IndexView,
  quality: number,
): WordClause | undefined {
  const number = index.vocabulary.findNumber(text);
  if (!has(number)) return undefined;
  return { kind: 'word', text, isPrefix: false, words: { from: number, to: number + 1 }, quality };
}

/** A clause for all longer words with this beginning. */
export function createPrefixClause(text: string, view: IndexView): WordClause | undefined {
  const { vocabulary } = view.index;
  const { from, to } = vocabulary.findWordsStarting(text);
  // The first word of the range is the word itself.
  const words = { from: vocabulary.getWord(from) === text ? from + 1 : from, to };
  return view.hasAny(words)
    ? { kind: 'word', text, isPrefix: true, words, quality: qualities.otherForm }
    : undefined;
}

/**
 * Clauses for words with the same stem, in English and in the reader's language, because untranslated pages are in
 * English. `form` is the indexed form of the typed word.
 */
export function stemVariants(
  form: string,
  typedWord: string,
  { view, language }: { view: IndexView; language: Language },
): WordClause[] {
  const { vocabulary, stems } = view.index;
  const languageStems = stems(language.code);
  const otherForms = languageStems.findWords(languageStems.getStem(form) ?? language.findStem(typedWord));
  const english = vocabulary
    .findWordsOfStem(findStem(form))
    .filter(view.has)
    .map((number) => vocabulary.getWord(number));
  return [...new Set([...otherForms, ...english])]
    .filter((word) => word !== form)
    .slice(0, STEM_VARIANTS_MAX)
    .flatMap((word) => createWordClause(word, view, qualities.otherForm) ?? []);
}

/** Clauses for compounds that contain the word, in languages that join nouns into one word. */
export function listCompoundVariants(
  form: string,
  typedWord: string,
  { view, language }: { view: IndexView; language: Language },
): WordClause[] {
  if (!language.hasCompounds) return [];
  const stems = view.index.stems(language.code);
  const stem = stems.getStem(form) ?? language.findStem(typedWord);
  if (stem.length < PART_MIN_LETTERS && form.length <= PART_MIN_LETTERS) return [];
  return stems
    .listCompoundsWith(stem)
    .filter((word) => word !== form)
    .flatMap((word) => createWordClause(word, view, qualities.otherForm * qualities.otherForm) ?? []);
}

const hangul = /^\p{Script=Hangul}/u;
/** A letter that can't begin a syllable of Hangul. */
const inSyllable = /^[\u1160-\u11ff]/;

/**
 * Clauses for both parts of a compound that the index lacks, next to each other or apart, in languages that join nouns:
 * `Netzwerkfehler` also finds `Fehler im Netzwerk`.
 */
export function listPartsOfCompound(
  form: string,
  context: { view: IndexView; language: Language },
): Clause[] {
  const parts = splitCompound(form, context);
  if (!parts) return [];
  const apart = parts.flat().map((clause) => ({ ...clause, quality: clause.quality * qualities.otherForm }));
  return [{ kind: 'phrase', words: parts }, ...apart];
}

/** A clause for both parts of a Korean compound next to each other: spaces between nouns are optional. */
export function createSpacedClause(
  form: string,
  context: { view: IndexView; language: Language },
): Clause | undefined {
  const parts = hangul.test(form) ? splitCompound(form, context) : undefined;
  return parts && { kind: 'phrase', words: parts };
}

/** Splits a compound into two words of the index, as near to its middle as possible. */
function splitCompound(
  form: string,
  { view, language }: { view: IndexView; language: Language },
): WordClause[][] | undefined {
  if (!language.hasCompounds) return undefined;
  const middle = form.length / 2;
  const splits = Array.from(
    { length: Math.max(form.length - 2 * PART_MIN_LETTERS + 1, 0) },
    (_, index) => index + PART_MIN_LETTERS,
  )
    .filter((at) => !inSyllable.test(form.slice(at)))
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  for (const at of splits) {
    const parts = [form.slice(0, at), form.slice(at)].map((part) => listPartForms(part, { view, language }));
    if (parts.every((part) => part.length > 0)) return parts;
  }
  return undefined;
}

/** Clauses for a part of a compound as a word of its own, in all its forms. */
function listPartForms(part: string, context: { view: IndexView; language: Language }): WordClause[] {
  const { view } = context;
  return [
    createWordClause(part, view, 1),
    ...stemVariants(part, part, context),
    ...addParticles(part).map((word) => createWordClause(word, view, qualities.otherForm)),
  ].filter((clause) => clause !== undefined);
}

/** Clauses for the word with and without joined particles. For the last word of a query, also for longer words. */
export function listParticleVariants(form: string, isGrowing: boolean, view: IndexView): WordClause[] {
  const nouns = changeHebrewEnding(form);
  const variants = [form, ...nouns].flatMap((word) => [...addParticles(word), ...removeParticles(word)]);
  const whole = [...new Set([...nouns, ...variants])].flatMap(
    (word) => createWordClause(word, view, qualities.otherForm) ?? [],
  );
  const longer = isGrowing ? addParticles(form).flatMap((word) => createPrefixClause(word, view) ?? []) : [];
  return [...whole, ...longer];
}

/** A clause for adjacent words. Empty if the view lacks one. With `isGrowing`, the last word may be incomplete. */
export function createPhraseClause(
  forms: readonly string[],
  isGrowing: boolean,
  view: IndexView,
  quality: number,
): Clause | undefined {
  const words = forms.map((form) => createWordClause(form, view, quality));
  const last = forms.at(-1) ?? '';
  // In scripts without spaces, a letter may still get its vowel.
  if (isGrowing && (last.length > 1 || hasUnspaced(last))) {
    const range = view.index.vocabulary.findWordsStarting(last);
    const growing = { kind: 'word', text: last, isPrefix: true, words: range, quality } as const;
    words[words.length - 1] = view.hasAny(range) ? growing : undefined;
  }
  const knownWords = words.filter((word) => word !== undefined);
  return knownWords.length === forms.length
    ? { kind: 'phrase', words: knownWords.map((word) => [word]) }
    : undefined;
}
