import type { SiteComponentHost, SitePart } from 'gatehouse/sections';

/** A page with as many sections of one kind folds them, and readers open those that they need. */
const FOLDED_SECTIONS_MIN = 4;

/** Something that has a section of its own: an endpoint, a function or a member. */
interface Documented {
  /** Page of its section, by its path below the docs folder. */
  page: string;
}

interface Section {
  /** The heading and what stays visible below it. */
  head: string;
  /** What readers select to open the rest. */
  summary: string;
  parts: readonly SitePart[];
  isFolded: boolean;
}

/** A section of a reference page. Its heading is always visible, so that the page reads as a list. */
export function foldedSection({ head, summary, parts, isFolded }: Section): SitePart[] {
  return isFolded ? [head, { summary, parts }] : [head, ...parts];
}

export function isPageFolded(all: readonly Documented[], { page }: Documented): boolean {
  return all.filter((one) => one.page === page).length >= FOLDED_SECTIONS_MIN;
}

/** What a table of links has to list: the folded sections of the page itself read as a list without one. */
export function withoutOwnSections<One extends Documented>(
  rows: readonly One[],
  all: readonly Documented[],
  host: SiteComponentHost,
): One[] {
  return rows.filter((one) => host.pagePath(one.page) !== host.ownPath || !isPageFolded(all, one));
}
