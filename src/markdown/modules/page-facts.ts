import { createContext, useContext } from 'react';
import type { Doc, Version } from '../../model/site.ts';
import type { ArticleCard } from '../context.ts';
import type { Ask } from './asks.ts';
import type { PropItem, SidebarPlace } from './sidebar-facts.ts';

/** What the modules of Docusaurus know of the site and of the page that is shown: plain data, the same in the browser. */
export interface PageFacts {
  site: SiteFacts;
  i18n: LanguageFacts;
  /** Words of the site's components in this language (`code.json`), by id. */
  messages: Readonly<Record<string, string>>;
  page: {
    path: string;
    title: string;
    docId?: string | undefined;
    description?: string | undefined;
    frontMatter?: Readonly<Record<string, unknown>> | undefined;
    /** Further metadata of a document (`useDoc().metadata`). */
    document?: Readonly<Record<string, unknown>> | undefined;
    contentTitle?: string | undefined;
    toc?: readonly { value: string; id: string; level: number }[] | undefined;
  };
  version?: VersionFacts | undefined;
  /** All of its documentation, where there are several. */
  versions?: readonly VersionFacts[] | undefined;
  sidebar?: SidebarFacts | undefined;
  /** All sidebars of the version, by their names. */
  sidebars?: Readonly<Record<string, readonly PropItem[]>> | undefined;
  /** Only where some code asks for it: see `Ask`. */
  docs?: DocsData | undefined;
}

interface SidebarFacts {
  name: string;
  items: readonly PropItem[];
  place?: SidebarPlace | undefined;
  /** What cards of the page's place say, as an article has them. */
  cards?: readonly Pick<ArticleCard, 'href' | 'title' | 'description'>[] | undefined;
  /** Descriptions of documents, for the cards of other places. */
  descriptions?: Readonly<Record<string, string>> | undefined;
}

/** All documentation of the site, by the id of its plugin, as Docusaurus hands it to themes. */
export type DocsData = Readonly<
  Record<string, { path: string; versions: readonly DocsVersionData[]; breadcrumbs: boolean }>
>;

export interface DocsVersionData extends Version {
  docs: readonly (Pick<Doc, 'id' | 'path' | 'sidebar'> &
    Partial<Pick<Doc, 'title' | 'description' | 'unlisted'>>)[];
  sidebars: Readonly<Record<string, { link?: { path: string; label: string } | undefined }>>;
}

/** As `docusaurus.config` says it. */
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
  /** All else that the configuration says. */
  [setting: string]: unknown;
}

interface LanguageFacts {
  defaultLocale: string;
  locales: readonly string[];
  currentLocale: string;
  localeConfigs: Readonly<Record<string, unknown>>;
}

/** The version that a page is of, as `useDocsVersion` answers, and its address. */
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
  i18n: { defaultLocale: 'en', locales: ['en'], currentLocale: 'en', localeConfigs: {} },
  messages: {},
  page: { path: '/', title: '' },
};

/** Settings of the site that any component may read. */
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

/** Only what some code asks for goes to the browser: the rest may be long, and name what its reader may not see. */
export function factsFor(facts: PageFacts, asks: ReadonlySet<Ask>): PageFacts {
  const { site, messages, page, sidebar, sidebars, docs, ...rest } = facts;
  const settings = Object.entries(site).filter(
    ([name]) =>
      plainSettings.includes(name) ||
      asks.has(name as Ask) ||
      (asks.has('original') && name !== 'themeConfig' && name !== 'customFields'),
  );
  const { frontMatter: _front, document: _document, contentTitle: _title, toc: _toc, ...plainPage } = page;
  return {
    ...rest,
    // Those that are not there are as in a site that says nothing of them.
    site: { ...noFacts.site, ...Object.fromEntries(settings) },
    messages: asks.has('messages') ? messages : {},
    page: asks.has('document') ? page : plainPage,
    ...(sidebar ? { sidebar: sidebarFor(sidebar, asks) } : {}),
    ...(asks.has('sidebars') ? { sidebars } : {}),
    ...(asks.has('docs') ? { docs } : {}),
  };
}

function sidebarFor({ name, items, ...around }: SidebarFacts, asks: ReadonlySet<Ask>): SidebarFacts {
  return { name, items: asks.has('sidebar') ? items : [], ...(asks.has('siblings') ? around : {}) };
}

export const FactsContext = createContext<PageFacts>(noFacts);

export function useFacts(): PageFacts {
  return useContext(FactsContext);
}

/** Within a part that React hydrates in the browser, where a component is what it will be there. */
export const InIsland = createContext(false);

let anchors = new Set<string>();

/** Of a page whose ids only its components know. */
export function collectAnchor(id: string): void {
  anchors.add(id);
}

export function collectedAnchors(): string[] {
  const collected = [...anchors];
  anchors = new Set();
  return collected;
}

let redirects = new Map<string, string>();

/** Notes where the page at `path` sends its readers: it shows a `<Redirect>`. The first one counts. */
export function collectRedirect(path: string, target: string): void {
  if (!redirects.has(path)) redirects.set(path, target);
}

/** The redirect of the page at `path`, once; those of pages that failed while they were rendered are forgotten. */
export function collectedRedirect(path: string): string | undefined {
  const target = redirects.get(path);
  redirects = new Map();
  return target;
}

let current = noFacts;

/** For what is no hook, as `translate` is none: of the page that is made at this moment, or shown. */
export function setCurrentFacts(facts: PageFacts): void {
  current = facts;
}

export function currentFacts(): PageFacts {
  return current;
}
