import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import type { Site, StandalonePage } from '../model/site.ts';
import { applyTrailingSlash } from '../model/trailing-slash.ts';
import { joinBasePath, SEARCH_PATH } from '../model/urls.ts';
import { ensureBasePath } from '../model/written-links.ts';
import { displayPath } from '../shared/file-paths.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { addAudiences } from './audiences/audiences.ts';
import { readBlog } from './blog/read-blog.ts';
import type { ParsedDoc } from './documents/parsed-doc.ts';
import { findMisplacedFiles } from './find-misplaced-files.ts';
import type { GeneratedContent } from './generated-content.ts';
import { listLocales, type SiteLocale } from './languages/locales.ts';
import type { LinkList } from './links/check-links.ts';
import { readConfiguredRedirects } from './links/configured-redirects.ts';
import { joinPath } from './links/permalinks.ts';
import { REDIRECTS_FILE, readRedirects } from './links/redirects.ts';
import { listRoutes } from './links/routes.ts';
import { readPages, TRANSLATED_PAGES } from './pages/pages.ts';
import { readQuestions } from './search/questions.ts';
import { readSynonyms } from './search/synonyms.ts';
import { type Claim, findRouteConflicts } from './site-checks.ts';
import { qualifySet } from './versions/qualify-set.ts';
import { readSet, type SetReading } from './versions/read-set.ts';
import { readVersions } from './versions/versions.ts';

/** The settings of the configuration that are about content. */
type ContentConfig = Pick<
  SiteConfig,
  'docs' | 'blogs' | 'pages' | 'redirects' | 'groups' | 'audiences' | 'publicPages' | 'trailingSlash'
>;

/** Folders, configuration and language of a Site to read. All paths are absolute. */
export interface SiteSource {
  /** Folder of the documents of the main documentation. */
  docsDir: string;
  /** The folder that `@site/` means. It holds the docs folder. */
  docsHome: string;
  /** Folder of the stand-alone pages. */
  pagesDir?: string | undefined;
  /** Path of the sidebars file, or `none`. Default: `sidebars.ts`, `.js` or `.json` beside the docs folder. */
  sidebars?: string | undefined;
  /** Default: a configuration without settings. */
  config?: ContentConfig | undefined;
  /** File of the configuration, for problems. Without it, redirects of the configuration aren't read. */
  configFile?: string | undefined;
  /** The language that is read. Default: the site's only one, which is English. */
  locale?: SiteLocale | undefined;
  /** Documents, pages and sidebars generated from other files of the site. */
  generated?: GeneratedContent | undefined;
  /** Severity of two pages at one address. Docusaurus only warns. Default: `error`. */
  duplicateRoutes?: Problem['severity'];
  /** Parse results by hash of the file's bytes. Used and filled. */
  cache?: Map<string, ParsedDoc>;
}

export interface SiteReading {
  site: Site;
  problems: Problem[];
  /** Links of the sidebars files. They're checked once the headings of all pages are known. */
  sidebarLinks: LinkList[];
}

/**
 * Reads every version of every documentation, the pages and the blogs. Problems don't stop it: the rest is returned.
 */
export async function readSite(source: SiteSource): Promise<SiteReading> {
  const { pagesDir, sidebars, generated, cache, duplicateRoutes = 'error' } = source;
  const { config = siteConfigSchema.parse({}), configFile } = source;
  const { locale = createOnlyLocale(source.docsHome) } = source;
  const { basePath, rootPath } = locale;
  const { trailingSlash } = config;
  const docsDir = path.resolve(source.docsDir);
  const siteDir = source.docsHome;
  const versionFolders = await readVersions({
    documentations: config.docs,
    siteDir,
    basePath,
    localeDir: locale.dir,
    docsDir,
    sidebars,
  });
  const translatedPages = locale.dir && path.join(locale.dir, TRANSLATED_PAGES);
  const keyPrefix = locale.isDefault ? '' : `${locale.name}:`;
  const problems = [
    ...versionFolders.problems,
    // Other languages have the same docs folder.
    ...(locale.isDefault ? findMisplacedFiles(siteDir, docsDir) : []),
  ];
  const [sets, pages, questions, synonyms, blogs] = await Promise.all([
    Promise.all(
      versionFolders.versions.map(({ version, documentation }, index) =>
        readSet({
          version,
          options: documentation,
          mainDir: docsDir,
          siteDir,
          key: `${keyPrefix}${index === 0 ? '' : `${version.instance}/${version.name}`}`,
          duplicateRoutes,
          cache,
          generated,
        }),
      ),
    ),
    pagesDir === undefined
      ? { pages: [], audiences: new Map(), problems: [] }
      : readPages(pagesDir, config.pages, translatedPages, generated?.pageDirs),
    readQuestions(docsDir, displayPath),
    readSynonyms(docsDir, displayPath),
    Promise.all(
      config.blogs.map((options) =>
        readBlog({
          options,
          mainDir: docsDir,
          siteDir,
          basePath,
          trailingSlash,
          locale: locale.name,
          localeDir: locale.dir,
          generatedDir: generated?.blogDirs.get(options.id),
        }),
      ),
    ),
  ]);
  // A site can consist of a blog or of pages only.
  const hasOtherContent =
    config.docs.length === 0 && (pages.pages.length > 0 || blogs.some(({ blog }) => blog.posts.length > 0));
  if (!hasOtherContent && sets.every(({ content }) => content.docs.length === 0))
    problems.push(config.docs.length === 0 ? explainEmptySite(configFile) : await explainNoDocs(docsDir));
  const pagesBelowBase = pages.pages.map((page) => ({
    ...page,
    path: applyTrailingSlash(joinPath(basePath, page.path), { trailingSlash, basePath }),
  }));
  const site = {
    ...assembleSite(sets, pagesBelowBase, { language: locale.htmlLang, basePath, rootPath, trailingSlash }),
    blogs: blogs.map(({ blog }) => blog),
  };
  const displayPage = (file: string) => displayPath(path.join(pagesDir ?? '', file));
  const pageClaims = pagesBelowBase.map(({ path, file }): Claim => ({ name: path, file: displayPage(file) }));
  const readingProblems = [...sets, pages, questions, synonyms, ...blogs].flatMap((read) => read.problems);
  problems.push(
    ...readingProblems,
    ...findRouteConflicts(
      [...sets.flatMap(({ claims }) => claims), ...pageClaims, ...blogs.flatMap(({ claims }) => claims)],
      readingProblems,
      duplicateRoutes,
    ),
  );
  if (pagesDir !== undefined && !listRoutes(site).includes(basePath))
    site.pages.push(createHomePage(basePath));
  const routes = listRoutes(site);
  const redirectsFile = await readRedirects(path.join(docsDir, REDIRECTS_FILE), new Set(routes), locale.has);
  const searchPage = joinBasePath(SEARCH_PATH, basePath);
  const pagesBelow = routes.filter((route) => route.startsWith(basePath) && route !== searchPage);
  const configuredSidebars =
    configFile === undefined
      ? { redirects: [], problems: [] }
      : readConfiguredRedirects(
          { options: config.redirects, file: configFile },
          pagesBelow,
          basePath,
          locale.has,
        );
  const redirects = [...redirectsFile.redirects, ...configuredSidebars.redirects];
  const ownQuestions = questions.questions.filter(({ address }) => locale.has(address));
  const audiences = addAudiences(
    { ...site, redirects, questions: ownQuestions, synonyms: synonyms.synonyms },
    {
      ...config,
      configFile: configFile === undefined ? 'site.config.ts' : displayPath(configFile),
      siteDir,
      docsDir,
      pagesDir,
      sets: new Map(sets.map(({ set, audiences: ofSet }) => [set.key, ofSet])),
      pageFiles: pages.audiences,
      postFiles: new Map(blogs.flatMap((blog) => [...blog.audiences])),
    },
  );
  return {
    site: audiences.site,
    problems: sortProblems([
      ...problems,
      ...redirectsFile.problems,
      ...configuredSidebars.problems,
      ...audiences.problems,
    ]),
    sidebarLinks: sets.map(({ links }) => ({
      ...links,
      links: links.links.map((link) => ({ ...link, href: ensureBasePath(link.href, basePath) })),
    })),
  };
}

/** The language of a site that names none. */
function createOnlyLocale(siteDir: string): SiteLocale {
  return listLocales(siteConfigSchema.parse({}), siteDir)[0];
}

function assembleSite(
  sets: readonly SetReading[],
  pages: StandalonePage[],
  where: Pick<Site, 'language' | 'basePath' | 'rootPath' | 'trailingSlash'>,
): Site {
  const qualifiedSets = sets.map(({ set, content }) => ({ set, ...qualifySet(content, set.key, where) }));
  const [main] = qualifiedSets;
  return {
    ...where,
    version: main?.version ?? { name: '', label: '', isLast: true, path: '/', mainDocId: '', draftIds: [] },
    sets: qualifiedSets.map(({ set, version }) => ({ ...set, version })),
    docs: qualifiedSets.flatMap(({ docs }) => docs),
    categories: qualifiedSets.flatMap(({ categories }) => categories),
    sidebars: Object.assign({}, ...qualifiedSets.map(({ sidebars }) => sidebars)),
    tags: qualifiedSets.flatMap(({ tags }) => tags),
    pages,
    blogs: [],
    redirects: [],
    questions: [],
    synonyms: [],
  };
}

/** The engine's home page, for a site without one. See `src/build/bundle/site-plugin.ts`. */
function createHomePage(basePath: string): StandalonePage {
  return { path: basePath, file: 'index.tsx', kind: 'react', title: '', description: '' };
}

function explainEmptySite(configFile: SiteSource['configFile']): Problem {
  const message =
    'The site is empty: its configuration adds no documentation, and there are no pages and no blog posts. Add the preset "classic" or the plugin "@docusaurus/plugin-content-docs".';
  return { code: 'no-docs', severity: 'error', file: configFile && displayPath(configFile), message };
}

async function explainNoDocs(docsDir: string): Promise<Problem> {
  const exists = await stat(docsDir).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const message = exists
    ? 'The docs folder has no documents. Put a .md or .mdx file in it.'
    : "The docs folder doesn't exist. Set DOCS_DIR to the folder that holds the documents.";
  return { code: 'no-docs', severity: 'error', file: displayPath(docsDir), message };
}
