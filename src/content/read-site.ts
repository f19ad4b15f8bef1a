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
import { atBasePath, SEARCH_PATH } from '../model/urls.ts';
import { withBasePath, withTrailingSlash } from '../model/written-links.ts';
import { displayPath } from '../shared/file-paths.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { type AudienceSources, withAudiences } from './audiences.ts';
import { readBlog } from './blog/read-blog.ts';
import type { LinkList } from './check-links.ts';
import { type ConfiguredRedirects, configuredRedirects } from './configured-redirects.ts';
import type { GeneratedContent } from './generated-content.ts';
import { readPages, TRANSLATED_PAGES } from './pages.ts';
import type { ParsedDoc } from './parsed-doc.ts';
import { joinPath } from './permalinks.ts';
import { qualifySet } from './qualify-set.ts';
import { readQuestions } from './questions.ts';
import { readSet, type SetReading } from './read-set.ts';
import { readRedirects } from './redirects.ts';
import { routesOf } from './routes.ts';
import { type Claim, claimedTwice } from './site-checks.ts';
import { readSynonyms } from './synonyms.ts';
import { readVersions } from './versions.ts';

export interface ReadSiteOptions {
  /** Folder of the documents of the main documentation. */
  docsDir: string;
  /** What `@site/` stands for: the folder that holds the docs folder. */
  siteDir: string;
  /** Path of the sidebars file, or `none`; absent: `sidebars.ts`, `.js` or `.json` beside the docs folder. */
  sidebars?: string | undefined;
  /** Folder of the stand-alone pages. */
  pagesDir?: string | undefined;
  /** Which of its files are pages, and below which address; `false`: none. Default: as in Docusaurus. */
  pages?: PagesOptions | false | undefined;
  /** Every documentation of the site, the main one first; absent: one, as its folder has it. */
  documentations?: readonly DocsOptions[] | undefined;
  blogs?: readonly BlogOptions[] | undefined;
  /** BCP 47, of what is read: how words are counted. Default: `en`. */
  locale?: string | undefined;
  /** Where the site lies in the language that is read, with a slash at both ends. */
  basePath?: string | undefined;
  /** The same of all its languages; default: that of this one. */
  rootPath?: string | undefined;
  trailingSlash?: boolean | undefined;
  /** BCP 47; default: English. */
  language?: string | undefined;
  /** Before the keys of all sets: they are those of another language than the site's own. */
  keyPrefix?: string | undefined;
  /** `i18n/<locale>`, absolute, where there are translations. */
  localeDir?: string | undefined;
  /** What two pages at one address are; Docusaurus only warns. Default: `error`. */
  duplicateRoutes?: Problem['severity'];
  /** What the configuration says of audiences, and its file as it is shown. */
  audiences?:
    | Pick<AudienceSources, 'groups' | 'audiences' | 'pages' | 'publicPages' | 'configFile'>
    | undefined;
  /** Of a site in several languages: whether an address lies in this one. `redirects.json` has those of all. */
  isInLanguage?: ((address: string) => boolean) | undefined;
  /** Of the configuration, besides those of `redirects.json`, which come first. */
  redirects?: ConfiguredRedirects | undefined;
  /** Documents, pages and parts of sidebars that are made from other files of the site. */
  generated?: GeneratedContent | undefined;
  /** Parse results by hash of the file's bytes: looked up, and filled. */
  cache?: Map<string, ParsedDoc>;
}

export interface SiteReading {
  site: Site;
  problems: Problem[];
  /** Of the sidebars files; they are checked when every page's headings are known. */
  sidebarLinks: LinkList[];
}

/** Reads every version of every documentation, and the pages. The site is as whole as the problems allow. */
export async function readSite(options: ReadSiteOptions): Promise<SiteReading> {
  const { language = 'en', basePath = '/', trailingSlash, duplicateRoutes = 'error', pagesDir } = options;
  const { rootPath = basePath, pages: standalone = pagesOptionsSchema.parse({}) } = options;
  const docsDir = path.resolve(options.docsDir);
  const { siteDir, localeDir, sidebars, documentations = [docsOptionsSchema.parse({})] } = options;
  const listed = await readVersions({ documentations, siteDir, basePath, localeDir, docsDir, sidebars });
  const translatedPages = localeDir && path.join(localeDir, TRANSLATED_PAGES);
  const problems = [...listed.problems];
  const [sets, pages, questions, synonyms, blogs] = await Promise.all([
    Promise.all(
      listed.versions.map(({ version, documentation }, at) =>
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
  if (sets.every(({ content }) => content.docs.length === 0)) problems.push(await noDocs(docsDir));
  const placedPages = pages.pages.map((page) => ({
    ...page,
    path: withTrailingSlash(joinPath(basePath, page.path), trailingSlash),
  }));
  const site = {
    ...siteOf(sets, placedPages, { language, basePath, rootPath, trailingSlash }),
    blogs: blogs.map(({ blog }) => blog),
  };
  const shownPage = (file: string) => displayPath(path.join(pagesDir ?? '', file));
  const ofPages = placedPages.map(({ path, file }): Claim => ({ name: path, file: shownPage(file) }));
  const found = [...sets, pages, questions, synonyms, ...blogs].flatMap((read) => read.problems);
  problems.push(
    ...found,
    ...claimedTwice(
      [...sets.flatMap(({ claims }) => claims), ...ofPages, ...blogs.flatMap(({ claims }) => claims)],
      found,
      duplicateRoutes,
    ),
  );
  if (pagesDir !== undefined && !routesOf(site).includes(basePath)) site.pages.push(ownHome(basePath));
  const routes = routesOf(site);
  const owners = await readRedirects(
    path.join(docsDir, 'redirects.json'),
    new Set(routes),
    options.isInLanguage,
  );
  const searchPage = atBasePath(SEARCH_PATH, basePath);
  const pagesBelow = routes.filter((route) => route.startsWith(basePath) && route !== searchPage);
  const configured = options.redirects
    ? configuredRedirects(options.redirects, pagesBelow, basePath)
    : { redirects: [], problems: [] };
  const redirects = [...owners.redirects, ...configured.redirects];
  const audiences = withAudiences(
    { ...site, redirects, questions: questions.questions, synonyms: synonyms.synonyms },
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
    problems: sortProblems([...problems, ...owners.problems, ...configured.problems, ...audiences.problems]),
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

function siteOf(
  sets: readonly SetReading[],
  pages: StandalonePage[],
  where: Pick<Site, 'language' | 'basePath' | 'rootPath' | 'trailingSlash'>,
): Site {
  const known = sets.map(({ set, content }) => ({ set, ...qualifySet(content, set.key, where) }));
  const [main] = known;
  return {
    ...where,
    version: main?.version ?? { name: '', label: '', isLast: true, path: '/', mainDocId: '', draftIds: [] },
    sets: known.map(({ set, version }) => ({ ...set, version })),
    docs: known.flatMap(({ docs }) => docs),
    categories: known.flatMap(({ categories }) => categories),
    sidebars: Object.assign({}, ...known.map(({ sidebars }) => sidebars)),
    tags: known.flatMap(({ tags }) => tags),
    pages,
    blogs: [],
    redirects: [],
    questions: [],
    synonyms: [],
  };
}

/** The engine's home page, where the site has none: see `src/build/bundle/site-plugin.ts`. */
function ownHome(basePath: string): StandalonePage {
  return { path: basePath, file: 'index.tsx', kind: 'react', title: '', description: '' };
}

async function noDocs(docsDir: string): Promise<Problem> {
  const exists = await stat(docsDir).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const message = exists
    ? 'The docs folder has no documents: put a .md or .mdx file in it.'
    : 'The docs folder does not exist: set DOCS_DIR to the folder that holds the documents.';
  return { code: 'no-docs', severity: 'error', file: displayPath(docsDir), message };
}
