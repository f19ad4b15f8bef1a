import { collectPageAudiences } from '../content/audiences/page-audiences.ts';
import { covers } from '../model/audience.ts';
import type { Site } from '../model/site.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import type { SiteToCheck } from './check-site.ts';
import { listCompiledArticles } from './compile/documents.ts';

/** Longest chain of redirects that is followed. No site needs a longer one, and a circle of pages never ends. */
const LONGEST_CHAIN = 20;

/**
 * Marks the pages and documents that only redirect to another page, so that the server redirects. A page stays a page
 * with a link if some readers see content in it, or if its target is missing or part of a circle.
 */
export function markRedirects(siteToCheck: Pick<SiteToCheck, 'site' | 'folders' | 'articles'>): Site {
  const { site } = siteToCheck;
  const compiledArticles = listCompiledArticles(siteToCheck);
  const targets = new Map(
    compiledArticles.flatMap(({ source, path, summary: { redirect, parts } }) =>
      redirect === undefined || parts || source.kind === 'post' ? [] : [[path, redirect] as const],
    ),
  );
  if (targets.size === 0) return site;
  const routes = new Set([
    ...compiledArticles.map(({ path }) => path),
    ...site.categories.map(({ path }) => path),
    ...site.pages.map(({ path }) => path),
    ...site.tags.map(({ path }) => path),
    ...site.blogs.flatMap(({ lists }) => lists.map(({ path }) => path)),
    ...site.redirects.map(({ from }) => from),
  ]);
  const owners = new Map(site.redirects.map(({ from, to }) => [from, to]));
  const audiences = collectPageAudiences(site);
  /** The page where a reader of `start` arrives, if that page shows a `<Redirect>` to `firstTarget`. */
  const findDestination = (start: string, firstTarget: string): string | undefined => {
    let target = firstTarget;
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
      const path = routes.has(pathname) ? pathname : toggleEndSlash(pathname);
      if (!routes.has(path)) return undefined;
      const next = targets.get(path) ?? owners.get(path);
      if (next === undefined) return path + rest;
      // Stop at a page that not all readers of the first one may open, so that they don't learn where it leads.
      if (targets.has(path) && !covers(audiences.get(path), audiences.get(start))) return path + rest;
      target = next;
    }
    return undefined;
  };
  const mark = <Page extends { path: string }>(page: Page): Page => {
    const target = targets.get(page.path);
    const redirect = target === undefined ? undefined : findDestination(page.path, target);
    return redirect === undefined ? page : { ...page, redirect };
  };
  return { ...site, docs: site.docs.map(mark), pages: site.pages.map(mark) };
}
