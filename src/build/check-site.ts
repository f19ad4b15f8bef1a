import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import {
  checkLinks,
  createLinkCheck,
  type LinkedArticle,
  type LinkList,
} from '../content/links/check-links.ts';
import { listRoutes } from '../content/links/routes.ts';
import { configurationFile } from '../docusaurus/configuration/load-configuration.ts';
import type { Site } from '../model/site.ts';
import { joinBasePath } from '../model/urls.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import { toCanonicalText } from '../shared/canonical-text.ts';
import { displayPath } from '../shared/file-paths.ts';
import { didYouMean } from '../shared/near-name.ts';
import { findPathOnDisk, suggestOtherCase } from '../shared/path-on-disk.ts';
import type { Problem } from '../shared/problem.ts';
import type { BuildFeatures } from './build-features.ts';
import type { ArticleSummary } from './cache/build-cache.ts';
import { checkAudiences } from './check-audiences.ts';
import { checkConfigLinks } from './check-config-links.ts';
import { listCompiledArticles } from './compile/documents.ts';
import type { Folders } from './folders.ts';
import { findRedirectCircles } from './page-redirects.ts';
import { listRedirects } from './pages/redirects.ts';
import { findReservedAddresses } from './reserved-addresses.ts';

export interface SiteToCheck {
  site: Site;
  sidebarLinks: readonly LinkList[];
  /** Articles by the file of their document. */
  articles: ReadonlyMap<string, { summary: ArticleSummary }>;
  folders: Folders;
  /** The parts of features that concern a build. */
  features?: BuildFeatures | undefined;
  /** The configuration. Undefined if it has problems of its own. */
  config: SiteConfig | undefined;
}

/**
 * Checks that need all articles at once, such as links between them, and collects the problems of each article. Returns
 * the configuration, too: without the links that have no target in a foreign docs folder.
 */
export function checkSite(siteToCheck: SiteToCheck): { problems: Problem[]; config: SiteConfig | undefined } {
  const { site, sidebarLinks, articles, folders, config, features } = siteToCheck;
  const { docsDir, pagesDir, hasForeignDocs } = folders;
  const isAsset = createAssetLookup(articles.values(), folders, site.basePath);
  const featurePages = new Set(
    Object.values(features?.pages ?? {}).map((page) => joinBasePath(page.path, site.basePath)),
  );
  const assetExists = (url: string) => featurePages.has(url) || isAsset(url);
  const suggestAsset = (url: string) => suggestOtherCase(url, listStaticFiles(url, folders, site.basePath));
  const linkedArticles = listCompiledArticles(siteToCheck).map(
    ({ path: address, file, summary }): LinkedArticle => {
      const { links, anchors, names, failed, parts } = summary;
      const displayedFile = displayPath(path.join(docsDir, file));
      return { path: address, file: displayedFile, links, anchors, names, failed, parts };
    },
  );
  const targets = { site, articles: linkedArticles, assetExists, suggestAsset };
  const linkProblems = checkLinks({ ...targets, lists: [...sidebarLinks, ...listQuestionLinks(site)] });
  // The project's pages were written for its own docs folder, so their links may fail with another one.
  const pages = hasForeignDocs ? site.pages.map(({ file }) => displayPath(path.join(pagesDir, file))) : [];
  const ownPages = new Set(pages);
  const links = linkProblems.map(
    (problem): Problem =>
      problem.severity === 'error' && ownPages.has(problem.file ?? '')
        ? { ...problem, severity: 'warning' }
        : problem,
  );
  const problems = [...articles.values()].flatMap(({ summary }) =>
    summary.problems.map((problem) => withDisplayPath(problem, folders)),
  );
  problems.push(
    ...dropReported(links, problems),
    ...checkAudiences(site, linkedArticles),
    ...findReservedAddresses(site, folders, features),
    ...findRedirectCircles(siteToCheck),
  );
  if (!config) return { problems, config };
  const routes = listRoutes(site);
  const answeredAddresses = new Set([...routes, ...listRedirects(site, routes).map(({ from }) => from)]);
  const configFile = configurationFile(folders.siteDir);
  const checkLink = createLinkCheck(targets);
  const checkedConfig = checkConfigLinks({
    config,
    file: configFile === undefined ? '' : displayPath(configFile),
    text: configFile === undefined ? '' : readFileSync(configFile, 'utf8'),
    base: site.basePath,
    site,
    isServed: (path) => {
      const target = toCanonicalText(path);
      return (
        answeredAddresses.has(target) ||
        answeredAddresses.has(toggleEndSlash(target)) ||
        assetExists(target.replace(/\/$/, ''))
      );
    },
    findMissingAnchor: (address) => {
      const fault = checkLink(address, site.basePath);
      return fault?.code === 'broken-anchor' ? fault.message : undefined;
    },
    suggestTarget: (path) => suggestAsset(path) || didYouMean(path, answeredAddresses),
    dropsBrokenLinks: hasForeignDocs,
  });
  return { problems: [...problems, ...checkedConfig.problems], config: checkedConfig.config };
}

/** Links of `_questions/` files, which are checked like links of documents. */
function listQuestionLinks({ questions }: Site): LinkList[] {
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

/** Leaves out broken links at places that have a problem already: a missing file is a broken link, too. */
export function dropReported(links: readonly Problem[], problems: readonly Problem[]): Problem[] {
  const reportedPositions = new Set(problems.map(describePosition));
  return links.filter((problem) => !reportedPositions.has(describePosition(problem)));
}

/** The compiler names files relative to the folder around the docs; users know them relative to where they are. */
export function withDisplayPath(problem: Problem, { docsHome }: Folders): Problem {
  if (problem.file === undefined) return problem;
  return { ...problem, file: displayPath(path.resolve(docsHome, problem.file)) };
}

function describePosition({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

function createAssetLookup(
  articles: Iterable<{ summary: ArticleSummary }>,
  folders: Folders,
  basePath: string,
): (url: string) => boolean {
  const urls = new Set([...articles].flatMap(({ summary }) => summary.assets.map(({ url }) => url)));
  return (url) => urls.has(url) || listStaticFiles(url, folders, basePath).some(isFile);
}

/** The files in static folders that an address can mean. */
function listStaticFiles(url: string, { staticDirs }: Folders, basePath: string): string[] {
  const name = url.slice(basePath.length);
  return url.startsWith(basePath) ? staticDirs.map((folder) => path.join(folder, name)) : [];
}

function isFile(file: string): boolean {
  return statSync(findPathOnDisk(file), { throwIfNoEntry: false })?.isFile() ?? false;
}
