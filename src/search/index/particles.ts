/**
 * Arabic and Hebrew write the article, "and" and short prepositions onto the next word: `والمستند` is "and the
 * document". Readers search for the word without them, or with other ones than in the text. The index contains words as
 * they are written, so the query looks for the word with every particle, and without its own.
 */

/** In their indexed form, longest first, so that `وال` is removed as a whole. */
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

/** The minimum length of a word without its particle. One or two letters aren't a word. */
const WORD_MIN_LETTERS = 3;

function listParticles(form: string): readonly string[] {
  if (/^\p{Script=Arabic}/u.test(form)) return arabic;
  return /^\p{Script=Hebrew}/u.test(form) ? hebrew : [];
}

/** The word with each particle in front of it. */
export function addParticles(form: string): string[] {
  return form.length < WORD_MIN_LETTERS - 1 ? [] : listParticles(form).map((particle) => particle + form);
}

/** The word without each particle that it may start with, also with every other particle. */
export function removeParticles(form: string): string[] {
  return listParticles(form)
    .filter((particle) => form.startsWith(particle) && form.length - particle.length >= WORD_MIN_LETTERS)
    .flatMap((particle) => {
      const word = form.slice(particle.length);
      return [word, ...addParticles(word)];
    });
}
