import nodePath from 'node:path';
import { collectPageAudiences } from '../content/audiences/page-audiences.ts';
import { covers } from '../model/audience.ts';
import type { Site } from '../model/site.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
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
  const targets = collectTargets(compiledArticles);
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
      const { pathname, rest } = splitTarget(target);
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

/** The targets of pages and documents that only redirect, by path. */
function collectTargets(articles: ReturnType<typeof listCompiledArticles>): ReadonlyMap<string, string> {
  return new Map(
    articles.flatMap(({ source, path, summary: { redirect, parts } }) =>
      redirect === undefined || parts || source.kind === 'post' ? [] : [[path, redirect] as const],
    ),
  );
}

function splitTarget(target: string): { pathname: string; rest: string } {
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return { pathname, rest };
}

/** Reports pages that redirect to each other. The compiler reports those that redirect to themselves. */
export function findRedirectCircles(
  siteToCheck: Pick<SiteToCheck, 'site' | 'folders' | 'articles'>,
): Problem[] {
  const articles = listCompiledArticles(siteToCheck);
  const targets = collectTargets(articles);
  return articles.flatMap(({ path: start, file }): Problem[] => {
    const steps: string[] = [];
    let current: string | undefined = start;
    while (current !== undefined && steps.length < LONGEST_CHAIN) {
      const target = targets.get(current);
      const { pathname } = splitTarget(target ?? '');
      current = [pathname, toggleEndSlash(pathname)].find((path) => targets.has(path));
      if (current !== undefined) steps.push(current);
      if (current === start) break;
    }
    if (current !== start) return [];
    const message = `This page redirects to itself, by ${steps.slice(0, -1).join(', ')}. Correct the target of its \`<Redirect>\`.`;
    return [
      {
        ...({ code: 'redirect-circle', severity: 'warning', message } as const),
        file: displayPath(nodePath.join(siteToCheck.folders.docsDir, file)),
      },
    ];
  });
}
