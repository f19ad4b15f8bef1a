import { ASKED, COLUMNS, type WordPlaces } from '../index/postings.ts';

/** Words that count as one, each with how well it does. */
export type WordGroup = ReadonlyMap<string, number>;

/** Addresses for words, best first. */
export type MatchTargets = (groups: readonly WordGroup[]) => MatchedTarget[];

export interface MatchedTarget {
  /** Id of its first record. */
  target: number;
  /** BM25, as a share of what rarity its words have: 0 to 2.2. */
  weight: number;
  /** Share of the groups that stand outside its body: in its headings, and in what readers ask. */
  covered: number;
}

/** Heading, parents, body, about, asked. The first record of a target has them all but the body. */
const COLUMN_WEIGHTS = [8, 2, 1, 1.5, 4] as const;
const BODY = 2;
/** BM25 with a length for each column (BM25F). */
const K1 = 1.2;
const LENGTH_COUNTS = [0.3, 0.3, 0.5, 0.3, 0.3] as const;
/** What has less than this of the best is not looked at. */
const LEAST = 0.3;

/**
 * Weighs what stands under one address as a whole: few records have many words of a sentence, a heading with its
 * paragraphs has. `any`: where some of the words stand; `asked`: where readers ask with all of them. `targetOf`:
 * for each record, in the order of the site, the id of the first with its address.
 */
export function targetMatcher(
  places: WordPlaces,
  targetOf: Int32Array,
): { any: MatchTargets; asked: MatchTargets } {
  const { recordAt, starts } = places;
  const { targetAt, firstOf, ids } = numbered(targetOf);
  const size = ids.length;
  const factors = columnFactors();
  const found = new Float64Array(size);
  const scores = new Float64Array(size);
  /** Whether the group at hand stands outside the body, and how many groups do. */
  const isOutside = new Uint8Array(size);
  const outside = new Uint8Array(size);

  /** For each target and column what one word there counts: more where the column is short. */
  function columnFactors(): Float32Array {
    const lengths = new Float32Array(COLUMNS * size);
    targetAt.forEach((target, record) => {
      for (let column = 0; column < COLUMNS; column += 1) {
        if (column !== BODY && firstOf[target] !== record) continue;
        const cell = COLUMNS * record + column;
        const length = (starts[cell + 1] ?? 0) - (starts[cell] ?? 0);
        lengths[COLUMNS * target + column] = (lengths[COLUMNS * target + column] ?? 0) + length;
      }
    });
    const means = COLUMN_WEIGHTS.map((_, column) => {
      let sum = 0;
      for (let target = 0; target < size; target += 1) sum += lengths[COLUMNS * target + column] ?? 0;
      return sum / size || 1;
    });
    return lengths.map((length, cell) => {
      const column = cell % COLUMNS;
      const counts = LENGTH_COUNTS[column] ?? 0;
      return (COLUMN_WEIGHTS[column] ?? 0) / (1 - counts + (counts * length) / (means[column] ?? 1));
    });
  }

  function count(word: number, quality: number, touched: number[], from: number): void {
    for (const place of places.placesOf(word)) {
      const record = recordAt[place] ?? 0;
      const target = targetAt[record] ?? 0;
      let column = COLUMNS - 1;
      while ((starts[COLUMNS * record + column] ?? 0) > place) column -= 1;
      if (column < from || (column !== BODY && firstOf[target] !== record)) continue;
      if (found[target] === 0) touched.push(target);
      found[target] = (found[target] ?? 0) + quality * (factors[COLUMNS * target + column] ?? 0);
      if (column !== BODY) isOutside[target] = 1;
    }
  }

  /** `from`: the first column that is looked at. `least`: how many of the groups must be there. */
  function match(groups: readonly WordGroup[], from: number, least: number): MatchedTarget[] {
    const touched = new Map<number, number>();
    let total = 0;
    for (const words of groups) {
      const here: number[] = [];
      for (const [word, quality] of words) {
        const number = places.numberOf(word);
        if (number !== undefined) count(number, quality, here, from);
      }
      if (here.length === 0) continue;
      const rarity = Math.log(1 + (size - here.length + 0.5) / (here.length + 0.5));
      total += rarity;
      for (const target of here) {
        const times = found[target] ?? 0;
        found[target] = 0;
        scores[target] = (scores[target] ?? 0) + (rarity * (times * (K1 + 1))) / (times + K1);
        touched.set(target, (touched.get(target) ?? 0) + 1);
        outside[target] = (outside[target] ?? 0) + (isOutside[target] ?? 0);
        isOutside[target] = 0;
      }
    }
    let most = 0;
    for (const [target, times] of touched) if (times >= least) most = Math.max(most, scores[target] ?? 0);
    const best: { at: number; weight: number; covered: number }[] = [];
    for (const [at, times] of touched) {
      const score = scores[at] ?? 0;
      const covered = (outside[at] ?? 0) / groups.length;
      if (times >= least && score >= LEAST * most) best.push({ at, weight: score / total, covered });
      scores[at] = 0;
      outside[at] = 0;
    }
    return best
      .sort((a, b) => b.weight - a.weight || a.at - b.at)
      .map(({ at, ...match }) => ({ target: ids[at] ?? 0, ...match }));
  }

  return {
    any: (groups) => match(groups, 0, 1),
    asked: (groups) => match(groups, ASKED, groups.length),
  };
}

/** Targets counted from 0, in the order of the site. */
function numbered(targetOf: Int32Array) {
  const known = new Map<number, number>();
  const firstOf: number[] = [];
  const targetAt = targetOf.map((id, record) => {
    const number = known.get(id) ?? known.size;
    if (number === known.size) {
      known.set(id, number);
      firstOf.push(record);
    }
    return number;
  });
  return { targetAt, firstOf, ids: [...known.keys()] };
}
