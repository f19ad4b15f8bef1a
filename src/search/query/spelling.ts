import { findStem } from '../index/english.ts';
import type { IndexView } from '../index/view.ts';

/** Minimum lengths of words with one and two tolerated edits, as in the hosted service. */
const ONE_EDIT_FROM_LETTERS = 3;
const TWO_EDITS_FROM_LETTERS = 8;
const CORRECTIONS_MAX = 6;

interface Correction {
  word: number;
  /** The number of letters changed, missing, added or swapped, plus 0.5 if only the beginning of the word is near. */
  distance: number;
}

/** The number of tolerated edits for a word of this length. */
export function countAllowedEdits(letters: number): 0 | 1 | 2 {
  if (letters >= TWO_EDITS_FROM_LETTERS) return 2;
  return letters >= ONE_EDIT_FROM_LETTERS ? 1 : 0;
}

/** Finds the nearest words of the index, more frequent ones first. With `isGrowing`, more letters may follow. */
export function findCorrections(
  form: string,
  isGrowing: boolean,
  view: IndexView,
  edits: number = countAllowedEdits(form.length),
): Correction[] {
  if (edits === 0 || /\p{N}/u.test(form)) return [];
  const similarWords = findNearWords(form, edits, isGrowing, view).filter(({ word }) => view.has(word));
  return similarWords
    .sort(
      (a, b) =>
        a.distance - b.distance || view.getFrequency(b.word) - view.getFrequency(a.word) || a.word - b.word,
    )
    .slice(0, CORRECTIONS_MAX);
}

/** Shorter words are often names of other things: a letter more or less makes another word of them. */
const MISTYPED_MIN_LETTERS = 6;

/**
 * Finds the word that was meant by one that the view lacks, if two letters are swapped, or one is missing or too many:
 * `lenght`, `automaticaly`. Another letter in its place may mean another thing, as in `docker` and `locker`.
 */
export function findMeantWord(form: string, view: IndexView): string | undefined {
  const { vocabulary } = view.index;
  const words = [vocabulary.findNumber(form), ...vocabulary.findWordsOfStem(findStem(form))];
  if (form.length < MISTYPED_MIN_LETTERS || words.some(view.has)) return undefined;
  const similarForms = findCorrections(form, false, view, 1).map(({ word }) => vocabulary.getWord(word));
  const sortLetters = (text: string) => [...text].sort().join('');
  return similarForms.find(
    (other) => other.length !== form.length || sortLetters(other) === sortLetters(form),
  );
}

/**
 * Walks through the vocabulary in alphabetical order with a table of edit distances (Damerau and Levenshtein, with
 * swapped adjacent letters). Words with the same beginning share its rows. If a beginning is too far away, so is every
 * word that starts with it.
 */
function findNearWords(form: string, edits: number, isGrowing: boolean, { index }: IndexView): Correction[] {
  const { vocabulary } = index;
  const shortestLength = form.length - edits;
  const longestLength = isGrowing ? Number.POSITIVE_INFINITY : form.length + edits;
  const rows = [Uint8Array.from({ length: form.length + 1 }, (_, position) => position)];
  const getDistanceAt = (row: number) => rows[row]?.[form.length] ?? edits + 1;
  /** For each beginning of the current word, the least distance to any beginning of the typed word. */
  const prefixDistances = [form.length];
  const nearestWords: Correction[] = [];
  let last = '';
  let tooFar: string | undefined;
  for (let word = 1; word <= vocabulary.size; word += 1) {
    const text = vocabulary.getWord(word);
    if (text.length < shortestLength || text.length > longestLength) continue;
    if (tooFar !== undefined && text.startsWith(tooFar)) continue;
    let [row, least] = [computeSharedLength(last, text), 0];
    while (row < text.length && (least <= edits || (prefixDistances[row] ?? 0) <= edits)) {
      row += 1;
      least = fillRow(rows, row, form, text);
      prefixDistances[row] = isGrowing
        ? Math.min(prefixDistances[row - 1] ?? edits + 1, getDistanceAt(row))
        : edits + 1;
    }
    last = text.slice(0, row);
    tooFar = row < text.length ? last : undefined;
    if (row < text.length || /\p{N}/u.test(text)) continue;
    const begins = text[0] === form[0] ? (prefixDistances[row] ?? edits + 1) : edits + 1;
    const distance = getDistanceAt(row) <= edits ? getDistanceAt(row) : begins + 0.5;
    if (distance > 0 && distance < edits + 1) nearestWords.push({ word, distance });
  }
  return nearestWords;
}

/** Computes the distances between a beginning of `text` and each beginning of `form`. Returns the least. */
function fillRow(rows: Uint8Array[], row: number, form: string, text: string): number {
  const above = rows[row - 1];
  const twoAbove = rows[row - 2];
  const current = rows[row] ?? new Uint8Array(form.length + 1);
  rows[row] = current;
  const letter = text.charCodeAt(row - 1);
  const before = row > 1 ? text.charCodeAt(row - 2) : -1;
  let least = row;
  current[0] = row;
  for (let at = 1; at <= form.length; at += 1) {
    const typedCode = form.charCodeAt(at - 1);
    let cost = Math.min(
      (above?.[at] ?? 0) + 1,
      (current[at - 1] ?? 0) + 1,
      (above?.[at - 1] ?? 0) + (typedCode === letter ? 0 : 1),
    );
    if (twoAbove && at > 1 && typedCode === before && form.charCodeAt(at - 2) === letter) {
      cost = Math.min(cost, (twoAbove[at - 2] ?? 0) + 1);
    }
    current[at] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

function computeSharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}
