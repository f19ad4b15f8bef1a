import type { SearchIndex } from '../index/open-index.ts';
import type { Attempt } from '../query/relaxation.ts';
import type { Scores } from './bm25.ts';
import { candidates } from './weights.ts';

interface Limits {
  /** The number of words of the query that a section must have. */
  least: number;
  /** The number of sections to select. */
  most: number;
  /** Sections to rank whatever their score, because they have the query among their questions of readers. */
  askedSections: readonly number[];
}

/**
 * Selects at most `most` sections that have enough words of the query. Also selects for ranking the best of the sections
 * with fewer words, and those whose heading is the query or nearly so, whatever their score.
 */
export function selectCandidates(
  { content, minor }: Attempt,
  scores: Scores,
  { least, most, askedSections }: Limits,
  { table }: SearchIndex,
) {
  const { matched, inHeading, foundSections, count } = scores;
  const leastInHeading = Math.max(1, content.length + minor.length - 1);
  const getScore = (section: number) => scores.bm25f[section] ?? 0;
  const whole = selectHighest(candidates.ordered, foundSections, count, (section) =>
    (matched[section] ?? 0) >= least ? getScore(section) : 0,
  );
  const any = selectHighest(candidates.any, foundSections, count, getScore);
  const bestByHeading = selectHighest(candidates.headings, foundSections, count, (section) => {
    const words = inHeading[section] ?? 0;
    return words < leastInHeading ? 0 : words ** 2 / (table.headingLengths[section] ?? 1);
  });
  const best = new Set([...whole.slice(0, candidates.whole), ...any, ...bestByHeading, ...askedSections]);
  const otherSections = new Set(whole.filter((section) => !best.has(section)));
  for (let section = 0; section < table.sections && best.size + otherSections.size < most; section += 1) {
    if ((matched[section] ?? 0) >= least && !best.has(section)) otherSections.add(section);
  }
  // Next come the other sections, best first, then the rest in the order of the site.
  return { best: [...best], others: [...otherSections] };
}

/** The `most` sections with the highest values above 0, best first. Equal ones are in the order of the site. */
function selectHighest(
  most: number,
  sections: Int32Array,
  count: number,
  valueFor: (section: number) => number,
): number[] {
  const best: { section: number; value: number }[] = [];
  for (let at = 0; at < count; at += 1) {
    const section = sections[at] ?? 0;
    const value = valueFor(section);
    const last = best.at(-1);
    if (value === 0 || (best.length === most && last && !isBefore(value, section, last))) continue;
    let to = best.length;
    while (to > 0) {
      const other = best[to - 1];
      if (!other || !isBefore(value, section, other)) break;
      to -= 1;
    }
    best.splice(to, 0, { section, value });
    if (best.length > most) best.pop();
  }
  return best.map(({ section }) => section);
}

function isBefore(value: number, section: number, other: { section: number; value: number }): boolean {
  return value > other.value || (value === other.value && section < other.section);
}
