import { stemOf } from '../index/english.ts';
import type { Language } from '../index/languages.ts';
import { withoutParticles, withParticles } from '../index/particles.ts';
import type { IndexView } from '../index/view.ts';
import { qualities } from '../rank/weights.ts';
import type { Clause, WordClause } from './query.ts';

/** Some words have many endings; more than these are chance. */
const STEM_VARIANTS_MAX = 16;

/** One word of the index; nothing where the view does not have it. */
export function wordClause(text: string, { index, has }: IndexView, quality: number): WordClause | undefined {
  const number = index.vocabulary.numberOf(text);
  if (!has(number)) return undefined;
  return { kind: 'word', text, isPrefix: false, words: { from: number, to: number + 1 }, quality };
}

/** All that begins so and is longer. */
export function prefixClause(text: string, view: IndexView): WordClause | undefined {
  const { vocabulary } = view.index;
  const { from, to } = vocabulary.starting(text);
  // The word itself is the first of them.
  const words = { from: vocabulary.word(from) === text ? from + 1 : from, to };
  return view.hasAny(words)
    ? { kind: 'word', text, isPrefix: true, words, quality: qualities.otherForm }
    : undefined;
}

/**
 * Words of the same stem: in English, and in the language that is read, whose untranslated pages are in English. `form`
 * as the index has it, `written` as it is typed.
 */
export function stemVariants(
  form: string,
  written: string,
  { view, language }: { view: IndexView; language: Language },
): WordClause[] {
  const { vocabulary, stems } = view.index;
  const own = stems(language.code);
  const others = own.wordsOf(own.of(form) ?? language.stemOf(written));
  const english = vocabulary
    .ofStem(stemOf(form))
    .filter(view.has)
    .map((number) => vocabulary.word(number));
  return [...new Set([...others, ...english])]
    .filter((word) => word !== form)
    .slice(0, STEM_VARIANTS_MAX)
    .flatMap((word) => wordClause(word, view, qualities.otherForm) ?? []);
}

/** Compounds that have the word as a part, in languages that write nouns together. */
export function compoundVariants(
  form: string,
  written: string,
  { view, language }: { view: IndexView; language: Language },
): WordClause[] {
  if (!language.hasCompounds) return [];
  const stems = view.index.stems(language.code);
  const stem = stems.of(form) ?? language.stemOf(written);
  return stems
    .compoundsWith(stem)
    .filter((word) => word !== form)
    .flatMap((word) => wordClause(word, view, qualities.otherForm * qualities.otherForm) ?? []);
}

/** The word with particles that are written onto it, and without; where it is the last one, longer words too. */
export function particleVariants(form: string, isGrowing: boolean, view: IndexView): WordClause[] {
  const whole = [...new Set([...withParticles(form), ...withoutParticles(form)])].flatMap(
    (word) => wordClause(word, view, qualities.otherForm) ?? [],
  );
  const longer = isGrowing ? withParticles(form).flatMap((word) => prefixClause(word, view) ?? []) : [];
  return [...whole, ...longer];
}

/** Words side by side; nothing where the view does not have them all. `isGrowing`: the last one may be a beginning. */
export function phraseClause(
  forms: readonly string[],
  isGrowing: boolean,
  view: IndexView,
  quality: number,
): Clause | undefined {
  const words = forms.map((form) => wordClause(form, view, quality));
  const last = forms.at(-1) ?? '';
  if (isGrowing && last.length > 1) {
    const range = view.index.vocabulary.starting(last);
    const growing = { kind: 'word', text: last, isPrefix: true, words: range, quality } as const;
    words[words.length - 1] = view.hasAny(range) ? growing : undefined;
  }
  const found = words.filter((word) => word !== undefined);
  return found.length === forms.length ? { kind: 'phrase', words: found.map((word) => [word]) } : undefined;
}
