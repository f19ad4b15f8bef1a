import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { configurationFile } from '../adopt/load-configuration.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { checkLinks, type LinkedArticle, type LinkList } from '../content/check-links.ts';
import { listRoutes } from '../content/routes.ts';
import type { Site } from '../model/site.ts';
import { otherEnd } from '../model/written-links.ts';
import { canonicalText } from '../shared/canonical-text.ts';
import { displayPath } from '../shared/file-paths.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import type { Problem } from '../shared/problem.ts';
import type { ArticleSummary } from './cache/build-cache.ts';
import { audienceProblems } from './check-audiences.ts';
import { checkConfigLinks } from './check-config-links.ts';
import { compiledIn } from './compile/documents.ts';
import type { Folders } from './folders.ts';
import { redirectsOf } from './pages/redirects.ts';

export interface SiteToCheck {
  site: Site;
  sidebarLinks: readonly LinkList[];
  /** By file of the document. */
  articles: ReadonlyMap<string, { summary: ArticleSummary }>;
  folders: Folders;
  /** Absent when it has problems of its own. */
  config: SiteConfig | undefined;
}

/**
 * What only shows when all articles are there, besides what is wrong with each of them; and the configuration without the
 * links that somebody else's docs folder gives no target.
 */
export function checkSite(checked: SiteToCheck) {
  const { site, sidebarLinks, articles, folders, config } = checked;
  const { docsDir, pagesDir, foreignDocs } = folders;
  const assetExists = assetLookup(articles.values(), folders, site.basePath);
  const linked = compiledIn(checked).map(({ path: address, file, summary }): LinkedArticle => {
    const { links, anchors, names, failed, parts } = summary;
    const shown = displayPath(path.join(docsDir, file));
    return { path: address, file: shown, links, anchors, names, failed, parts };
  });
  const all = checkLinks({
    site,
    articles: linked,
    lists: [...sidebarLinks, ...questionLists(site)],
    assetExists,
  });
  // The project's pages were written with its own docs in mind.
  const pages = foreignDocs ? site.pages.map(({ file }) => displayPath(path.join(pagesDir, file))) : [];
  const ownPages = new Set(pages);
  const links = all.map(
    (problem): Problem =>
      problem.severity === 'error' && ownPages.has(problem.file ?? '')
        ? { ...problem, severity: 'warning' }
        : problem,
  );
  const problems = [...articles.values()].flatMap(({ summary }) =>
    summary.problems.map((problem) => displayed(problem, folders)),
  );
  problems.push(...unlessReported(links, problems), ...audienceProblems(site, linked));
  if (!config) return { problems, config };
  const routes = listRoutes(site);
  const answering = new Set([...routes, ...redirectsOf(site, routes).map(({ from }) => from)]);
  const configFile = configurationFile(folders.siteDir);
  const ofConfig = checkConfigLinks({
    config,
    file: configFile === undefined ? '' : displayPath(configFile),
    text: configFile === undefined ? '' : readFileSync(configFile, 'utf8'),
    base: site.basePath,
    answers: (path) => {
      const target = canonicalText(path);
      return (
        answering.has(target) || answering.has(otherEnd(target)) || assetExists(target.replace(/\/$/, ''))
      );
    },
    drops: foreignDocs,
  });
  return { problems: [...problems, ...ofConfig.problems], config: ofConfig.config };
}

/** The addresses in them are checked as links are. */
function questionLists({ questions }: Site): LinkList[] {
  const files = Map.groupBy(questions, ({ file }) => file);
  return [...files].map(([file, lists]) => {
    const links = lists.map(({ address, line }) => ({
      href: address,
      written: address,
      checked: true,
      line,
    }));
    return { file, links };
  });
}

/** A link to a file that does not exist has been reported as such: as an address it is broken, too. */
export function unlessReported(links: readonly Problem[], problems: readonly Problem[]): Problem[] {
  const reported = new Set(problems.map(positionOf));
  return links.filter((problem) => !reported.has(positionOf(problem)));
}

/** The compiler names files from the folder around the docs; everybody else names them from here. */
export function displayed(problem: Problem, { docsHome }: Folders): Problem {
  if (problem.file === undefined) return problem;
  return { ...problem, file: displayPath(path.resolve(docsHome, problem.file)) };
}

function positionOf({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

function assetLookup(
  articles: Iterable<{ summary: ArticleSummary }>,
  { staticDirs }: Folders,
  basePath: string,
): (url: string) => boolean {
  const urls = new Set([...articles].flatMap(({ summary }) => summary.assets.map(({ url }) => url)));
  return (url) => {
    if (urls.has(url)) return true;
    const name = url.slice(basePath.length);
    return url.startsWith(basePath) && staticDirs.some((folder) => isFile(path.join(folder, name)));
  };
}

function isFile(file: string): boolean {
  return statSync(pathOnDisk(file), { throwIfNoEntry: false })?.isFile() ?? false;
}
