import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PUBLIC, READERS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { hasAudiences } from '../../content/audiences/page-audiences.ts';
import { cutFrontMatter } from '../../content/documents/cut-front-matter.ts';
import { createSidebarViews, createSiteView, type SidebarViews } from '../../content/site-view.ts';
import { qualifyName, unqualifyName } from '../../content/versions/qualify-set.ts';
import { collectBlogsData } from '../../docusaurus/components/blog-data.ts';
import { type ComponentBundle, getModuleVersion } from '../../docusaurus/components/component-bundle.ts';
import { collectDocsData } from '../../docusaurus/components/docs-data.ts';
import {
  collectDocMetadata,
  collectPageFacts,
  type SharedFacts,
} from '../../docusaurus/components/page-facts.ts';
import { toSidebarProps } from '../../docusaurus/components/sidebar-props.ts';
import type { BlogsData, DocsData, PageFacts } from '../../docusaurus/theme/page-facts.ts';
import type { CompileContext } from '../../markdown/context.ts';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import { type Audience, covers } from '../../model/audience.ts';
import type { BlogPost } from '../../model/blog.ts';
import type { Doc, Site } from '../../model/site.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { memoize } from '../../shared/memoize.ts';
import type { AddedCompiler } from '../build-features.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { mapApiFilesById } from '../open-api/add-api-pages.ts';
import { createCardsForDoc, createCardVariants } from '../pages/cards.ts';
import { listArticles } from './documents.ts';
import { nameBlogSettings, type PortableSettings } from './site-markdown.ts';
import type { SectionsModule } from './site-sections.ts';

/** The setup of a compiler, as plain data for a worker. */
export interface CompileSetup
  extends Pick<
    CompileContext,
    | 'docsDir'
    | 'siteDir'
    | 'staticDirs'
    | 'boundary'
    | 'format'
    | 'lenient'
    | 'texts'
    | 'code'
    | 'usesInfima'
    | 'groups'
    | 'connect'
    | 'requestServers'
    | 'apiFiles'
  > {
  site: Site;
  /** The folder of stand-alone pages. */
  pagesDir: string;
  /** The site folder. It contains the live parts, wherever the documents are. */
  partsDir: string;
  /** The modules with which features extend the compiler. */
  compilers: readonly AddedCompiler[];
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: ComponentBundle;
  facts: SharedFacts;
  /** See `UiBundle`. Undefined if problems prevented a bundle. */
  rendererModule?: string | undefined;
}

/** The part of the setup that is the same for every document of a site. */
export function createCompileSetup(
  { siteDir, docsDir, docsHome, pagesDir, staticDirs, boundary }: Folders,
  environment: ContentSettings,
  config: Pick<SiteConfig, 'texts' | 'code' | 'markdownFormat' | 'groups' | 'connect' | 'openApi' | 'infima'>,
  site: Site,
): Omit<CompileSetup, 'sections' | 'markdown' | 'components' | 'facts' | 'rendererModule'> {
  return {
    docsDir,
    pagesDir,
    siteDir: docsHome,
    partsDir: siteDir,
    compilers: environment.features?.compilers ?? [],
    staticDirs,
    boundary,
    format: environment.MARKDOWN_FORMAT ?? config.markdownFormat,
    lenient: environment.BROKEN_DOCUMENTS === 'warn',
    texts: config.texts,
    code: config.code,
    usesInfima: config.infima,
    groups: config.groups.map(({ name }) => name),
    connect: config.connect,
    requestServers: config.openApi.tryIt?.servers,
    apiFiles: mapApiFilesById(config.openApi, siteDir),
    site,
  };
}

/** Answers of the Site to a document's questions, and where the Site is served. */
export type SiteLookups = SiteAnswers &
  Pick<CompileContext, 'listContentDirs' | 'basePath' | 'rootPath' | 'trailingSlash'>;

/** Creates the functions that answer a document's questions about the Site while it is compiled. */
export function createSiteAnswers(
  site: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
  { components, facts, texts }: Pick<CompileSetup, 'components' | 'facts' | 'texts'>,
): SiteLookups {
  const posts = site.blogs.flatMap((blog) => blog.posts);
  const paths = new Map(
    [...site.docs, ...posts].flatMap((doc) =>
      [doc.file, ...(doc.aliases ?? [])].map((file) => [toCanonicalText(file), doc.path] as const),
    ),
  );
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  const allDocs = new WeakMap<Site, DocsData>();
  const blogs = new WeakMap<Site, BlogsData>();
  const blogIds = new Map(
    site.blogs.flatMap(({ id, posts }) => posts.map(({ file }) => [file, id] as const)),
  );
  const readPost = ({ file }: BlogPost) =>
    cutFrontMatter(readFileSync(path.join(folders.docsDir, file), 'utf8')).body.trim();
  const isRestricted = hasAudiences(site);
  let views: SidebarViews | undefined;
  const collectCommonParts = createCommonSites(site, docs, folders);
  const contentDirsByKey = new Map([
    ...site.sets.map(({ key, contentDirs }) => [key, contentDirs] as const),
    ...site.blogs.map(({ id, contentDirs }) => [nameBlogSettings(id), contentDirs] as const),
  ]);
  return {
    basePath: site.basePath,
    rootPath: site.rootPath,
    trailingSlash: site.trailingSlash,
    listContentDirs: (set) => contentDirsByKey.get(set) ?? [''],
    findDocPath: (file) => paths.get(toCanonicalText(file)),
    listCards: (docId) => createCardsForDoc({ ...collectCommonParts(docId), texts }, docId),
    getCodeVersion: (id) => getModuleVersion(components, id),
    listCardsOfSome: (docId) => {
      if (!isRestricted) return undefined;
      views ??= createSidebarViews(site);
      return createCardVariants({ site, docs, texts, views }, docId);
    },
    getSidebar: (docId) => {
      const { site, docs } = collectCommonParts(docId);
      const { sidebar } = docs.get(docId) ?? {};
      return sidebar === undefined ? [] : toSidebarProps(site.sidebars[sidebar] ?? []);
    },
    getSidebars: (docId) => {
      const { site, docs } = collectCommonParts(docId);
      const key = docs.get(docId)?.set;
      const versionSidebars = Object.entries(site.sidebars).filter(
        ([name]) => key !== undefined && qualifyName(key, unqualifyName(name)) === name,
      );
      return Object.fromEntries(
        versionSidebars.map(([name, items]) => [unqualifyName(name), toSidebarProps(items)]),
      );
    },
    getMetadata: (docId) => {
      const doc = collectCommonParts(docId).docs.get(docId);
      return doc ? collectDocMetadata(doc) : {};
    },
    getPageFacts: (docId) => {
      const sharedAnswers = collectCommonParts(docId);
      const blogId = blogIds.get(docId);
      const pageFacts = collectPageFacts(sharedAnswers.site, sharedAnswers.docs.get(docId), facts);
      return blogId === undefined ? pageFacts : { ...pageFacts, blogId };
    },
    getAllDocs: (docId) => {
      const visibleSite = collectCommonParts(docId).site;
      const data = allDocs.get(visibleSite) ?? collectDocsData(visibleSite);
      allDocs.set(visibleSite, data);
      return data;
    },
    getBlogs: (docId) => {
      const visibleSite = collectCommonParts(docId).site;
      const data = blogs.get(visibleSite) ?? collectBlogsData(visibleSite, readPost);
      blogs.set(visibleSite, data);
      return data;
    },
  };
}

/**
 * Facts for code that runs for no page: the top level of the site's modules, which are loaded once for all pages. So it
 * learns only what every reader may see.
 */
export function collectModuleFacts(
  answers: SiteAnswers,
  { modules }: Pick<ComponentBundle, 'modules'>,
): PageFacts {
  const asks = new Set(Object.values(modules).flatMap((module) => module.asks));
  return {
    ...answers.getPageFacts(''),
    ...(asks.has('docs') ? { docs: answers.getAllDocs('') } : {}),
    ...(asks.has('blogs') ? { blogs: answers.getBlogs('') } : {}),
  };
}

/** Answers from the current Site, for a compiler that outlives one. */
export function delegateAnswers(now: () => SiteAnswers): SiteAnswers {
  return {
    findDocPath: (file) => now().findDocPath(file),
    listCards: (docId) => now().listCards(docId),
    listCardsOfSome: (docId) => now().listCardsOfSome?.(docId),
    getSidebar: (docId) => now().getSidebar(docId),
    getSidebars: (docId) => now().getSidebars(docId),
    getMetadata: (docId) => now().getMetadata(docId),
    getCodeVersion: (id) => now().getCodeVersion(id),
    getPageFacts: (docId) => now().getPageFacts(docId),
    getAllDocs: (docId) => now().getAllDocs(docId),
    getBlogs: (docId) => now().getBlogs(docId),
  };
}

/**
 * Creates a function that returns what a document may learn about other documents. A document is compiled once for all
 * its readers, so it learns only about documents that every one of them may see.
 */
function createCommonSites(
  site: Site,
  docs: ReadonlyMap<string, Doc>,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): (documentId: string) => { site: Site; docs: ReadonlyMap<string, Doc> } {
  const wholeSite = { site, docs };
  if (!hasAudiences(site)) return () => wholeSite;
  const audiences = collectDocumentAudiences(site, folders);
  const getVisibleSite = memoize(COMMON_SITES_KEPT, (audienceKey: string) => {
    const audience: Audience = JSON.parse(audienceKey);
    const view = createSiteView(site, (other) => covers(other, audience));
    return { site: view, docs: new Map(view.docs.map((doc) => [doc.id, doc])) };
  });
  // Code that runs for an unknown page gets only what every reader of every page may see.
  const audienceOfAll = [...audiences.values()].includes(PUBLIC) ? PUBLIC : READERS;
  return (documentId) => getVisibleSite(JSON.stringify(audiences.get(documentId) ?? audienceOfAll));
}

/**
 * The audience of every document, post and stand-alone page, by the exact id that the compiler has for it. If several
 * have the same id but different audiences, the id counts as public, so that none learns what only another may know.
 */
function collectDocumentAudiences(
  site: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): ReadonlyMap<string, Audience> {
  const audiences = new Map<string, Audience>();
  for (const { source, file, audience = READERS } of listArticles(site, folders)) {
    const id = source.kind === 'doc' ? source.of.id : file;
    const earlierAudience = audiences.get(id);
    const isSame =
      earlierAudience === undefined || JSON.stringify(earlierAudience) === JSON.stringify(audience);
    audiences.set(id, isSame ? audience : PUBLIC);
  }
  return audiences;
}

const COMMON_SITES_KEPT = 64;
