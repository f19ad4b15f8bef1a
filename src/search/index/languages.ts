import { createRequire } from 'node:module';
import { findStem, isStopWord } from './english.ts';
import { findFinnishStem } from './finnish.ts';
import { findHindiStem } from './hindi.ts';
import { findKoreanStem } from './particles.ts';
import { listForms } from './words.ts';

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
  'da de et fi fo fy hu is ko lb nb nds nl nn no sv'.split(' '),
);

/** Names of languages in the packages for stems and stop words. Some languages have only one of the two. */
const names: Readonly<Record<string, string>> = {
  ar: 'arabic',
  bg: 'bulgarian',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  el: 'greek',
  es: 'spanish',
  eu: 'basque',
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
  sa: 'sanskrit',
  sl: 'slovene',
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

/** Stems that are made from the indexed form of a word, in languages that Snowball doesn't have. */
const formStemmers: Readonly<Record<string, (form: string) => string>> = {
  hi: findHindiStem,
  ko: findKoreanStem,
};

const require = createRequire(import.meta.url);
/** The package with stems of other languages, loaded if a site has one of them. */
const SNOWBALL = 'snowball-stemmers';
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
  const name = names[code];
  const stem = name === undefined ? undefined : loadStemmer(name);
  const stopWords = new Set(
    listForms(code === 'es' ? spanishStopWords : (loadStopWords(name) ?? []).join(' ')),
  );
  return {
    code,
    // Turkish has its own rules for lower case: `I` and `İ` differ.
    findStem(word) {
      const stemmedForm = listForms(stem?.(lowerCase(word, code).normalize('NFC')) ?? word).join('');
      return formStemmers[code]?.(stemmedForm) ?? stemmedForm;
    },
    isStopWord: (form) => stopWords.has(form),
    hasCompounds: compounding.has(code),
  };
}

function lowerCase(word: string, code: string): string {
  return code === 'tr' || code === 'az' ? word.toLocaleLowerCase('tr') : word.toLowerCase();
}

function loadStemmer(name: string): ((word: string) => string) | undefined {
  const snowball: Snowball = require(SNOWBALL);
  if (!snowball.algorithms().includes(name)) return undefined;
  const stemmer = snowball.newStemmer(name);
  if (name === names.fi) return (word) => findFinnishStem(word, stemmer.stem(word));
  return (word) => stemmer.stem(word);
}

interface Snowball {
  algorithms(): string[];
  newStemmer(name: string): { stem(word: string): string };
}

/** Loads only what the site's languages need, synchronously, because an index is opened in one step. */
function loadStopWords(name: string | undefined): string[] | undefined {
  if (name === undefined) return undefined;
  try {
    const { stopwords }: { stopwords?: string[] } = require(`@orama/stopwords/${name}`);
    return stopwords;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}
