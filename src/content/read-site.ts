import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type BlogOptions,
  type DocsOptions,
  docsOptionsSchema,
  type PagesOptions,
  pagesOptionsSchema,
} from '../config/docs-options.ts';
import type { Site, StandalonePage } from '../model/site.ts';
import { withTrailingSlash } from '../model/trailing-slash.ts';
import { atBasePath, SEARCH_PATH } from '../model/urls.ts';
import { withBasePath } from '../model/written-links.ts';
import { displayPath } from '../shared/file-paths.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { type AudienceSources, withAudiences } from './audiences.ts';
import { readBlog } from './blog/read-blog.ts';
import type { LinkList } from './check-links.ts';
import { type ConfiguredRedirects, readConfiguredRedirects } from './configured-redirects.ts';
import type { GeneratedContent } from './generated-content.ts';
import { readPages, TRANSLATED_PAGES } from './pages.ts';
import type { ParsedDoc } from './parsed-doc.ts';
import { joinPath } from './permalinks.ts';
import { qualifySet } from './qualify-set.ts';
import { readQuestions } from './questions.ts';
import { readSet, type SetReading } from './read-set.ts';
import { readRedirects } from './redirects.ts';
import { listRoutes } from './routes.ts';
import { type Claim, findRouteConflicts } from './site-checks.ts';
import { readSynonyms } from './synonyms.ts';
import { readVersions } from './versions.ts';

export interface ReadSiteOptions {
  /** Folder of the documents of the main documentation. */
  docsDir: string;
  /** The folder that `@site/` means. It holds the docs folder. */
  siteDir: string;
  /** Path of the sidebars file, or `none`. Default: `sidebars.ts`, `.js` or `.json` beside the docs folder. */
  sidebars?: string | undefined;
  /** Folder of the stand-alone pages. */
  pagesDir?: string | undefined;
  /**
   * Which files of the pages folder are pages, and below which address. `false` for none. Default: as in Docusaurus.
   */
  pages?: PagesOptions | false | undefined;
  /** The documentations of the site, the main one first. Default: one, with the default options. */
  documentations?: readonly DocsOptions[] | undefined;
  blogs?: readonly BlogOptions[] | undefined;
  /** BCP 47 language of the content, for counting words. Default: `en`. */
  locale?: string | undefined;
  /** Address of the site in this language, with a slash at both ends. */
  basePath?: string | undefined;
  /** Address that all languages share. Default: `basePath`. */
  rootPath?: string | undefined;
  trailingSlash?: boolean | undefined;
  /** BCP 47. Default: English. */
  language?: string | undefined;
  /** Prefix for the keys of all sets, in languages other than the default one. */
  keyPrefix?: string | undefined;
  /** Absolute path of `i18n/<locale>`, if there are translations. */
  localeDir?: string | undefined;
  /** Severity of two pages at one address. Docusaurus only warns. Default: `error`. */
  duplicateRoutes?: Problem['severity'];
  /** Audiences in the configuration, and its path for display. */
  audiences?:
    | Pick<AudienceSources, 'groups' | 'audiences' | 'pages' | 'publicPages' | 'configFile'>
    | undefined;
  /** Whether an address belongs to this language. `redirects.json` and `_questions` have those of all languages. */
  isInLanguage?: ((address: string) => boolean) | undefined;
  /** Redirects of the configuration. Those of `redirects.json` come first. */
  redirects?: ConfiguredRedirects | undefined;
  /** Documents, pages and sidebars generated from other files of the site. */
  generated?: GeneratedContent | undefined;
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
export async function readSite(options: ReadSiteOptions): Promise<SiteReading> {
  const { language = 'en', basePath = '/', trailingSlash, duplicateRoutes = 'error', pagesDir } = options;
  const { rootPath = basePath, pages: standalone = pagesOptionsSchema.parse({}) } = options;
  const docsDir = path.resolve(options.docsDir);
  const { siteDir, localeDir, sidebars, documentations = [docsOptionsSchema.parse({})] } = options;
  const versionFolders = await readVersions({
    documentations,
    siteDir,
    basePath,
    localeDir,
    docsDir,
    sidebars,
  });
  const translatedPages = localeDir && path.join(localeDir, TRANSLATED_PAGES);
  const problems = [...versionFolders.problems];
  const [sets, pages, questions, synonyms, blogs] = await Promise.all([
    Promise.all(
      versionFolders.versions.map(({ version, documentation }, at) =>
        readSet({
          version,
          options: documentation,
          mainDir: docsDir,
          siteDir,
          key: `${options.keyPrefix ?? ''}${at === 0 ? '' : `${version.instance}/${version.name}`}`,
          duplicateRoutes,
          cache: options.cache,
          generated: options.generated,
        }),
      ),
    ),
    pagesDir === undefined || standalone === false
      ? { pages: [], audiences: new Map(), problems: [] }
      : readPages(pagesDir, standalone, translatedPages, options.generated?.pagesDir),
    readQuestions(docsDir, displayPath),
    readSynonyms(docsDir, displayPath),
    Promise.all(
      (options.blogs ?? []).map((blog) =>
        readBlog({
          options: blog,
          mainDir: docsDir,
          siteDir,
          basePath,
          trailingSlash,
          locale: options.locale ?? 'en',
          localeDir,
        }),
      ),
    ),
  ]);
  if (sets.every(({ content }) => content.docs.length === 0)) problems.push(await explainNoDocs(docsDir));
  const pagesBelowBase = pages.pages.map((page) => ({
    ...page,
    path: withTrailingSlash(joinPath(basePath, page.path), { trailingSlash, basePath }),
  }));
  const site = {
    ...assembleSite(sets, pagesBelowBase, { language, basePath, rootPath, trailingSlash }),
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
  const redirectsFile = await readRedirects(
    path.join(docsDir, 'redirects.json'),
    new Set(routes),
    options.isInLanguage,
  );
  const searchPage = atBasePath(SEARCH_PATH, basePath);
  const pagesBelow = routes.filter((route) => route.startsWith(basePath) && route !== searchPage);
  const configured = options.redirects
    ? readConfiguredRedirects(options.redirects, pagesBelow, basePath)
    : { redirects: [], problems: [] };
  const redirects = [...redirectsFile.redirects, ...configured.redirects];
  const { isInLanguage = () => true } = options;
  const ownQuestions = questions.questions.filter(({ address }) => isInLanguage(address));
  const audiences = withAudiences(
    { ...site, redirects, questions: ownQuestions, synonyms: synonyms.synonyms },
    {
      ...(options.audiences ?? noAudiences),
      docs: options.documentations ?? [],
      blogs: options.blogs ?? [],
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
      ...configured.problems,
      ...audiences.problems,
    ]),
    sidebarLinks: sets.map(({ links }) => ({
      ...links,
      links: links.links.map((link) => ({ ...link, href: withBasePath(link.href, basePath) })),
    })),
  };
}

const noAudiences = {
  groups: [],
  audiences: [],
  publicPages: undefined,
  pages: pagesOptionsSchema.parse({}),
  configFile: 'site.config.ts',
};

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

async function explainNoDocs(docsDir: string): Promise<Problem> {
  const exists = await stat(docsDir).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const message = exists
    ? 'The docs folder has no documents. Put a .md or .mdx file in it.'
    : 'The docs folder does not exist. Set DOCS_DIR to the folder that holds the documents.';
  return { code: 'no-docs', severity: 'error', file: displayPath(docsDir), message };
}
