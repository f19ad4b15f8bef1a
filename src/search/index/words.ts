import { memoize } from '../../shared/memoize.ts';
import { simplifyHan } from './han-forms.ts';

/** A word of a text: its position, and the form in which it is indexed and looked up. */
export interface Word {
  start: number;
  end: number;
  form: string;
}

// Scripts without spaces: every character is a word, and a run of them is looked up as a phrase.
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
// Letters that are written as apostrophes: `обʼєкт` is also typed as `об'єкт`, which is two words.
const APOSTROPHES = '\\u02b9-\\u02bf';
// Characters without a width that don't end a word: soft hyphens, and marks for breaks, joins and directions.
const INVISIBLE = '\\u00ad\\u061c\\u200b\\u200d-\\u200f\\u2060\\ufeff';
const LETTERS = `(?:\\p{Nd}|(?![${UNSPACED}${APOSTROPHES}])[\\p{L}\\p{N}\\p{M}])+`;
/**
 * A letter without spaces around it, with its marks. In Khmer and Burmese, a mark puts the next letter below it. Japanese
 * writes `バ` also as `ヴァ`.
 */
const CLUSTER = `(?!\\p{Nd})(?:ヴ[ァィェォ]|[${UNSPACED}][\\p{M}\\uff9e\\uff9f]*)(?:(?<=[\\u17d2\\u1039])[${UNSPACED}]\\p{M}*)*`;
// Catalan writes a long l as two with a dot between them: `col·lecció`.
const wordPattern = new RegExp(
  `${CLUSTER}|${LETTERS}(?:(?:[${INVISIBLE}]+|(?<=[lL])·(?=[lL]))${LETTERS})*`,
  'gu',
);
const unspacedPattern = new RegExp(`^[${UNSPACED}]`, 'u');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const ascii = /^[\x00-\x7f]*$/;
const asciiWord = /[a-z0-9]+/gi;

/** Splits a text into words with their positions. In scripts without spaces, each character is a word. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(ascii.test(text) ? asciiWord : wordPattern)) {
    const form = match[0].length === 1 ? normaliseCharacter(match[0]) : normaliseWord(match[0]);
    if (form !== '') words.push({ start: match.index, end: match.index + match[0].length, form });
  }
  return words;
}

/** Syllables of Ethiopic that sound alike in Amharic, by the first of their seven: `ፀሐይ` is also written `ጸሀይ`. */
const ethiopicSeries = [
  ['ሐ', 'ሀ'],
  ['ኀ', 'ሀ'],
  ['ሠ', 'ሰ'],
  ['ዐ', 'አ'],
  ['ፀ', 'ጸ'],
] as const;
const ETHIOPIC_VOWELS = 7;

function pairEthiopicLetters(): [letter: string, sameSound: string][] {
  return ethiopicSeries.flatMap(([from, to]) =>
    Array.from({ length: ETHIOPIC_VOWELS }, (_, vowel): [string, string] => [
      String.fromCharCode(from.charCodeAt(0) + vowel),
      String.fromCharCode(to.charCodeAt(0) + vowel),
    ]),
  );
}

/**
 * Letters that Unicode doesn't decompose, with what people type who lack them on their keyboard, and letters with two
 * forms of the same meaning. The Turkish dotless i is one of them: `IŞIK` in capitals has the same letter as `İstanbul`
 * without its dot.
 */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ŀ: 'l',
  ƒ: 'f',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ɛ: 'e',
  ɔ: 'o',
  // Greek sigma at the end of a word.
  ς: 'σ',
  ґ: 'г',
  // Arabic: ta marbuta, alef maksura, alef wasla, Persian kaf and yeh, Urdu and Kurdish he, hamza on its own, and the
  // stroke that makes words longer.
  ة: 'ه',
  ى: 'ي',
  ٱ: 'ا',
  ک: 'ك',
  ی: 'ي',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ء: '',
  ـ: '',
  // Hebrew letters that have another shape at the end of a word.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  ...Object.fromEntries(pairEthiopicLetters()),
};
const foldedLetter = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'g');

/**
 * Marks that are vowels. The scripts of India and Southeast Asia write them around the consonant, and words differ by
 * nothing else: Hindi `मेल` is mail and `मिल` is meet, Thai `คืน` is night and `คน` is person. As in Unicode's order of
 * words, other marks make no difference: accents, the vowel points of Arabic and Hebrew, and signs for tones. The dots of
 * kana make other consonants: `ポート` is a port and `ボード` a board.
 */
const MEANINGFUL_MARKS =
  '[[\\p{Alphabetic}&&\\p{M}]--[\\p{Script=Inherited}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Cyrillic}\\u0e4d\\u0ecd]]\\u3099\\u309a';
const notIndexed = new RegExp(`[^\\p{L}\\p{N}${MEANINGFUL_MARKS}]|[${APOSTROPHES}]`, 'gv');

/** The first characters of the blocks that have the letters of Devanagari in the same places. */
const indicBlocks = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0c00, 0x0c80, 0x0d00];
const anyIndic = /[\u0900-\u0d7f]/;

/** The nasals of Devanagari, each with the first and the last consonant of its class, as distances in the block. */
const nasalClasses = [
  [0x19, 0x15, 0x19],
  [0x1e, 0x1a, 0x1e],
  [0x23, 0x1f, 0x23],
  [0x28, 0x24, 0x28],
  [0x2e, 0x2a, 0x2e],
] as const;

const nasalPatterns = indicBlocks.map((block) => {
  const sign = (distance: number) => String.fromCodePoint(block + distance);
  const nasals = nasalClasses.map(
    ([nasal, first, last]) => `${sign(nasal)}${sign(0x4d)}(?=[${sign(first)}-${sign(last)}])`,
  );
  return { pattern: new RegExp(`${nasals.join('|')}|${sign(0x01)}`, 'g'), anusvara: sign(0x02) };
});

/**
 * A nasal before a consonant of its class is written as a letter or as a dot, `हिन्दी` or `हिंदी`, and the dot also as a
 * moon, `हां` or `हाँ`. Hindi and Bengali confuse long and short i and u, which plurals shorten: `छुट्टी`, `छुट्टियाँ`.
 */
function foldIndic(text: string): string {
  let textWithDots = text;
  for (const { pattern, anusvara } of nasalPatterns) textWithDots = textWithDots.replace(pattern, anusvara);
  return textWithDots.replace(/[ईऊीूঈঊীূ]/g, (long) => String.fromCodePoint((long.codePointAt(0) ?? 0) - 1));
}

const vowelsAfterVu: Readonly<Record<string, string>> = { ぁ: 'は', ぃ: 'ひ', ぇ: 'へ', ぉ: 'ほ' };

/**
 * Katakana as hiragana, which readers type first: `バックアップ` is `ばっくあっぷ` until they choose its letters. `ヴァ` is
 * another spelling of `バ`. Dots are separate characters here.
 */
function foldKana(text: string): string {
  return text
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(/う\u3099([ぁぃぇぉ])?/g, (_letters, vowel = '') => `${vowelsAfterVu[vowel] ?? 'ふ'}\u3099`);
}

/** Scripts have their ten digits in a row, the zero first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** The indexed form of a word: in lower case, without accents and other marks. */
export function normaliseWord(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  const decomposed = word.normalize('NFKD').toLowerCase().normalize('NFKD');
  return (
    simplifyHan(foldKana(anyIndic.test(decomposed) ? foldIndic(decomposed) : decomposed))
      // In Khmer, the subscript forms of these two letters look the same.
      .replaceAll('\u17d2\u178a', '\u17d2\u178f')
      .replace(notIndexed, '')
      .replace(foldedLetter, (letter) => foldedLetters[letter] ?? letter)
      .replace(/\p{Nd}/gu, toAsciiDigit)
  );
}

/** Chinese and Japanese texts have thousands of characters, each of which is a word. */
const CHARACTERS_KEPT = 16_384;
const normaliseCharacter = memoize(CHARACTERS_KEPT, normaliseWord);

/**
 * The word that German and Scandinavian readers mean when they type without their keyboard: `haeuser` becomes `hauser`,
 * the indexed form of `Häuser`. Undefined if nothing changes.
 */
export function undoTranscription(form: string): string | undefined {
  const other = form.replace(/([aou])e|aa/g, (_letters, vowel: string | undefined) => vowel ?? 'a');
  return other === form ? undefined : other;
}

/** Words as a reader counts them: text between spaces that contains a letter or digit. */
export interface Chunk {
  start: number;
  end: number;
}

const chunkPattern = new RegExp(
  `${CLUSTER}|[${UNSPACED}]|[^\\s${UNSPACED}]*[\\p{L}\\p{N}][^\\s${UNSPACED}]*`,
  'gu',
);

/** Splits a text at spaces, for snippets of a given length. */
export function splitChunks(text: string): Chunk[] {
  return [...text.matchAll(chunkPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const anyUnspaced = new RegExp(`[${UNSPACED}]`, 'u');

/** Whether a text contains a script that is written without spaces. */
export function hasUnspaced(text: string): boolean {
  return anyUnspaced.test(text);
}

function isUnspaced(form: string): boolean {
  return unspacedPattern.test(form);
}

const compoundPattern = /[\p{L}\p{N}\p{M}]+(?:[^\s\p{L}\p{N}\p{M}]{1,3}[\p{L}\p{N}\p{M}]+)+/gu;
const namePattern = /[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+/gu;
const humps = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu;
const COMPACT_MAX_CHARACTERS = 40;

/** Words joined by punctuation, such as `app_uid`, `Sub-Process` or `/case/{app_uid}/variables`. */
export function findCompounds(text: string): Word[] {
  return [...text.matchAll(compoundPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    form: listForms(match[0]).join(''),
  }));
}

/** The words of a text in their indexed form. */
export function listForms(text: string): string[] {
  // Most texts are ASCII, and a question reads hundreds of them.
  if (ascii.test(text)) return text.toLowerCase().match(asciiWord) ?? [];
  return splitWords(text).map((word) => word.form);
}

/**
 * Other spellings under which a text should be found: `app_uid` as `appuid`, `XMLNewCase` as `xml new case`.
 * They are indexed after the words of the text, so that phrases of the text stay intact.
 */
export function listOtherSpellings(text: string): string[] {
  const spellings = new Set<string>();
  for (const compound of text.match(compoundPattern) ?? []) {
    for (const part of [compound, ...(compound.match(namePattern) ?? [])]) {
      const compact = listForms(part).join('');
      if (compact.length <= COMPACT_MAX_CHARACTERS && !isUnspaced(compact)) spellings.add(compact);
    }
  }
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const part of splitHumps(word)) spellings.add(part);
  }
  return [...spellings];
}

/** Splits `XMLNewCase` into `xml`, `new`, `case`. Empty for a plain word. */
export function splitHumps(word: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u.test(word)) return [];
  return (word.match(humps) ?? []).map(normaliseWord).filter((form) => form !== '');
}

const symbolPattern = /(?<=^|[\s"'`(])[@#%?$=&!<>|+*~:^-]{1,4}(?=$|[\s"'`)\p{L}\p{N}_])/gu;
const signedNamePattern = /(?<=^|[\s"'`(])\/[\p{L}\p{N}_.{}/-]*[\p{L}\p{N}_}]|(?<![\p{L}\p{N}_])__\w+/gu;

/**
 * Names of one or two letters and a sign: `C#`, `F#`, `C++`, `R&D`, `A/B`, `.NET`. Without the sign, they would match any
 * word with that letter.
 */
const letterSignPattern =
  /(?<![\p{L}\p{N}_#+&/.])(?:\p{L}[\p{L}\p{N}]{0,9}(?:\+\+|#)(?![\p{L}\p{N}_+#])|\p{L}{1,3}&\p{L}{1,3}(?![\p{L}\p{N}_&;])|\p{L}\/\p{L}(?![\p{L}\p{N}_/])|\.\p{L}{2,10}(?![\p{L}\p{N}_.(/]))/gu;

/** Finds names with signs, as words of the index, with their positions in the text. */
export function findSignedNames(text: string): Word[] {
  return [...text.matchAll(letterSignPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    form: `\u{E000}${match[0].toLowerCase()}`,
  }));
}

/**
 * Finds operators such as `@@` or `=>`, and names that mean something else without their signs, such as `/projects` and
 * `__ERROR__`, as words of the index, because readers search for them. They start with a private-use character, which no
 * text contains, so that they can't be confused with other words.
 */
export function findSymbols(text: string): string[] {
  const symbols = new Set<string>();
  for (const [run] of text.matchAll(symbolPattern)) {
    if (run.length > 1) symbols.add(`\u{E000}${Buffer.from(run, 'ascii').toString('hex')}`);
  }
  for (const [name] of text.matchAll(signedNamePattern)) symbols.add(`\u{E000}${name.toLowerCase()}`);
  for (const { form } of findSignedNames(text)) symbols.add(form);
  return [...symbols];
}
