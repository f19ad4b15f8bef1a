import { createContext, type ReactNode, useContext } from 'react';
import type { Doc, Version } from '../../model/site.ts';
import type { Ask } from './asks.ts';
import type { PropItem, SidebarPlace } from './sidebar-facts.ts';

/** Facts about the site and the current page for modules of Docusaurus. Plain data, the same in the browser. */
export interface PageFacts {
  site: SiteFacts;
  i18n: LanguageFacts;
  /** Texts of the site's components in this language (`code.json`), by id. */
  messages: Readonly<Record<string, string>>;
  /** Titles of admonitions by kind, in this language. Only if some code asks for them: see `Ask`. */
  admonitionTitles?: Readonly<Record<string, string>> | undefined;
  page: {
    path: string;
    title: string;
    docId?: string | undefined;
    description?: string | undefined;
    frontMatter?: Readonly<Record<string, unknown>> | undefined;
    /** More metadata of a document (`useDoc().metadata`). */
    document?: Readonly<Record<string, unknown>> | undefined;
    contentTitle?: string | undefined;
    toc?: readonly { value: string; id: string; level: number }[] | undefined;
  };
  version?: VersionFacts | undefined;
  /** All versions of the page's documentation, if there are several. */
  versions?: readonly VersionFacts[] | undefined;
  sidebar?: SidebarFacts | undefined;
  /** All sidebars of the version, by name. */
  sidebars?: Readonly<Record<string, readonly PropItem[]>> | undefined;
  /** Only if some code asks for it: see `Ask`. */
  docs?: DocsData | undefined;
  /** Blogs by id. Only if some code asks for them: see `Ask`. */
  blogs?: BlogsData | undefined;
  /** Id of the blog that the page belongs to. */
  blogId?: string | undefined;
  /** Data of the site's own plugins, by name and id. Only if some code asks for it: see `Ask`. */
  pluginData?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

interface SidebarFacts {
  name: string;
  items: readonly PropItem[];
  place?: SidebarPlace | undefined;
  /** Cards for the place of the page in the sidebar. */
  cards?: readonly CardFacts[] | undefined;
  /** Descriptions of documents, for cards of other places. */
  descriptions?: Readonly<Record<string, string>> | undefined;
}

interface CardFacts {
  href: string;
  title: string;
  description: string;
}

/** All documentation of the site by plugin id, as Docusaurus gives it to themes. */
export type DocsData = Readonly<
  Record<string, { path: string; versions: readonly DocsVersionData[]; breadcrumbs: boolean }>
>;

export interface DocsVersionData extends Version {
  docs: readonly (Pick<Doc, 'id' | 'path' | 'sidebar'> &
    Partial<Pick<Doc, 'title' | 'description' | 'unlisted'>>)[];
  sidebars: Readonly<Record<string, { link?: { path: string; label: string } | undefined }>>;
}

/** All blogs of the site by plugin id, as Docusaurus gives them to themes. */
export type BlogsData = Readonly<Record<string, BlogData>>;

interface BlogData {
  /** Address, title and description, as `useBlogMetadata` returns them. */
  about: {
    blogBasePath: string;
    blogTitle: string;
    blogDescription: string;
    authorsListPath?: string | undefined;
  };
  /** The list of recent posts, as in the sidebar. */
  list: {
    title: string;
    items: readonly { title: string; permalink: string; unlisted: boolean; date: string }[];
  };
  /** All listed posts, the newest first. */
  posts?: readonly BlogPostData[] | undefined;
}

export interface BlogPostData {
  id: string;
  metadata: Readonly<Record<string, unknown>>;
  /** Markdown of the post. */
  content?: string | undefined;
}

/** Settings of `docusaurus.config`. */
interface SiteFacts {
  title: string;
  tagline: string;
  url: string;
  baseUrl: string;
  titleDelimiter: string;
  trailingSlash?: boolean | undefined;
  organizationName?: string | undefined;
  projectName?: string | undefined;
  customFields: Readonly<Record<string, unknown>>;
  themeConfig: Readonly<Record<string, unknown>>;
  /** All other settings. */
  [setting: string]: unknown;
}

interface LanguageFacts {
  defaultLocale: string;
  locales: readonly string[];
  /** The folder of all translations. */
  path: string;
  currentLocale: string;
  localeConfigs: Readonly<Record<string, { baseUrl: string }>>;
}

/** The version of a page, as `useDocsVersion` returns it, and its address. */
export interface VersionFacts extends Pick<Version, 'label' | 'isLast' | 'path' | 'mainDocId'> {
  pluginId: string;
  version: string;
  banner: string | null;
  badge: boolean;
  className: string;
}

export const noFacts: PageFacts = {
  site: {
    title: '',
    tagline: '',
    url: '',
    baseUrl: '/',
    titleDelimiter: '|',
    customFields: {},
    themeConfig: {},
  },
  i18n: { defaultLocale: 'en', locales: ['en'], path: 'i18n', currentLocale: 'en', localeConfigs: {} },
  messages: {},
  page: { path: '/', title: '' },
};

/** Settings that any component may read. */
const plainSettings = [
  'title',
  'tagline',
  'url',
  'baseUrl',
  'titleDelimiter',
  'trailingSlash',
  'organizationName',
  'projectName',
];

/** Limits facts to those that some code asks for, because the rest may be long and may name hidden pages. */
export function limitFacts(facts: PageFacts, asks: ReadonlySet<Ask>): PageFacts {
  const { site, messages, admonitionTitles, page, sidebar, sidebars, docs, blogs, pluginData, ...rest } =
    facts;
  const settings = Object.entries(site).filter(
    ([name]) =>
      plainSettings.includes(name) ||
      asks.has(name as Ask) ||
      (asks.has('original') && name !== 'themeConfig' && name !== 'customFields'),
  );
  const { frontMatter: _front, document: _document, contentTitle: _title, toc: _toc, ...plainPage } = page;
  return {
    ...rest,
    // Settings that aren't passed look like those of a site that doesn't set them.
    site: { ...noFacts.site, ...Object.fromEntries(settings) },
    messages: asks.has('messages') ? messages : {},
    ...(asks.has('admonitionTitles') ? { admonitionTitles } : {}),
    page: asks.has('document') ? page : plainPage,
    ...(sidebar ? { sidebar: limitSidebar(sidebar, asks) } : {}),
    ...(asks.has('sidebars') ? { sidebars } : {}),
    ...(asks.has('docs') ? { docs, pluginData } : {}),
    ...(asks.has('blogs') && blogs ? { blogs: limitBlogs(blogs, asks) } : {}),
  };
}

function limitBlogs(blogs: BlogsData, asks: ReadonlySet<Ask>): BlogsData {
  const limitPost = ({ content, ...post }: BlogPostData): BlogPostData =>
    asks.has('postContents') ? { ...post, content } : post;
  return Object.fromEntries(
    Object.entries(blogs).map(([id, { about, list, posts }]) => [
      id,
      { about, list, ...(asks.has('blogPosts') ? { posts: posts?.map(limitPost) } : {}) },
    ]),
  );
}

function limitSidebar({ name, items, ...around }: SidebarFacts, asks: ReadonlySet<Ask>): SidebarFacts {
  return { name, items: asks.has('sidebar') ? items : [], ...(asks.has('siblings') ? around : {}) };
}

export const FactsContext = createContext<PageFacts>(noFacts);

export function useFacts(): PageFacts {
  return useContext(FactsContext);
}

/**
 * Truthy within a part that React hydrates in the browser, so that components render as they do there. During the
 * build, it is a function that collects the tags that the part adds to the head of the page.
 */
export const InIsland = createContext<boolean | ((head: ReactNode) => void)>(false);

let anchors = new Set<string>();

/** Collects ids that exist only in components of a page. */
export function collectAnchor(id: string): void {
  anchors.add(id);
}

export function takeAnchors(): string[] {
  const collectedAnchors = [...anchors];
  anchors = new Set();
  return collectedAnchors;
}

let redirects = new Map<string, string>();

/** Records where the page at `path` redirects its readers. Only the first `<Redirect>` counts. */
export function collectRedirect(path: string, target: string): void {
  if (!redirects.has(path)) redirects.set(path, target);
}

/** Returns and forgets the redirect of the page at `path`. Redirects of pages that failed are forgotten too. */
export function takeRedirect(path: string): string | undefined {
  const target = redirects.get(path);
  redirects = new Map();
  return target;
}

let current = noFacts;

/** Sets the facts for functions that aren't hooks, such as `translate`: those of the page being built or shown. */
export function setCurrentFacts(facts: PageFacts): void {
  current = facts;
}

export function getCurrentFacts(): PageFacts {
  return current;
}
