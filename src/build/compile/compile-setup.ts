import { PUBLIC, READERS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { hasAudiences } from '../../content/page-audiences.ts';
import { qualifyName, unqualifyName } from '../../content/qualify-set.ts';
import { createSidebarViews, createSiteView, type SidebarViews } from '../../content/site-view.ts';
import type { CompileContext } from '../../markdown/context.ts';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import type { DocsData } from '../../markdown/modules/page-facts.ts';
import { type Audience, covers } from '../../model/audience.ts';
import type { Doc, Site } from '../../model/site.ts';
import { canonicalText } from '../../shared/canonical-text.ts';
import { memoize } from '../../shared/memoize.ts';
import { type ComponentBundle, versionOf } from '../components/component-bundle.ts';
import { docsDataOf } from '../components/docs-data.ts';
import { docMetadata, factsOf, type SharedFacts } from '../components/page-facts.ts';
import { sidebarProps } from '../components/sidebar-props.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { apiFilesById } from '../open-api/add-api-pages.ts';
import { cardsForDoc, cardsOfSome } from '../pages/cards.ts';
import { articlesIn } from './documents.ts';
import { blogSettings, type PortableSettings } from './site-markdown.ts';
import type { SectionsModule } from './site-sections.ts';

/** What a compiler needs to know, as plain data for a worker. */
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
    | 'groups'
    | 'connect'
    | 'apiFiles'
  > {
  site: Site;
  /** The folder of stand-alone pages. */
  pagesDir: string;
  /** The site folder, which has the live parts, wherever the documents lie. */
  partsDir: string;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: ComponentBundle;
  facts: SharedFacts;
  /** See `UiBundle`; absent when there is no bundle because of problems. */
  rendererModule?: string | undefined;
}

/** The same for every document of a site. */
export function compileSetup(
  { siteDir, docsDir, docsHome, pagesDir, staticDirs, boundary }: Folders,
  environment: ContentSettings,
  config: Pick<SiteConfig, 'texts' | 'code' | 'markdownFormat' | 'groups' | 'connect' | 'openApi'>,
  site: Site,
): Omit<CompileSetup, 'sections' | 'markdown' | 'components' | 'facts' | 'rendererModule'> {
  return {
    docsDir,
    pagesDir,
    siteDir: docsHome,
    partsDir: siteDir,
    staticDirs,
    boundary,
    format: environment.MARKDOWN_FORMAT ?? config.markdownFormat,
    lenient: environment.BROKEN_DOCUMENTS === 'warn',
    texts: config.texts,
    code: config.code,
    groups: config.groups.map(({ name }) => name),
    connect: config.connect,
    apiFiles: apiFilesById(config.openApi, siteDir),
    site,
  };
}

/** The answers that the Site gives to a document while it is compiled. */
export function siteAnswers(
  site: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
  { components, facts, texts }: Pick<CompileSetup, 'components' | 'facts' | 'texts'>,
): SiteAnswers & Pick<CompileContext, 'contentDirs' | 'basePath' | 'rootPath' | 'trailingSlash'> {
  const posts = site.blogs.flatMap((blog) => blog.posts);
  const paths = new Map(
    [...site.docs, ...posts].flatMap((doc) =>
      [doc.file, ...(doc.aliases ?? [])].map((file) => [canonicalText(file), doc.path] as const),
    ),
  );
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  const allDocs = new WeakMap<Site, DocsData>();
  const narrow = hasAudiences(site);
  let views: SidebarViews | undefined;
  const common = commonSite(site, docs, folders);
  const dirs = new Map([
    ...site.sets.map(({ key, contentDirs }) => [key, contentDirs] as const),
    ...site.blogs.map(({ id, contentDirs }) => [blogSettings(id), contentDirs] as const),
  ]);
  return {
    basePath: site.basePath,
    rootPath: site.rootPath,
    trailingSlash: site.trailingSlash,
    contentDirs: (set) => dirs.get(set) ?? [''],
    docPath: (file) => paths.get(canonicalText(file)),
    cards: (docId) => cardsForDoc({ ...common(docId), texts }, docId),
    codeVersion: (id) => versionOf(components, id),
    cardsOfSome: (docId) => {
      if (!narrow) return undefined;
      views ??= createSidebarViews(site);
      return cardsOfSome({ site, docs, texts, views }, docId);
    },
    sidebar: (docId) => {
      const { site, docs } = common(docId);
      const { sidebar } = docs.get(docId) ?? {};
      return sidebar === undefined ? [] : sidebarProps(site.sidebars[sidebar] ?? []);
    },
    sidebars: (docId) => {
      const { site, docs } = common(docId);
      const key = docs.get(docId)?.set;
      const ofVersion = Object.entries(site.sidebars).filter(
        ([name]) => key !== undefined && qualifyName(key, unqualifyName(name)) === name,
      );
      return Object.fromEntries(ofVersion.map(([name, items]) => [unqualifyName(name), sidebarProps(items)]));
    },
    metadata: (docId) => {
      const doc = common(docId).docs.get(docId);
      return doc ? docMetadata(doc) : {};
    },
    facts: (docId) => {
      const shared = common(docId);
      return factsOf(shared.site, shared.docs.get(docId), facts);
    },
    allDocs: (docId) => {
      const seen = common(docId).site;
      const data = allDocs.get(seen) ?? docsDataOf(seen);
      allDocs.set(seen, data);
      return data;
    },
  };
}

/** For a compiler that outlives a Site: what the one of that moment answers. */
export function answersNow(now: () => SiteAnswers): SiteAnswers {
  return {
    docPath: (file) => now().docPath(file),
    cards: (docId) => now().cards(docId),
    cardsOfSome: (docId) => now().cardsOfSome?.(docId),
    sidebar: (docId) => now().sidebar(docId),
    sidebars: (docId) => now().sidebars(docId),
    metadata: (docId) => now().metadata(docId),
    codeVersion: (id) => now().codeVersion(id),
    facts: (docId) => now().facts(docId),
    allDocs: (docId) => now().allDocs(docId),
  };
}

/**
 * What a document may learn about other documents while it is compiled. It is compiled once for all its readers, so it
 * learns only about documents that every one of them may see.
 */
function commonSite(
  site: Site,
  docs: ReadonlyMap<string, Doc>,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): (documentId: string) => { site: Site; docs: ReadonlyMap<string, Doc> } {
  const whole = { site, docs };
  if (!hasAudiences(site)) return () => whole;
  const audiences = audiencesOfDocuments(site, folders);
  const seenBy = memoize(COMMON_SITES_KEPT, (audienceKey: string) => {
    const audience: Audience = JSON.parse(audienceKey);
    const view = createSiteView(site, (other) => covers(other, audience));
    return { site: view, docs: new Map(view.docs.map((doc) => [doc.id, doc])) };
  });
  // Code whose page isn't known learns only about public pages: these are the only ones that every reader may see.
  return (documentId) => seenBy(JSON.stringify(audiences.get(documentId) ?? PUBLIC));
}

/**
 * The audience of every document, post and stand-alone page, by the exact id that the compiler has for it. If several
 * have the same id but different audiences, the id counts as public, so that none learns what only another may know.
 */
function audiencesOfDocuments(
  site: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): ReadonlyMap<string, Audience> {
  const audiences = new Map<string, Audience>();
  for (const { source, file, audience = READERS } of articlesIn(site, folders)) {
    const id = source.kind === 'doc' ? source.of.id : file;
    const earlier = audiences.get(id);
    const isSame = earlier === undefined || JSON.stringify(earlier) === JSON.stringify(audience);
    audiences.set(id, isSame ? audience : PUBLIC);
  }
  return audiences;
}

const COMMON_SITES_KEPT = 64;
