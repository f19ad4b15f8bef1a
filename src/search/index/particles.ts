/**
 * Arabic and Hebrew write the article, "and" and short prepositions onto the next word: `والمستند` is "and the
 * document". Korean writes its prepositions at the end: `서버에서` is "on the server". Readers search for the word without
 * them, or with other ones than in the text. The index contains words as they are written, so the query looks for the
 * word with every particle, and without its own.
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

const korean: readonly string[] = [
  ...['에서는', '에서도', '으로는', '으로도', '에게서', '이라는', '까지는', '부터는'],
  ...[
    '에서',
    '에게',
    '에는',
    '에도',
    '으로',
    '로는',
    '로도',
    '부터',
    '까지',
    '처럼',
    '보다',
    '마다',
    '하고',
    '이나',
    '라는',
    '만을',
    '들은',
    '들이',
    '들을',
  ],
  ...['은', '는', '이', '가', '을', '를', '에', '의', '와', '과', '로', '도', '만', '나', '들'],
].map((particle) => particle.normalize('NFKD'));

/** The minimum length of a word without its particle. One or two letters aren't a word. */
const WORD_MIN_LETTERS = 3;

interface Particles {
  list: readonly string[];
  isBefore: boolean;
}

function findParticles(form: string): Particles {
  if (/^\p{Script=Arabic}/u.test(form)) return { list: arabic, isBefore: true };
  if (/^\p{Script=Hebrew}/u.test(form)) return { list: hebrew, isBefore: true };
  return { list: /^\p{Script=Hangul}/u.test(form) ? korean : [], isBefore: false };
}

/** The word with each particle. */
export function addParticles(form: string): string[] {
  if (form.length < WORD_MIN_LETTERS - 1) return [];
  const { list, isBefore } = findParticles(form);
  return list.map((particle) => (isBefore ? particle + form : form + particle));
}

/** The word without each particle that it may have, also with every other particle. */
export function removeParticles(form: string): string[] {
  const { list, isBefore } = findParticles(form);
  return list
    .filter((particle) => (isBefore ? form.startsWith(particle) : form.endsWith(particle)))
    .map((particle) => (isBefore ? form.slice(particle.length) : form.slice(0, -particle.length)))
    .filter((word) => word.length >= WORD_MIN_LETTERS)
    .flatMap((word) => [word, ...addParticles(word)]);
}

/** A Korean word without the particles at its end, in the indexed form. */
export function findKoreanStem(form: string): string {
  const particle = korean.find(
    (candidate) => form.endsWith(candidate) && form.length - candidate.length >= WORD_MIN_LETTERS,
  );
  return particle === undefined ? form : form.slice(0, -particle.length);
}

/** Endings of Hebrew nouns that replace each other, with the minimum length of the rest. */
const hebrewEndings: readonly { endings: readonly string[]; restMin: number }[] = [
  // `שפה`, `שפות` (language); `תיקייה`, `תיקיות` (folder).
  { endings: ['ה', 'ות'], restMin: 2 },
  { endings: ['ייה', 'יות'], restMin: 2 },
  // Feminine nouns, their form before another noun, and masculine plurals: `הודעה`, `הודעת`, `מילים`.
  { endings: ['ה', 'ת', 'ות', 'ימ'], restMin: 3 },
  { endings: ['', 'ימ', 'ות'], restMin: 3 },
];

/** Other numbers of a Hebrew noun: `הגדרות` (settings) for `הגדרה`. Empty for other words. */
export function changeHebrewEnding(form: string): string[] {
  if (!/^\p{Script=Hebrew}/u.test(form)) return [];
  const otherForms = hebrewEndings.flatMap(({ endings, restMin }) =>
    endings
      .filter((ending) => form.endsWith(ending) && form.length - ending.length >= restMin)
      .flatMap((ending) => endings.map((other) => form.slice(0, form.length - ending.length) + other)),
  );
  return [...new Set(otherForms)].filter((word) => word !== form);
}
