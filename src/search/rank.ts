import type { Candidate } from './index-file.ts';
import { type Query, qualityOf, type Term } from './query.ts';

/** Points of one candidate, from what a reader would look at; tuned on the judged queries of `judged/`. */
const points = {
  ownHeading: 1,
  heading: 0.6,
  title: 0.55,
  body: 0.45,
  /** Share of the heading that the query speaks of. */
  headingCoverage: 0.9,
  /** The heading is the query. */
  wholeHeading: 1,
  inOrder: 0.25,
  titlePage: 0.3,
  closeTogether: 0.35,
  /** Share of what the index itself says (bm25, first is 1). */
  place: 0.3,
};
const perLevel: Readonly<Record<string, number>> = {
  lvl1: 0.3,
  lvl2: 0.18,
  lvl3: 0.12,
  lvl4: 0.06,
  lvl5: 0.03,
  lvl6: 0,
};
const STOP_WORD_WEIGHT = 0.05;

/** Candidates with their points, best first. They come in the order of the index. */
export function rank(query: Query, candidates: readonly Candidate[], records: number): Candidate[] {
  const terms = query.terms.filter((term) => term.expression !== '');
  const weights = terms.map((term) => (term.isStopWord ? STOP_WORD_WEIGHT : rarity(term, records)));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = weights.map((weight) => weight / total);
  const memo = terms.map(() => new Map<string, number>());
  const quality = (at: number, word: string): number => {
    const known = memo[at]?.get(word);
    if (known !== undefined) return known;
    const term = terms[at];
    const value = term ? qualityOf(term, word) : 0;
    memo[at]?.set(word, value);
    return value;
  };
  const scored = candidates.map((candidate, place) => ({
    candidate,
    score: score(candidate, shares, quality) + points.place / (1 + place / 8),
  }));
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.candidate);
}

type Quality = (term: number, word: string) => number;

function score(candidate: Candidate, shares: readonly number[], quality: Quality): number {
  const isHeading = candidate.type !== 'content';
  const heading = split(candidate.heading);
  const title = split(candidate.title);
  const body = split(candidate.body);
  let sum = 0;
  for (let term = 0; term < shares.length; term += 1) {
    const inHeading = best(heading, term, quality);
    const found = Math.max(
      inHeading * (isHeading ? points.ownHeading : points.heading),
      best(title, term, quality) * points.title,
      best(body, term, quality) * points.body,
    );
    sum += found * (shares[term] ?? 0);
  }
  if (isHeading) {
    const coverage = coverageOf(heading, shares, quality);
    sum += points.headingCoverage * coverage.ofHeading * coverage.ofQuery;
    if (coverage.ofHeading > 0.99 && coverage.ofQuery > 0.99) sum += points.wholeHeading;
    if (coverage.inOrder) sum += points.inOrder * coverage.ofQuery;
    sum += perLevel[candidate.type] ?? 0;
  } else {
    sum += points.closeTogether * closeness(body, shares, quality);
  }
  return sum;
}

function split(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}

function best(words: readonly string[], term: number, quality: Quality): number {
  let most = 0;
  for (const word of words) {
    const value = quality(term, word);
    if (value > most) most = value;
    if (most === 1) break;
  }
  return most;
}

/** How much of the heading the query covers, how much of the query the heading covers, and whether in order. */
function coverageOf(heading: readonly string[], shares: readonly number[], quality: Quality) {
  let covered = 0;
  let last = -1;
  let inOrder = true;
  const terms = new Float64Array(shares.length);
  for (const word of heading) {
    let most = 0;
    let by = -1;
    for (let term = 0; term < shares.length; term += 1) {
      const value = quality(term, word);
      if (value > most) {
        most = value;
        by = term;
      }
      if (value > (terms[term] ?? 0)) terms[term] = value;
    }
    covered += most;
    if (by >= 0) {
      if (by < last) inOrder = false;
      last = by;
    }
  }
  const ofQuery = terms.reduce((sum, value, term) => sum + value * (shares[term] ?? 0), 0);
  return {
    ofHeading: heading.length === 0 ? 0 : covered / heading.length,
    ofQuery,
    inOrder: inOrder && last >= 0,
  };
}

/** 1 when all found words of the query stand side by side, towards 0 as they are spread. */
function closeness(body: readonly string[], shares: readonly number[], quality: Quality): number {
  const seen = new Int32Array(shares.length).fill(-1);
  let found = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < body.length; at += 1) {
    let hit = false;
    for (let term = 0; term < shares.length; term += 1) {
      if (quality(term, body[at] ?? '') === 0) continue;
      if (seen[term] === -1) {
        found += 1;
        narrowest = Number.POSITIVE_INFINITY;
      }
      seen[term] = at;
      hit = true;
    }
    if (!hit) continue;
    let first = at;
    for (const place of seen) if (place !== -1 && place < first) first = place;
    narrowest = Math.min(narrowest, at - first + 1);
  }
  if (found === 0) return 0;
  return (found / shares.length) * Math.min(1, found / narrowest);
}

function rarity(term: Term, records: number): number {
  return Math.log(1 + (records + 1) / (term.records + 0.5));
}
