import { isStopWord } from '../index/english.ts';
import type { Vocabulary, WordRange } from '../index/vocabulary.ts';
import type { Qualities } from './qualities.ts';
import { points } from './weights.ts';

export interface QueryWords {
  /** How much each word of the query says, all together 1. */
  shares: readonly number[];
  /** How many of them decide what is found: the first ones. */
  content: number;
  qualities: Qualities;
}

/** A word of the heading counts as found from here on, one of the query as missing below. */
const COVERED = 0.9;
const MISSING = 0.5;

/** What it says for a section that the query has the words of its heading. */
export function headingPoints(
  heading: Int32Array,
  { shares, content, qualities }: QueryWords,
  vocabulary: Vocabulary,
): number {
  let [covered, saying, sayingCovered] = [0, 0, 0];
  const best = new Float32Array(shares.length);
  for (const word of heading) {
    const own = qualities(word);
    const says = isStopWord(vocabulary.word(word)) ? 0 : 1;
    saying += says;
    if (!own) continue;
    let most = 0;
    own.forEach((quality, term) => {
      if (quality > most) most = quality;
      if (quality > (best[term] ?? 0)) best[term] = quality;
    });
    covered += most;
    sayingCovered += says * most;
  }
  let [ofQuery, missing] = [0, 0];
  best.forEach((quality, term) => {
    ofQuery += quality * (shares[term] ?? 0);
    if (term < content && quality < MISSING) missing += 1;
  });
  const ofHeading = heading.length === 0 ? 0 : covered / heading.length;
  const isOneMore = missing === 1 && saying > 1 && sayingCovered >= COVERED * saying;
  return points.coverage * ofHeading * ofQuery + (isOneMore ? points.oneMore : 0);
}

/** `joined`: all that was typed as one name, as in `getCurrentDate`; `begins`: its words, the last still growing. */
export function namePoints(heading: Int32Array, joined: number, begins: readonly WordRange[]): number {
  const isNamed = joined !== 0 && heading.includes(joined);
  const isPrefix = begins.every(({ from, to }, at) => {
    const word = heading[at] ?? 0;
    return from <= word && word < to;
  });
  return (isNamed ? points.named : 0) + (isPrefix ? points.prefix : 0);
}

/** 1 when all found words of the query are side by side, towards 0 as they are spread. */
export function proximity(body: Int32Array, terms: number, qualities: Qualities): number {
  const seen = new Int32Array(terms).fill(-1);
  let [found, narrowest] = [0, Number.POSITIVE_INFINITY];
  body.forEach((word, at) => {
    const own = qualities(word);
    if (!own) return;
    own.forEach((quality, term) => {
      if (quality === 0) return;
      if (seen[term] === -1) {
        found += 1;
        narrowest = Number.POSITIVE_INFINITY;
      }
      seen[term] = at;
    });
    let first = at;
    for (const position of seen) if (position !== -1 && position < first) first = position;
    narrowest = Math.min(narrowest, at - first + 1);
  });
  return found === 0 ? 0 : (found / terms) * Math.min(1, found / narrowest);
}
