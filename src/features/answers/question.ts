import { isWordOfAsking } from '../../search/index/english.ts';
import { findLanguage, type Language } from '../../search/index/languages.ts';
import { splitHumps, splitWords } from '../../search/index/words.ts';
import { memoize } from '../../shared/memoize.ts';
import { recogniseQuestion, type Wanted } from './question-form.ts';

/** A question as the selection of passages sees it. */
export interface Question {
  /** The question as it was typed. */
  text: string;
  language: Language;
  /** The words that an answer must be about, without question words such as "how". */
  terms: readonly Term[];
  /** Adjacent terms, such as "access" and "token": the first may say which of several things is meant. */
  pairs: readonly TermPair[];
  wants: Wanted;
  /** The aim of the reader. In other languages than English, only a question about how to do something is recognized. */
  aim: Aim;
}

/** To do something, to fix something, or to know something. */
type Aim = 'do' | 'fix' | 'know';

export interface TermPair {
  first: Term;
  second: Term;
}

/** A word of a question. */
export interface Term {
  /** The word in the reader's spelling. */
  spelling: string;
  stem: string;
  /** Stems of other words for the same, which an answer may use instead. */
  synonyms: ReadonlySet<string>;
}

/** Each term is a search of its own. */
const TERMS_MAX = 12;

/** Words that say nothing about a subject, besides the stop words of the language. Those of English belong to search. */
const wordsOfAsking: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set(
    'wer wen wem wie wo wohin woher was wann warum wieso weshalb welche welcher welches welchen viele bekommt bekomme geht gibt mache'.split(
      ' ',
    ),
  ),
  es: new Set(
    'como cual cuales cuando cuanto cuanta cuantos cuantas donde quien quienes que hago pasa'.split(' '),
  ),
  fr: new Set(
    'comment combien pourquoi quand quel quelle quels quelles qui quoi puis peut peux faire fais est'.split(
      ' ',
    ),
  ),
  it: new Set(
    'come cosa dove quando quale quali quanto quanti quante perche chi posso puo possono fare faccio'.split(
      ' ',
    ),
  ),
  pt: new Set(
    'como onde quando qual quais quanto quantos quantas quem porque posso pode podem fazer faco'.split(' '),
  ),
};

/**
 * Words that manuals use for the same thing. General English only: a site's own terms are synonyms of its
 * configuration.
 */
const sameMeaning: readonly string[] = [
  'delete remove erase discard',
  'create add make new',
  'change edit modify update alter rename adjust',
  'choose select pick',
  'login logon log signin sign',
  'error fail failure problem message wrong',
  'maximum max limit most largest longest',
  'minimum min least smallest',
  'show display see view appear visible',
  'hide hidden invisible',
  'allow permit let enable may permission right',
  'disable deactivate off',
  'enable activate on',
  'send deliver mail email',
  'picture image photo',
  'stop cancel end abort',
  'copy duplicate clone',
  'person people user reader',
  'colleague coworker user',
  'print paper pdf',
  'export download',
  'import upload',
  'run execute start',
  'required mandatory',
  'move transfer reassign',
  'folder directory',
  'backup backups restore',
  'database db',
  'restrict limit',
  'earlier previous older former',
  'revert undo rollback',
  'timeout lifetime expiration expiry expire',
  'attach upload',
  'colour color',
  'licence license',
];
const sameStems: ReadonlyMap<string, ReadonlySet<string>> = createSynonyms();

/**
 * Reads a text as a question. Undefined if it's a search for words, which the hits answer well enough.
 *
 * @param tag BCP 47 tag of the language that the reader reads.
 */
export function readQuestion(text: string, tag: string): Question | undefined {
  const wants = recogniseQuestion(text, tag);
  return wants && createQuestion(text, tag, wants);
}

/** Reads any text as a question, also a few words. Undefined if all are words of asking. */
export function readAnyQuestion(text: string, tag: string): Question | undefined {
  return createQuestion(text, tag, recogniseQuestion(text, tag) ?? 'any');
}

function createQuestion(text: string, tag: string, wants: Wanted): Question | undefined {
  const language = findLanguage(tag);
  const { terms, pairs } = readTerms(text, language);
  return terms.length === 0
    ? undefined
    : { text, language, terms, pairs, wants, aim: recogniseAim(text, language, wants) };
}

const doing = /\b(?:how (?:do|can|could|should|to)|(?:want|need|like|trying) to|ways? (?:to|of)|steps)\b/i;
const problem =
  /(?:n['’]t|\b(?:cannot|cant|not|no|never|nothing|nobody|fail(?:s|ed)?|errors?|wrong|missing|lost|gone|empty(?! (?:the|my|your))|stuck|locked|blocked|refused|denied|gr[ae]y(?:ed)?|stopped|broken|disappeared|instead|[45]\d\d))\b/i;
/** Words that begin a statement, not a request such as "write a comment". */
const statementStart =
  /^\W*(?:i|my|we|our|you|your|it|its|there|he|she|they|this|that|the|a|an|some|all|after|when|if)\b/i;

function recogniseAim(text: string, { code, isStopWord }: Language, wants: Wanted): Aim {
  if (wants === 'steps') return 'do';
  if (code !== 'en') return 'know';
  if (doing.test(text)) return 'do';
  const [firstWord = ''] = text.toLowerCase().match(/[\p{L}\p{N}]+/u) ?? [];
  const isRequest =
    wants === 'any' &&
    !/\?\s*$/.test(text) &&
    !statementStart.test(text) &&
    !isStopWord(firstWord) &&
    !/[^s]s$/.test(firstWord);
  if (isRequest && !problem.test(text.split(/\b(?:that|which|so|without)\b/i, 1)[0] ?? '')) return 'do';
  return wants === 'reason' || problem.test(text) ? 'fix' : 'know';
}

/** Words whose stems are remembered. A site has a few thousand words, which occur again and again. */
const WORDS_REMEMBERED = 20_000;

const stemsOfWord = memoize(
  WORDS_REMEMBERED,
  ({ spelling, form, language }: { spelling: string; form: string; language: Language }): string[] => {
    const stem = findStemOf(spelling, form, language);
    const parts = splitHumps(spelling);
    return parts.length > 1 ? [stem, ...parts.map((part) => findStemOf(part, part, language))] : [stem];
  },
  ({ spelling, language }) => `${language.code} ${spelling}`,
);

/** Stems of the words of a text, with the parts of names such as `getUser`. */
export function listStems(text: string, language: Language): string[] {
  return splitWords(text).flatMap(({ start, end, form }) =>
    stemsOfWord({ spelling: text.slice(start, end), form, language }),
  );
}

function findStemOf(spelling: string, form: string, language: Language): string {
  return language.code === 'en' ? language.findStem(form) : language.findStem(spelling) || form;
}

function readTerms(text: string, language: Language): Pick<Question, 'terms' | 'pairs'> {
  const isOfAsking =
    language.code === 'en'
      ? isWordOfAsking
      : (word: string) => wordsOfAsking[language.code]?.has(word) === true;
  const terms = new Map<string, Term>();
  const pairs: TermPair[] = [];
  let previous: Term | undefined;
  for (const { start, end, form } of splitWords(text)) {
    const spelling = text.slice(start, end);
    const stem = findStemOf(spelling, form, language);
    if (language.isStopWord(form) || isOfAsking(form) || isOfAsking(stem)) {
      previous = undefined;
      continue;
    }
    const term = terms.get(stem) ?? { spelling, stem, synonyms: findOtherStems(stem, language) };
    if (previous) pairs.push({ first: previous, second: term });
    terms.set(stem, term);
    previous = term;
  }
  return { terms: [...terms.values()].slice(0, TERMS_MAX), pairs: pairs.slice(0, TERMS_MAX) };
}

const none: ReadonlySet<string> = new Set();

function findOtherStems(stem: string, language: Language): ReadonlySet<string> {
  return language.code === 'en' ? (sameStems.get(stem) ?? none) : none;
}

function createSynonyms(): Map<string, Set<string>> {
  const { findStem } = findLanguage('en');
  const synonyms = new Map<string, Set<string>>();
  for (const group of sameMeaning) {
    const stems = group.split(' ').map((word) => findStem(word));
    for (const stem of stems) {
      const otherStems = synonyms.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) otherStems.add(other);
      synonyms.set(stem, otherStems);
    }
  }
  return synonyms;
}
