import type { DatabaseSync } from 'node:sqlite';
import type { IndexFile, Traits } from './index-file.ts';

/** Heading, parents, body, about: a heading says what a place is for, its parents where it belongs. */
const COLUMN_WEIGHTS = '10.0, 3.0, 1.0, 2.0';
/** Put in order by their weights: more than anybody looks at. */
const WEIGHED = 128;
/** Weighing takes as long as finding ten times over: where more than this is found, headings are weighed first. */
const BROAD = 400;

/** See `IndexFile.match`. */
export function matcher(db: DatabaseSync, traits: Pick<Traits, 'place' | 'inOrder'>): IndexFile['match'] {
  const findAll = db.prepare(
    // One text is read faster than a thousand rows.
    'SELECT group_concat(id) AS ids FROM (SELECT rowid AS id FROM words WHERE words MATCH ? LIMIT ?)',
  );
  const weigh = db.prepare(
    // Not ORDER BY rank: FTS5 then sorts all that it finds, where this keeps only the best.
    `SELECT rowid AS id, bm25(words, ${COLUMN_WEIGHTS}) AS weight FROM words WHERE words MATCH ?
     ORDER BY weight LIMIT ${WEIGHED}`,
  );
  // An index that was never changed has its ids in the order of the site, in which they are found.
  const isSorted = traits.inOrder.every((id, place) => place === 0 || at(traits.inOrder, place - 1) < id);
  const inOrder = (a: number, b: number) => at(traits.place, a) - at(traits.place, b);

  /** The first ones in the order of the site. */
  function all(expression: string, limit: number): number[] {
    const most = isSorted ? limit : traits.inOrder.length;
    const ids: number[] = JSON.parse(`[${findAll.get(expression, most)?.ids ?? ''}]`);
    return isSorted ? ids : ids.sort(inOrder).slice(0, limit);
  }

  /** Empty where fewer than `least` are found. */
  function best(expression: string, least = 0): number[] {
    const rows = weigh.all(expression).map(({ id, weight }) => ({ id: Number(id), weight: Number(weight) }));
    if (rows.length < least) return [];
    // Which of equal weight are the last ones is chance: those are left to the order of the site.
    const last = rows.length === WEIGHED ? rows.at(-1)?.weight : undefined;
    return rows
      .filter(({ weight }) => weight !== last)
      .sort((a, b) => a.weight - b.weight || inOrder(a.id, b.id))
      .map(({ id }) => id);
  }

  return (expression, limit, headingsFirst) => {
    const found = all(expression, limit);
    const isBroad = headingsFirst && found.length > BROAD;
    const headings = isBroad ? best(`{heading about} : (${expression})`, WEIGHED) : [];
    const first = headings.length > 0 ? headings : best(expression);
    const weighed = new Set(first);
    return [...first, ...found.filter((id) => !weighed.has(id))].slice(0, limit);
  };
}

export function at(numbers: Int32Array, id: number): number {
  return numbers[id] ?? 0;
}
