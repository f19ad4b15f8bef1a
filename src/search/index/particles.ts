/**
 * Arabic and Hebrew write the article, "and" and short prepositions onto the next word: `والمستند` is "and the
 * document". A reader looks for the word without them, or with others than the text has. The index holds words as they
 * are written; the query asks for them with every particle, and without its own.
 */

/** As forms of the index: longest first, so that `وال` is taken off whole. */
const arabic: readonly string[] = [
  ...['وبال', 'وكال', 'فبال', 'وال', 'فال', 'بال', 'كال', 'ولل', 'فلل', 'ال', 'لل'],
  ...['وب', 'ول', 'وس', 'وك', 'و', 'ف', 'ب', 'ك', 'ل', 'س'],
];

const hebrew: readonly string[] = [
  ...[
    'וכשה',
    'כשה',
    'ומה',
    'ושה',
    'ובה',
    'ולה',
    'מה',
    'שה',
    'וה',
    'וב',
    'ול',
    'ומ',
    'וכ',
    'וש',
    'שב',
    'של',
    'שמ',
  ],
  ...['לכ', 'ה', 'ו', 'ב', 'כ', 'ל', 'מ', 'ש'],
];

/** What is left without a particle is a word, not a letter or two. */
const WORD_MIN_LETTERS = 3;

function particlesOf(form: string): readonly string[] {
  if (/^\p{Script=Arabic}/u.test(form)) return arabic;
  return /^\p{Script=Hebrew}/u.test(form) ? hebrew : [];
}

/** The word with each particle before it. */
export function withParticles(form: string): string[] {
  return form.length < WORD_MIN_LETTERS - 1 ? [] : particlesOf(form).map((particle) => particle + form);
}

/** The word without each particle that it may begin with, and that with every other. */
export function withoutParticles(form: string): string[] {
  return particlesOf(form)
    .filter((particle) => form.startsWith(particle) && form.length - particle.length >= WORD_MIN_LETTERS)
    .flatMap((particle) => {
      const word = form.slice(particle.length);
      return [word, ...withParticles(word)];
    });
}
