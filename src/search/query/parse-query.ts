import { findStem } from '../index/english.ts';
import type { Language } from '../index/languages.ts';
import type { IndexView } from '../index/view.ts';
import {
  findCompounds,
  findSignedNames,
  findSymbols,
  hasUnspaced,
  splitHumps,
  splitWords,
  undoTranscription,
  type Word,
} from '../index/words.ts';
import { qualities } from '../rank/weights.ts';
import {
  createPhraseClause,
  createPrefixClause,
  createSpacedClause,
  createWordClause,
  listCompoundVariants,
  listParticleVariants,
  listPartsOfCompound,
  stemVariants,
} from './clauses.ts';
import { type Clause, meaningfulSign, type Query, type Term } from './query.ts';
import { findCorrections } from './spelling.ts';
import { addSynonyms, type Synonyms } from './synonyms.ts';

/** Shorter words could be joined with too many others. */
const JOINED_MIN_LETTERS = 4;
const SPLIT_MIN_LETTERS = 3;
const hangul = /^\p{Script=Hangul}/u;

interface ParseContext {
  view: IndexView;
  /** The language of the pages to search. */
  language: Language;
  synonyms: Synonyms;
}

/** Turns the typed text into words of the index, with their other forms and corrections. */
export function parseQuery(text: string, context: ParseContext): Query {
  const { view, language, synonyms } = context;
  // `C#` is searched as a whole if the index contains it, because its letter alone means nothing.
  const signedNames = findSignedNames(text).filter(({ form }) =>
    view.has(view.index.vocabulary.findNumber(form)),
  );
  const pieces = splitPieces(text, language).filter(
    ({ start }) => !signedNames.some((name) => name.start <= start && start < name.end),
  );
  const terms = pieces.map((piece, index) => createTerm(piece, index === pieces.length - 1, context));
  joinCompounds(pieces, terms, view);
  joinNeighbours(terms, view);
  addSynonyms(terms, synonyms, view);
  const symbols = findSymbols(text).map((symbol) => createExactTerm(symbol, view));
  const typedText = text.trim().toLowerCase();
  return {
    ...(terms.length > 0 ? { terms, symbols } : { terms: symbols, symbols: [] }),
    literal: meaningfulSign.test(typedText) ? typedText : undefined,
  };
}

interface Piece {
  start: number;
  /** The word as it was typed. */
  written: string;
  forms: string[];
  /** The compound in which punctuation joins this word with others, if any. */
  compound: Word | undefined;
}

/** Splits a text into words, also in scripts without spaces. */
function splitPieces(text: string, language: Language): Piece[] {
  const compounds = findCompounds(text);
  const begins = findWordStarts(text, language);
  const pieces: (Piece & { end: number })[] = [];
  for (const { start, end, form } of splitWords(text)) {
    const last = pieces.at(-1);
    if (last?.end === start && !begins.has(start)) {
      last.forms.push(form);
      last.written += text.slice(start, end);
      last.end = end;
    } else {
      const compound = compounds.find((other) => other.start <= start && end <= other.end);
      pieces.push({ start, written: text.slice(start, end), forms: [form], end, compound });
    }
  }
  return pieces;
}

/** The positions where words start in a script without spaces, from the platform's dictionaries. */
function findWordStarts(text: string, { code }: Language): ReadonlySet<number> {
  if (!hasUnspaced(text)) return new Set();
  const segmenter = new Intl.Segmenter(code, { granularity: 'word' });
  return new Set([...segmenter.segment(text)].map(({ index }) => index));
}

function createTerm(piece: Piece, isLast: boolean, { view, language, synonyms }: ParseContext): Term {
  const [form = ''] = piece.forms;
  if (piece.forms.length > 1) {
    const phrase = createPhraseClause(dropLastLength(piece.forms), isLast, view, 1);
    return {
      ...createEmptyTerm(piece.forms),
      isGrowing: isLast,
      isStopWord: language.isStopWord(piece.forms.join('')),
      clause: { kind: 'any', of: phrase ? [phrase] : [] },
    };
  }
  const term: Term = {
    ...createEmptyTerm([form]),
    isGrowing: isLast,
    isStopWord: !piece.compound && language.isStopWord(form),
  };
  const { of } = term.clause;
  of.push(...listOtherForms(form, piece.written, isLast, { view, language }));
  const other = of.length === 0 && language.hasCompounds ? undoTranscription(form) : undefined;
  if (other !== undefined) of.push(...listOtherForms(other, other, isLast, { view, language }));
  const hasSynonyms = synonyms.findSynonyms([findStem(form)]).length > 0;
  if (of.length === 0 && !hasSynonyms)
    of.push(
      ...listPartsOfCompound(form, { view, language }),
      ...findCorrectedWords(piece.written, form, isLast, view),
    );
  return term;
}

/** Katakana words of three letters and more may end in a mark for length: `サーバー` and `サーバ`. */
function dropLastLength(forms: string[]): string[] {
  return forms.length > 3 && forms.at(-1) === 'ー' ? forms.slice(0, -1) : forms;
}

/** Clauses for the word itself, for longer words, and for other forms of the word in this language. */
function listOtherForms(
  form: string,
  typedWord: string,
  isLast: boolean,
  { view, language }: Pick<ParseContext, 'view' | 'language'>,
): Clause[] {
  // Korean writes its particles at the end of a word: 문서를 is 문서 as an object.
  const longer = isLast || hangul.test(form) ? createPrefixClause(form, view) : undefined;
  const sameStem = stemVariants(form, typedWord, { view, language }).filter(
    (other) => !(longer && other.text.startsWith(form)),
  );
  return [
    createWordClause(form, view, 1),
    longer,
    ...sameStem,
    ...listCompoundVariants(form, typedWord, { view, language }),
    ...listParticleVariants(form, isLast, view),
    createSpacedClause(form, { view, language }),
  ].filter((clause) => clause !== undefined);
}

/** Clauses for a word that the index lacks: two words joined, or words that differ in one or two letters. */
function findCorrectedWords(typedWord: string, form: string, isGrowing: boolean, view: IndexView): Clause[] {
  const split = splitForms(typedWord, form, view);
  const parts = split && createPhraseClause(split, isGrowing, view, 1);
  const similarWords = findCorrections(form, isGrowing, view).flatMap(
    ({ word, distance }) =>
      createWordClause(
        view.index.vocabulary.getWord(word),
        view,
        qualities.otherForm ** Math.max(distance, 1),
      ) ?? [],
  );
  return parts ? [parts, ...similarWords] : similarWords;
}

/** Splits `radiobutton` into `radio button` and `OAuth2` into `oauth 2`, if the index contains both parts. */
function splitForms(typedWord: string, form: string, view: IndexView): string[] | undefined {
  const isKnown = (part: string) => view.has(view.index.vocabulary.findNumber(part));
  const humps = splitHumps(typedWord);
  if (humps.length > 1 && humps.every(isKnown)) return humps;
  for (let at = SPLIT_MIN_LETTERS; at <= form.length - SPLIT_MIN_LETTERS; at += 1) {
    const parts = [form.slice(0, at), form.slice(at)];
    if (parts.every(isKnown)) return parts;
  }
  return undefined;
}

/** `app_uid` also matches `appuid`. */
function joinCompounds(pieces: readonly Piece[], terms: readonly Term[], view: IndexView): void {
  const compounds = new Set(pieces.flatMap(({ compound }) => compound ?? []));
  for (const compound of compounds) {
    const compoundTerms = terms.filter((_, index) => pieces[index]?.compound === compound);
    const isLast = compoundTerms.at(-1) === terms.at(-1);
    addToAll(compoundTerms, [
      createWordClause(compound.form, view, 1),
      isLast ? createPrefixClause(compound.form, view) : undefined,
    ]);
  }
}

/** `check box` also matches `checkbox`. */
function joinNeighbours(terms: readonly Term[], view: IndexView): void {
  for (let at = 0; at + 1 < terms.length; at += 1) {
    const pair = terms.slice(at, at + 2);
    const joinedForm = pair.flatMap(({ forms }) => forms).join('');
    if (pair.some(({ forms }) => forms.length > 1) || joinedForm.length < JOINED_MIN_LETTERS) continue;
    const isLast = at + 2 === terms.length;
    addToAll(pair, [
      createWordClause(joinedForm, view, 1),
      isLast ? createPrefixClause(joinedForm, view) : undefined,
    ]);
  }
}

function addToAll(terms: readonly Term[], clauses: readonly (Clause | undefined)[]): void {
  for (const { clause } of terms) {
    for (const other of clauses) if (other) clause.of.push(other);
  }
}

function createExactTerm(form: string, view: IndexView): Term {
  const clause = createWordClause(form, view, 1);
  return { ...createEmptyTerm([form]), clause: { kind: 'any', of: clause ? [clause] : [] } };
}

function createEmptyTerm(forms: string[]): Term {
  return {
    forms,
    isGrowing: false,
    isStopWord: false,
    clause: { kind: 'any', of: [] },
    synonyms: [],
  };
}
