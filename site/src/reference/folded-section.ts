import type { SiteComponentHost, SitePart } from 'gatehouse/sections';

interface Section {
  /** The heading and what stays visible below it. */
  head: string;
  /** The line that readers select to open the rest. */
  summary: string;
  parts: readonly SitePart[];
}

/**
 * A section of a reference page: an endpoint, a function or a member. Its heading is always visible, so that the page
 * reads as a list, and readers open the sections that they need.
 */
export function foldSection({ head, summary, parts }: Section): SitePart[] {
  return [head, { summary, parts }];
}

/** Rows for a table of links. The folded sections of the page itself read as a list without a table. */
export function removeOwnSections<Row extends { page: string }>(
  rows: readonly Row[],
  host: SiteComponentHost,
): Row[] {
  return rows.filter(({ page }) => host.pagePath(page) !== host.ownPath);
}
