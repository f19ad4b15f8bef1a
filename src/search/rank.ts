import type { Candidate } from './index-file.ts';
import { type Query, qualityOf, type Term } from './query.ts';

/** Points of one candidate, from what a reader would look at; tuned on the judged queries of `judged/`. */
const points = {
  ownHeading: 1,
  heading: 0.6,
  title: 0.55,
  body: 0.45,
  /** Of a code block, when the query is a sentence. */
  code: 0.2,
  /** Share of the heading that the query speaks of. */
  headingCoverage: 0.9,
  /** The heading is the query. */
  wholeHeading: 1,
  inOrder: 0.25,
  titlePage: 0.3,
  closeTogether: 0.35,
  /** The very signs of the query stand there. */
  literal: 1.3,
  /** Every word of the query is there. */
  complete: 0.4,
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
/** Misspelt words of a heading count a little less, and it is the heading all the same. */
const WHOLE_FROM = 0.6;
/** Of the words of `app_uid`, when they do not stand side by side. */
const APART = 0.5;
const LITERAL_BEGUN = 0.7;

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
  // As it stands in JSON.
  const literal = query.literal === undefined ? undefined : JSON.stringify(query.literal).slice(1, -1);
  const scored = candidates.map((candidate, place) => ({
    candidate,
    score:
      score(candidate, shares, quality, terms) +
      literalPoints(candidate, literal) +
      points.place / (1 + place / 8),
  }));
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.candidate);
}

type Quality = (term: number, word: string) => number;

function literalPoints({ record }: Candidate, literal: string | undefined): number {
  if (literal === undefined || literal === '' || record === undefined) return 0;
  const text = record.toLowerCase();
  const at = text.indexOf(literal);
  if (at === -1) return 0;
  // `GET /users` is not quite `GET /users/{usr_uid}`.
  const next = text[at + literal.length] ?? '';
  return /[\p{L}\p{N}_/{]/u.test(next) ? points.literal * LITERAL_BEGUN : points.literal;
}

function score(
  candidate: Candidate,
  shares: readonly number[],
  quality: Quality,
  terms: readonly Term[],
): number {
  const isHeading = candidate.type !== 'content';
  const heading = split(candidate.heading);
  const title = split(candidate.title);
  const body = split(candidate.body);
  const isProse = terms.some((term) => term.isStopWord);
  let sum = 0;
  let there = 0;
  for (let term = 0; term < shares.length; term += 1) {
    const forms = terms[term]?.forms ?? [];
    const inText = (words: readonly string[]) =>
      forms.length > 1 ? together(words, forms, term, quality) : best(words, term, quality);
    const found = Math.max(
      inText(heading) * (isHeading ? points.ownHeading : points.heading),
      inText(title) * points.title,
      inText(body) * (candidate.code && isProse ? points.code : points.body),
    );
    sum += found * (shares[term] ?? 0);
    if (found > 0) there += shares[term] ?? 0;
  }
  if (there > 0.99) sum += points.complete;
  if (isHeading) {
    const coverage = coverageOf(heading, shares, quality);
    sum += points.headingCoverage * coverage.ofHeading * coverage.ofQuery;
    const whole = coverage.ofHeading * coverage.ofQuery;
    if (whole > WHOLE_FROM) sum += points.wholeHeading * whole;
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

/** Words written together count in full where they stand side by side, or as one word. */
function together(
  words: readonly string[],
  forms: readonly string[],
  term: number,
  quality: Quality,
): number {
  const last = forms.length - 1;
  for (let at = 0; at + last < words.length; at += 1) {
    const matches = forms.every((form, offset) =>
      offset === last ? (words[at + offset] ?? '').startsWith(form) : words[at + offset] === form,
    );
    if (matches) return 1;
  }
  if (words.includes(forms.join(''))) return 1;
  const present = forms.filter((form) => words.includes(form)).length / forms.length;
  return APART * (present === 1 ? best(words, term, quality) : present * present);
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
