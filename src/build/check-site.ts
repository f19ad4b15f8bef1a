import { statSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { checkLinks, type LinkedArticle, type LinkList } from '../content/check-links.ts';
import { routesOf } from '../content/routes.ts';
import type { Site } from '../model/site.ts';
import { withBasePath } from '../model/written-links.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { ArticleSummary } from './cache/build-cache.ts';
import { audienceProblems } from './check-audiences.ts';
import { checkConfigLinks } from './check-config-links.ts';
import { pageFile } from './compile/documents.ts';
import type { Folders } from './folders.ts';
import { redirectsOf } from './pages/redirects.ts';

interface SiteToCheck {
  site: Site;
  sidebarLinks: readonly LinkList[];
  /** By file of the document. */
  articles: ReadonlyMap<string, { summary: ArticleSummary }>;
  folders: Folders;
  /** Absent when it has problems of its own. */
  config: SiteConfig | undefined;
}

interface CheckedSite {
  problems: Problem[];
  /** Without the links that somebody else's docs folder gives no target. */
  config?: SiteConfig;
}

/** What only shows when all articles are there, besides what is wrong with each of them. */
export function checkSite({ site, sidebarLinks, articles, folders, config }: SiteToCheck): CheckedSite {
  const assetExists = assetLookup(articles.values(), folders, site.basePath);
  const docs = site.docs.flatMap((doc) => linked(doc.path, doc.file, articles, folders) ?? []);
  const pages = site.pages.flatMap(
    (page) => linked(page.path, pageFile(page, folders), articles, folders) ?? [],
  );
  const posts = site.blogs
    .flatMap((blog) => blog.posts)
    .flatMap((post) => linked(post.path, post.file, articles, folders) ?? []);
  const all = checkLinks({
    site,
    articles: [...docs, ...posts, ...pages],
    lists: [...sidebarLinks, ...questionLists(site)],
    assetExists,
  });
  // The project's pages were written with its own docs in mind.
  const ownPages = new Set(folders.foreignDocs ? pages.map(({ file }) => file) : []);
  const links = all.map(
    (problem): Problem =>
      problem.severity === 'error' && ownPages.has(problem.file ?? '')
        ? { ...problem, severity: 'warning' }
        : problem,
  );
  const problems = [...articles.values()].flatMap(({ summary }) =>
    summary.problems.map((problem) => shown(problem, folders)),
  );
  // A link to a file that does not exist has been reported as such: as an address it is broken, too.
  const reported = new Set(problems.map(positionOf));
  problems.push(...links.filter((problem) => !reported.has(positionOf(problem))));
  problems.push(...audienceProblems(site, [...docs, ...posts, ...pages]));
  if (!config) return { problems };
  const routes = routesOf(site);
  const answering = new Set([...routes, ...redirectsOf(site, routes).map(({ from }) => from)]);
  const answers = (written: string) => {
    const target = withBasePath(written, site.basePath);
    return (
      answering.has(target) ||
      answering.has(`${target}/`) ||
      answering.has(target.replace(/\/$/, '')) ||
      assetExists(target)
    );
  };
  const checked = checkConfigLinks(config, answers, folders.foreignDocs);
  return { problems: [...problems, ...checked.problems], config: checked.config };
}

function linked(
  address: string,
  file: string,
  articles: SiteToCheck['articles'],
  { docsDir }: Folders,
): LinkedArticle | undefined {
  const article = articles.get(file);
  if (!article) return undefined;
  const { links, anchors, failed, parts } = article.summary;
  return { path: address, file: displayPath(path.join(docsDir, file)), links, anchors, failed, parts };
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

/** The compiler names files from the folder around the docs; everybody else names them from here. */
function shown(problem: Problem, { docsHome }: Folders): Problem {
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
  const urls = new Set<string>();
  for (const { summary } of articles) for (const { url } of summary.assets) urls.add(url);
  const named = (url: string) => (url.startsWith(basePath) ? url.slice(basePath.length) : undefined);
  return (url) => {
    const name = named(url);
    return (
      urls.has(url) || (name !== undefined && staticDirs.some((folder) => isFile(path.join(folder, name))))
    );
  };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
