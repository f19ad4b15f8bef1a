import { remember } from '../../shared/memoize.ts';
import type { Candidate } from '../index/open-index.ts';
import { type Query, qualityOf, type Term, typedForms } from '../query/parse-query.ts';
import { genericHeading } from './generic-headings.ts';
import { bestOf, closeness, coverageOf, isBegun, isNamed, type Qualities, together } from './headings.ts';
import type { MatchedTarget } from './sections.ts';

/** Points of one candidate, from what a reader would look at; tuned on the judged queries of `judged/`. */
const points = {
  /** What a word of the query counts where it stands, of all that is found under one heading. */
  heading: 1.3,
  title: 0.9,
  body: 1,
  /** In a code block, when the query is a sentence. */
  code: 0.65,
  /** Of a word that stands elsewhere on the page. */
  samePage: 0.4,
  /** Share of the heading that the query speaks of. */
  headingCoverage: 0.9,
  inOrder: 0.15,
  /** The heading has the query as one name, or begins as the query does, or is all of it but a word. */
  named: 2.5,
  begun: 1,
  oneMore: 0.6,
  closeTogether: 0.35,
  /** The very signs of the query stand there. */
  literal: 1.3,
  /** Every word of the query is in this very record. */
  complete: 0.6,
  /** Every word of the query is somewhere under the heading. */
  completeTarget: 0.2,
  /** Share of what the index itself says (bm25, first is 1). */
  place: 0.3,
  /** Of what all that stands under the heading weighs together, when the query is a sentence. */
  target: 1.2,
  /** Share of its words that headings and readers' questions have there, when no text has them all. */
  covered: 1.2,
  /** Of the text under a heading such as `Request` or `Example`, and of a list of links. */
  generic: 0.9,
  links: 0.4,
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
/** Of a word that nobody wrote, and that may stand for another. */
const CORRECTED_WEIGHT = 0.4;
/** Of the shares of all terms, which may not add up to 1 exactly. */
const ALL = 0.99;
const LITERAL_BEGUN = 0.7;

export interface RankContext {
  targets: readonly MatchedTarget[];
  /** Some text has every word of the query. */
  isWritten: boolean;
  /** In the index. */
  records: number;
}

/** Candidates with their points, best first. They come in the order of the index. */
export function rank(
  query: Query,
  candidates: readonly Candidate[],
  { targets, isWritten, records }: RankContext,
): Candidate[] {
  const terms = query.terms.filter((term) => term.expression !== '');
  const weights = terms.map((term) => weightOf(term, records));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = weights.map((weight) => weight / total);
  const isTelling = terms.map((term) => !term.isStopWord);
  const qualities = qualitiesOf(terms);
  const typed = typedForms(query);
  // As it stands in JSON.
  const literal = query.literal === undefined ? undefined : JSON.stringify(query.literal).slice(1, -1);
  const found = candidates.map((candidate) => foundIn(candidate, qualities, terms));
  const around = gather(candidates, found, shares.length);
  const covering = isWritten ? 0 : points.covered;
  const ofTarget = new Map(
    targets.map(({ target, weight, covered }) => [target, points.target * weight + covering * covered]),
  );
  const scored = candidates.map((candidate, place) => ({
    candidate,
    score:
      score(candidate, found[place] ?? none, around(candidate), shares, isTelling, qualities) *
        worth(candidate) +
      (literal === undefined ? namePoints(candidate, typed) : literalPoints(candidate, literal)) +
      points.place / (1 + place / 8) +
      (ofTarget.get(candidate.target) ?? 0),
  }));
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.candidate);
}

const none = new Float64Array();

const forNone: number[] = [];

/** Most words begin with another letter than any that counts; the others come again and again. */
function qualitiesOf(terms: readonly Term[]): Qualities {
  const initials = new Set(
    terms
      .flatMap(({ words, forms }) => [...words.keys(), forms.at(-1) ?? ''])
      .map((word) => word.charCodeAt(0)),
  );
  const known = remember(Number.POSITIVE_INFINITY, (word: string) => {
    const values = terms.map((term) => qualityOf(term, word));
    return values.some((value) => value > 0) ? values : forNone;
  });
  return (word) => (initials.has(word.charCodeAt(0)) ? known(word) : forNone);
}

/** For each term how well it is found in this one record. */
function foundIn(
  { heading, title, body, code }: Candidate,
  qualities: Qualities,
  terms: readonly Term[],
): Float64Array {
  const isProse = terms.some((term) => term.isStopWord);
  const places = [
    { words: heading, counts: points.heading },
    { words: title, counts: points.title },
    { words: body, counts: code && isProse ? points.code : points.body },
  ];
  const found = new Float64Array(terms.length);
  for (const { words, counts } of places) {
    bestOf(words, terms.length, qualities).forEach((best, at) => {
      const forms = terms[at]?.forms ?? [];
      const value = counts * (forms.length > 1 ? together(words, forms, best) : best);
      if (value > (found[at] ?? 0)) found[at] = value;
    });
  }
  return found;
}

interface Around {
  target: Float64Array;
  page: Float64Array;
}

/** What the candidates say together: an answer may be spread over the paragraphs under one heading. */
function gather(
  candidates: readonly Candidate[],
  found: readonly Float64Array[],
  terms: number,
): (candidate: Candidate) => Around {
  const [targets, pages] = [new Map<number, Float64Array>(), new Map<number, Float64Array>()];
  const kept = (places: Map<number, Float64Array>, key: number) => {
    const known = places.get(key) ?? new Float64Array(terms);
    places.set(key, known);
    return known;
  };
  candidates.forEach(({ target, page }, place) => {
    for (const together of [kept(targets, target), kept(pages, page)]) {
      found[place]?.forEach((value, at) => {
        if (value > (together[at] ?? 0)) together[at] = value;
      });
    }
  });
  return ({ target, page }) => ({ target: kept(targets, target), page: kept(pages, page) });
}

function worth({ heading, type }: Candidate): number {
  const generic = genericHeading(heading);
  if (generic === undefined) return 1;
  return generic === 'links' && type === 'content' ? points.links : points.generic;
}

function namePoints({ type, heading }: Candidate, typed: readonly string[]): number {
  if (type === 'content') return 0;
  return (isNamed(heading, typed) ? points.named : 0) + (isBegun(heading, typed) ? points.begun : 0);
}

function literalPoints({ json }: Candidate, literal: string): number {
  if (literal === '') return 0;
  const text = json.toLowerCase();
  const at = text.indexOf(literal);
  if (at === -1) return 0;
  // `GET /users` is not quite `GET /users/{usr_uid}`.
  const next = text[at + literal.length] ?? '';
  return /[\p{L}\p{N}_/{]/u.test(next) ? points.literal * LITERAL_BEGUN : points.literal;
}

function score(
  { type, heading, body }: Candidate,
  found: Float64Array,
  around: Around,
  shares: readonly number[],
  isTelling: readonly boolean[],
  qualities: Qualities,
): number {
  let [sum, here, near] = [0, 0, 0];
  shares.forEach((share, at) => {
    const own = found[at] ?? 0;
    const target = around.target[at] ?? 0;
    sum += share * Math.max(target, (around.page[at] ?? 0) * points.samePage);
    if (own > 0) here += share;
    if (target > 0) near += share;
  });
  if (here > ALL) sum += points.complete;
  if (near > ALL) sum += points.completeTarget;
  if (type === 'content') return sum + points.closeTogether * closeness(body, shares, qualities);
  const { ofHeading, ofQuery, inOrder, oneMore } = coverageOf(heading, shares, isTelling, qualities);
  sum += points.headingCoverage * ofHeading * ofQuery;
  if (inOrder) sum += points.inOrder * ofQuery;
  if (oneMore) sum += points.oneMore;
  return sum + (perLevel[type] ?? 0);
}

/** How much a term says: rare words more than others, and less where it is only guessed which word was meant. */
function weightOf(term: Term, records: number): number {
  if (term.isStopWord) return STOP_WORD_WEIGHT;
  const rarity = Math.log(1 + (records + 1) / (term.records + 0.5));
  return term.corrected ? CORRECTED_WEIGHT * rarity : rarity;
}
