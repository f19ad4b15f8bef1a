import { isStopWord } from '../index/stop-words.ts';

/** How well a word of a text stands for each term of the query, in their order; empty when for none. */
export type Qualities = (word: string) => readonly number[];

/** Of the words of `app_uid`, when they do not stand side by side. */
const APART = 0.5;

/** For each of so many terms the best that these words have. */
export function bestOf(words: readonly string[], terms: number, qualities: Qualities): Float64Array {
  const most = new Float64Array(terms);
  for (const word of words) {
    const own = qualities(word);
    for (let term = 0; term < own.length; term += 1) most[term] = Math.max(most[term] ?? 0, own[term] ?? 0);
  }
  return most;
}

/** Words written together count in full where they stand side by side, or as one word; else by the `best` of them. */
export function together(words: readonly string[], forms: readonly string[], best: number): number {
  const last = forms.length - 1;
  for (let at = 0; at + last < words.length; at += 1) {
    const matches = forms.every((form, offset) =>
      offset === last ? (words[at + offset] ?? '').startsWith(form) : words[at + offset] === form,
    );
    if (matches) return 1;
  }
  if (words.includes(forms.join(''))) return 1;
  const present = forms.filter((form) => words.includes(form)).length / forms.length;
  return APART * (present === 1 ? best : present * present);
}

/** A word of the heading stands for a term from here on. */
const COVERED = 0.9;
const MISSING = 0.5;

/**
 * How much of the heading the query covers, how much of the query the heading covers, whether in order, and whether
 * the query is the heading and one more word. `isTelling`: which terms are no stop words.
 */
export function coverageOf(
  heading: readonly string[],
  shares: readonly number[],
  isTelling: readonly boolean[],
  qualities: Qualities,
) {
  let [covered, telling, tellingCovered] = [0, 0, 0];
  let last = -1;
  let inOrder = true;
  const terms = new Float64Array(shares.length);
  for (const word of heading) {
    const own = qualities(word);
    const says = isStopWord(word) ? 0 : 1;
    telling += says;
    if (own.length === 0) continue;
    let most = 0;
    let by = -1;
    for (let term = 0; term < shares.length; term += 1) {
      const value = own[term] ?? 0;
      if (value > most) {
        most = value;
        by = term;
      }
      if (value > (terms[term] ?? 0)) terms[term] = value;
    }
    covered += most;
    tellingCovered += says * most;
    if (by >= 0) {
      if (by < last) inOrder = false;
      last = by;
    }
  }
  let [ofQuery, missing] = [0, 0];
  terms.forEach((value, term) => {
    ofQuery += value * (shares[term] ?? 0);
    if (isTelling[term] && value < MISSING) missing += 1;
  });
  return {
    ofHeading: heading.length === 0 ? 0 : covered / heading.length,
    ofQuery,
    inOrder: inOrder && last >= 0,
    oneMore: missing === 1 && telling > 1 && tellingCovered >= COVERED * telling,
  };
}

/** Whether the heading has all that was typed as one name: `get current date`, `getCurrentDate`. */
export function isNamed(heading: readonly string[], typed: readonly string[]): boolean {
  return typed.length > 1 && heading.includes(typed.join(''));
}

/** Whether the heading begins with all that was typed, of which the last word may still be growing. */
export function isBegun(heading: readonly string[], typed: readonly string[]): boolean {
  const last = typed.length - 1;
  return typed.every((form, at) => (at === last ? heading[at]?.startsWith(form) : heading[at] === form));
}

/** 1 when all found words of the query stand side by side, towards 0 as they are spread. */
export function closeness(body: readonly string[], shares: readonly number[], qualities: Qualities): number {
  const seen = new Int32Array(shares.length).fill(-1);
  let found = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < body.length; at += 1) {
    const own = qualities(body[at] ?? '');
    if (own.length === 0) continue;
    for (let term = 0; term < shares.length; term += 1) {
      if (own[term] === 0) continue;
      if (seen[term] === -1) {
        found += 1;
        narrowest = Number.POSITIVE_INFINITY;
      }
      seen[term] = at;
    }
    let first = at;
    for (const place of seen) if (place !== -1 && place < first) first = place;
    narrowest = Math.min(narrowest, at - first + 1);
  }
  if (found === 0) return 0;
  return (found / shares.length) * Math.min(1, found / narrowest);
}
