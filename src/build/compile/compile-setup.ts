import type { SiteConfig } from '../../config/site-config.ts';
import { hasAudiences } from '../../content/page-audiences.ts';
import { plainName, qualified } from '../../content/qualify-set.ts';
import { type SidebarViews, sidebarViews, siteView } from '../../content/site-view.ts';
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
  { siteDir, docsDir, docsHome, staticDirs, boundary }: Folders,
  environment: ContentSettings,
  config: Pick<SiteConfig, 'texts' | 'code' | 'markdownFormat' | 'groups' | 'connect' | 'openApi'>,
  site: Site,
): Omit<CompileSetup, 'sections' | 'markdown' | 'components' | 'facts' | 'rendererModule'> {
  return {
    docsDir,
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
  const common = commonSite(site, docs);
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
      views ??= sidebarViews(site);
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
        ([name]) => key !== undefined && qualified(key, plainName(name)) === name,
      );
      return Object.fromEntries(ofVersion.map(([name, items]) => [plainName(name), sidebarProps(items)]));
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
 * What a document may be told of the others while it is compiled, which is once for all its readers: those that each of
 * them may see.
 */
function commonSite(site: Site, docs: ReadonlyMap<string, Doc>) {
  const whole = { site, docs };
  if (!hasAudiences(site)) return () => whole;
  const seen = memoize(COMMON_SITES_KEPT, (audience: string) => {
    const own: Audience = JSON.parse(audience);
    const view = siteView(site, (other) => covers(other, own));
    return { site: view, docs: new Map(view.docs.map((doc) => [doc.id, doc])) };
  });
  // What asks without a document is told what everybody may see.
  return (docId: string | undefined) =>
    seen(JSON.stringify(docId === undefined ? 'public' : audienceOf(site, docs, docId)));
}

/** The audience of a document, a post or a page by its id, which is a file's name for the last two. */
function audienceOf(site: Site, docs: ReadonlyMap<string, Doc>, id: string): Audience {
  const doc = docs.get(id);
  if (doc) return doc.audience ?? 'readers';
  const posts = site.blogs.flatMap(({ posts, audience }) => posts.map((post) => ({ audience, ...post })));
  const [own, ...others] = [
    ...posts.filter(({ file }) => file === id),
    // The id of a page begins with the way to the folder of pages.
    ...site.pages.filter(({ file }) => id === file || id.endsWith(`/${file}`)),
  ];
  // Where it is not certain which page asks, the answer is the one for everybody.
  return own && others.length === 0 ? (own.audience ?? 'readers') : 'public';
}

const COMMON_SITES_KEPT = 64;
