import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';

/** Finds the stem of a word as it is written, in lower case. */
export type FindWrittenStem = (word: string) => string;

/** Languages of Snowball by their ISO 639-1 code, and by the codes of languages that it reads as well. */
const snowballLanguages = {
  ar: 'Arabic',
  bs: 'Serbian',
  ca: 'Catalan',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  eo: 'Esperanto',
  es: 'Spanish',
  et: 'Estonian',
  eu: 'Basque',
  fa: 'Persian',
  fi: 'Finnish',
  fr: 'French',
  ga: 'Irish',
  hr: 'Serbian',
  hu: 'Hungarian',
  hy: 'Armenian',
  id: 'Indonesian',
  it: 'Italian',
  lt: 'Lithuanian',
  nb: 'Norwegian',
  ne: 'Nepali',
  nl: 'Dutch',
  nn: 'Norwegian',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sr: 'Serbian',
  sv: 'Swedish',
  ta: 'Tamil',
  tr: 'Turkish',
} as const;

type SnowballLanguage = (typeof snowballLanguages)[keyof typeof snowballLanguages];

interface Snowball {
  initSync(options: { module: Uint8Array }): unknown;
  Languages: Readonly<Record<SnowballLanguage, number>>;
  Stemmer: new (language: number) => { stem(word: string): string };
}

const PACKAGE = 'multilingual-stemmer';
let snowball: Snowball | undefined;

/**
 * Loads Snowball, which is WebAssembly. The package compiles it when it is imported, which takes 30 ms of processor time
 * in each thread, also for a site in English. Here it is compiled at its first use, in 2 ms and synchronously, because an
 * index is opened in one step.
 */
function loadSnowball(): Snowball {
  if (snowball) return snowball;
  const packageFile = findPackageJSON(PACKAGE, import.meta.url);
  if (packageFile === undefined) throw new Error(`The package ${PACKAGE} isn't installed.`);
  const folder = path.join(path.dirname(packageFile), 'dist/browser');
  const loadedSnowball: Snowball = createRequire(import.meta.url)(path.join(folder, 'index.js'));
  loadedSnowball.initSync({ module: readFileSync(path.join(folder, 'index_bg.wasm')) });
  snowball = loadedSnowball;
  return loadedSnowball;
}

/** Creates the stemmer of a language. Undefined if Snowball doesn't know the language. */
export function createSnowballStemmer(code: string): FindWrittenStem | undefined {
  if (!isSnowballCode(code)) return undefined;
  const { Languages, Stemmer } = loadSnowball();
  const stemmer = new Stemmer(Languages[snowballLanguages[code]]);
  return (word) => stemmer.stem(word);
}

function isSnowballCode(code: string): code is keyof typeof snowballLanguages {
  return Object.hasOwn(snowballLanguages, code);
}
