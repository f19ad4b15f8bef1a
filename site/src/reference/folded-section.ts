import type { SitePart } from 'gatehouse/sections';

/** A page with as many sections of one kind folds them, and readers open those that they need. */
export const FOLDED_SECTIONS_MIN = 4;

interface Section {
  /** The heading and what stays visible below it. */
  head: string;
  /** What readers select to open the rest. */
  summary: string;
  parts: readonly SitePart[];
  /** How many sections of this kind the page has. */
  sections: number;
}

/** A section of a reference page. Its heading and purpose are always visible, so that the page reads as a list. */
export function foldedSection({ head, summary, parts, sections }: Section): SitePart[] {
  return sections < FOLDED_SECTIONS_MIN ? [head, ...parts] : [head, { summary, parts }];
}
