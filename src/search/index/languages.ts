import { createRequire } from 'node:module';
import { arabicPlurals } from './arabic-plurals.ts';
import { createEndingStemmer } from './endings.ts';
import { findStem, isStopWord } from './english.ts';
import { findFinnishStem } from './finnish.ts';
import { findKoreanStem } from './particles.ts';
import { createSnowballStemmer, type FindWrittenStem } from './snowball.ts';
import { findStemCorrections } from './stem-corrections.ts';
import { hasUnspaced, listForms } from './words.ts';

/** Stop words, stems and compounds of a language. */
export interface Language {
  /** ISO 639 code: `es` for `es-MX`. */
  code: string;
  /** The stem in its indexed form. `word` must be as written, because endings have accents. */
  findStem(word: string): string;
  isStopWord(form: string): boolean;
  /** Whether the language joins nouns into one word, so that search must also look for parts of words. */
  hasCompounds: boolean;
}

const compounding: ReadonlySet<string> = new Set(
  'da de et fi fo fy hu is ko lb nb nds nl nn no sa sv'.split(' '),
);

/** Names of languages in the package for stop words. Its lists for Slovenian and Sanskrit are Russian, and in Latin letters. */
const stopWordLists: Readonly<Record<string, string>> = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'indian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  ja: 'japanese',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  uk: 'ukrainian',
  zh: 'mandarin',
};

/** The list of the package contains `usar`, `estado` and `nuevo`, which readers of a manual search for. */
const spanishStopWords = `a al algo alguna algunas alguno algunos ante antes aquel aquella aquello aun bajo cada como con
  contra cual cuales cuando cuanto de del desde donde dos e el ella ellas ellos en entre era eres es esa esas ese eso
  esos esta estan estar estas este esto estos estoy fue ha hace hacen hacer haber hacia han hasta hay he la las le les lo
  los me mi mis mas mientras muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque pues puede
  pueden puedo que quien quienes se sea ser si sin sobre son soy su sus tal tambien te tengo tiene tienen ti todo todos tu
  tus u un una unas uno unos usted ustedes va vamos y ya yo`;

/** The package has no list for Thai. */
const thaiStopWords = 'กับ ของ คือ จะ จาก ซึ่ง ด้วย โดย ได้ ต้อง ถ้า ที่ เป็น เพื่อ มี เมื่อ และ วิธี หรือ ให้ ใน อย่างไร';

const require = createRequire(import.meta.url);
const languagesByTag = new Map<string, Language>([
  ['en', { code: 'en', findStem, isStopWord, hasCompounds: false }],
]);

/** Finds a language by its BCP 47 tag. An unknown language has neither stems nor stop words. */
export function findLanguage(tag: string): Language {
  const code = tag.toLowerCase().split('-', 1)[0] || 'en';
  const language = languagesByTag.get(code) ?? createLanguage(code);
  languagesByTag.set(code, language);
  return language;
}

function createLanguage(code: string): Language {
  const stopWords = new Set(listStopWords(code).flatMap(listStopWordForms));
  return {
    code,
    findStem: createStemmer(code),
    isStopWord: (form) => stopWords.has(form),
    hasCompounds: compounding.has(code),
  };
}

/** Creates a function that finds the stem of a word as it is written. Without rules, the stem is the word itself. */
function createStemmer(code: string): (word: string) => string {
  const findSnowballStem = createSnowballStemmer(code);
  const removeEnding = code === 'ko' ? findKoreanStem : createEndingStemmer(code);
  const { correctWord, correctStem } = findStemCorrections(code);
  const findStem = (writtenWord: string): string => {
    const word = lowerCase(writtenWord, code).normalize('NFC');
    const stem = findSnowballStem ? findLastStem(correctWord(word), code, findSnowballStem) : word;
    const joinedStem = code === 'fi' ? findFinnishStem(word, stem) : stem;
    const form = listForms(joinedStem).join('');
    return correctStem(removeEnding?.(form) ?? form);
  };
  if (code !== 'ar') return findStem;
  const singulars = mapArabicPlurals(findStem);
  return (word) => {
    const stem = findStem(word.normalize('NFC').replace(arabicMarks, ''));
    return singulars.get(stem) ?? stem;
  };
}

const STEPS_MAX = 4;
/** In Estonian, what a second step removes is never an ending: `makseseadetes` would become `maksesea`. */
const stepsByLanguage: Readonly<Record<string, number>> = { et: 1 };

/** Snowball removes only some of the endings at once: Turkish `bildirimler` becomes `bildirim`, and that `bildir`. */
function findLastStem(word: string, code: string, findSnowballStem: FindWrittenStem): string {
  let stem = word;
  for (let step = 0; step < (stepsByLanguage[code] ?? STEPS_MAX); step += 1) {
    const next = findSnowballStem(stem);
    if (next === stem) break;
    stem = next;
  }
  return stem;
}

/** Vowels, and the stroke that makes words longer. */
const arabicMarks = /[\u064b-\u0652\u0640]/g;
const arabicBeginnings = ['', 'ال', 'وال', 'بال', 'لل', 'و', 'ب', 'ل'];

/** Stems of nouns → the stem of their singular. Stems differ by what is written before the word. */
function mapArabicPlurals(findStem: (word: string) => string): ReadonlyMap<string, string> {
  return new Map(
    arabicPlurals.flatMap(([singular, plural]) =>
      [plural, singular].flatMap((noun) =>
        arabicBeginnings.map((beginning) => [findStem(beginning + noun), findStem(singular)] as const),
      ),
    ),
  );
}

function lowerCase(word: string, code: string): string {
  // Turkish has its own rules for lower case: `I` and `İ` differ.
  return code === 'tr' || code === 'az' ? word.toLocaleLowerCase('tr') : word.toLowerCase();
}

/** Loads only what the site's languages need, synchronously, because an index is opened in one step. */
function listStopWords(code: string): string[] {
  if (code === 'es') return spanishStopWords.split(/\s+/);
  if (code === 'th') return thaiStopWords.split(' ');
  const name = stopWordLists[code];
  if (name === undefined) return [];
  const { stopwords = [] }: { stopwords?: string[] } = require(`@orama/stopwords/${name}`);
  const readableWords = stopwords.map((word) => decodeStopWord(word, code));
  return code === 'sr' ? [...readableWords, ...readableWords.map(toSerbianCyrillic)] : readableWords;
}

/** The package read some lists in another encoding than theirs: `altmýþ` for Turkish `altmış`. */
const encodings: Readonly<Record<string, string>> = {
  lt: 'windows-1257',
  sr: 'windows-1250',
  tr: 'windows-1254',
};

function decodeStopWord(word: string, code: string): string {
  const encoding = encodings[code];
  const isOneByte = [...word].every((letter) => letter <= '\u00ff');
  return encoding !== undefined && isOneByte
    ? new TextDecoder(encoding).decode(Buffer.from(word, 'latin1'))
    : word;
}

const serbianCyrillic: Readonly<Record<string, string>> = {
  ...{
    lj: 'љ',
    nj: 'њ',
    dž: 'џ',
    a: 'а',
    b: 'б',
    c: 'ц',
    č: 'ч',
    ć: 'ћ',
    d: 'д',
    đ: 'ђ',
    e: 'е',
    f: 'ф',
    g: 'г',
  },
  ...{
    h: 'х',
    i: 'и',
    j: 'ј',
    k: 'к',
    l: 'л',
    m: 'м',
    n: 'н',
    o: 'о',
    p: 'п',
    r: 'р',
    s: 'с',
    š: 'ш',
    t: 'т',
  },
  ...{ u: 'у', v: 'в', z: 'з', ž: 'ж' },
};

/** Serbian is written in two alphabets, and the list is in Latin letters. */
function toSerbianCyrillic(word: string): string {
  return word.replace(/lj|nj|dž|./gu, (letters) => serbianCyrillic[letters] ?? letters);
}

/** In a script without spaces, a stop word is several characters, which aren't stop words themselves: `怎么` (how). */
function listStopWordForms(stopWord: string): string[] {
  const forms = listForms(stopWord);
  return hasUnspaced(stopWord) ? [forms.join('')] : forms;
}
