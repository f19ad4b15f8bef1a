import { isStopWord } from '../index/english.ts';
import type { Vocabulary, WordRange } from '../index/vocabulary.ts';
import type { Qualities } from './qualities.ts';
import { points } from './weights.ts';

/** The words of a query, as ranking weighs them. */
export interface QueryWords {
  /** The weight of each word of the query. The weights add up to 1. */
  shares: readonly number[];
  /** The number of words that determine what is found. They come first. */
  content: number;
  qualities: Qualities;
}

/** The words from `from` to before `to`. A typed array of its own for each text would cost more than comparing it. */
export interface WordRun {
  words: Int32Array;
  from: number;
  to: number;
}

/** From this quality on, a word of the heading counts as matched. Below it, a word of the query counts as missing. */
const COVERED = 0.9;
const MISSING = 0.5;

/** How well the query matches the words of a section's heading. */
export function computeHeadingPoints(
  heading: Int32Array,
  { shares, content, qualities }: QueryWords,
  vocabulary: Vocabulary,
): number {
  let [coveredWeight, saying, sayingCovered] = [0, 0, 0];
  const best = new Float32Array(shares.length);
  for (const word of heading) {
    const wordQualities = qualities(word);
    const says = isStopWord(vocabulary.getWord(word)) ? 0 : 1;
    saying += says;
    if (!wordQualities) continue;
    let most = 0;
    for (let term = 0; term < wordQualities.length; term += 1) {
      const quality = wordQualities[term] ?? 0;
      if (quality > most) most = quality;
      if (quality > (best[term] ?? 0)) best[term] = quality;
    }
    coveredWeight += most;
    sayingCovered += says * most;
  }
  let [ofQuery, missing] = [0, 0];
  best.forEach((quality, term) => {
    ofQuery += quality * (shares[term] ?? 0);
    if (term < content && quality < MISSING) missing += 1;
  });
  const ofHeading = heading.length === 0 ? 0 : coveredWeight / heading.length;
  const isOneMore = missing === 1 && saying > 1 && sayingCovered >= COVERED * saying;
  return points.coverage * ofHeading * ofQuery + (isOneMore ? points.oneMore : 0);
}

/**
 * `joinedWord` is the query as one name, as in `getCurrentDate`. `begins` has its words, the last of which may grow.
 */
export function computeNamePoints(
  heading: Int32Array,
  joinedWord: number,
  begins: readonly WordRange[],
): number {
  const isNamed = joinedWord !== 0 && heading.includes(joinedWord);
  const isPrefix = begins.every(({ from, to }, index) => {
    const word = heading[index] ?? 0;
    return from <= word && word < to;
  });
  return (isNamed ? points.named : 0) + (isPrefix ? points.prefix : 0);
}

/** 1 if all matched words of the query are adjacent, towards 0 the more they are spread. */
export function computeProximity({ words, from, to }: WordRun, terms: number, qualities: Qualities): number {
  const lastPositions = new Int32Array(terms).fill(-1);
  let [matchedTerms, narrowest] = [0, Number.POSITIVE_INFINITY];
  for (let at = from; at < to; at += 1) {
    const wordQualities = qualities(words[at] ?? 0);
    if (!wordQualities) continue;
    for (let term = 0; term < terms; term += 1) {
      if (wordQualities[term] === 0) continue;
      if (lastPositions[term] === -1) {
        matchedTerms += 1;
        narrowest = Number.POSITIVE_INFINITY;
      }
      lastPositions[term] = at;
    }
    let first = at;
    for (let term = 0; term < terms; term += 1) {
      const position = lastPositions[term] ?? -1;
      if (position !== -1 && position < first) first = position;
    }
    narrowest = Math.min(narrowest, at - first + 1);
  }
  return matchedTerms === 0 ? 0 : (matchedTerms / terms) * Math.min(1, matchedTerms / narrowest);
}
