/**
 * The one view of the documentation. Navigation, pages, search, exports and checks all read this; what is
 * not in it does not exist anywhere. Plain data: survives structured clone and JSON. Paths are unencoded.
 */
export interface Site {
  version: Version;
  /** Every document that has a page (drafts are left out), in order of `id`. */
  docs: Doc[];
  /** Generated category index pages, in sidebar order. */
  categories: Category[];
  sidebars: Record<string, SidebarItem[]>;
  tags: Tag[];
  /** Stand-alone pages of `pages/` (not documents). */
  pages: StandalonePage[];
  /** Owner's redirects: old path → path of this site. */
  redirects: Redirect[];
  /** For search, and shown to nobody. */
  questions: AskedAddress[];
}

/** What readers ask that this address answers. */
export interface AskedAddress {
  /** With its anchor: `/docs/forms#rows`. */
  address: string;
  /** In their words. */
  asked: string[];
  /** Where it is written, as it is shown in problems. */
  file: string;
  line?: number | undefined;
}

interface Version {
  name: 'current';
  label: 'Next';
  isLast: true;
  path: string;
  mainDocId: string;
  draftIds: string[];
}

export interface PageRef {
  path: string;
  title: string;
}

export interface Doc {
  id: string;
  /** Permalink, e.g. `/docs/intro`. */
  path: string;
  /** Absolute from the docs root, e.g. `/intro`. */
  slug: string;
  /** `@site/docs/folder/file.md`, as Docusaurus writes it. */
  source: string;
  /** File path relative to the docs folder, with `/`. */
  file: string;
  title: string;
  description: string;
  /** Name of the sidebar shown beside the page; absent when there is none. */
  sidebar?: string | undefined;
  unlisted: boolean;
  sidebarPosition?: number | undefined;
  tags: PageRef[];
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
  /** SHA-256 (hex) of the file's bytes. */
  hash: string;
  /** No h1 is made up from `title` where the content has none: `hide_title`, or an empty title. */
  hideTitle: boolean;
  hideTableOfContents: boolean;
  tocMinHeadingLevel: number;
  tocMaxHeadingLevel: number;
  keywords: string[];
  /** Social image as written in front matter. */
  image?: string | undefined;
  /** `null`: the front matter switched the link off; absent: the site's own rule applies. */
  editUrl?: string | null | undefined;
  /** From front matter `last_update`, and its date from git where the author wrote none. `date` is ISO 8601. */
  lastUpdate?: { date?: string | undefined; author?: string | undefined } | undefined;
  /** Shown in the sidebar, if different from the title. */
  sidebarLabel?: string | undefined;
  /** Whole front matter, parsed and validated. */
  frontMatter: Record<string, unknown>;
}

export interface Category {
  path: string;
  slug: string;
  label: string;
  /** `link.title`, else the label: the h1 of the page. */
  title: string;
  description?: string | undefined;
  keywords: string[];
  image?: string | undefined;
  sidebar: string;
  items: SidebarItem[];
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

export type SidebarItem = SidebarCategory | SidebarLink | SidebarHtml;

interface SidebarItemBase {
  className?: string | undefined;
  customProps?: Record<string, unknown> | undefined;
}

export interface SidebarCategory extends SidebarItemBase {
  type: 'category';
  label: string;
  href?: string | undefined;
  /** Set when the category's page is a document. */
  docId?: string | undefined;
  description?: string | undefined;
  collapsible: boolean;
  collapsed: boolean;
  /** The category's page is an unlisted document. */
  linkUnlisted?: boolean | undefined;
  items: SidebarItem[];
}

/** A document (`docId` set), or any other link. */
export interface SidebarLink extends SidebarItemBase {
  type: 'link';
  label: string;
  href: string;
  docId?: string | undefined;
  unlisted?: boolean | undefined;
  description?: string | undefined;
  autoAddBaseUrl?: boolean | undefined;
}

interface SidebarHtml extends SidebarItemBase {
  type: 'html';
  value: string;
  defaultStyle?: boolean | undefined;
}

export interface Tag {
  label: string;
  /** `/docs/tags/…` */
  path: string;
  description?: string | undefined;
  docIds: string[];
  unlisted: boolean;
}

export interface StandalonePage {
  path: string;
  /** Relative to the pages folder. */
  file: string;
  /** `react`: rendered by the shell; `component`: the owner's, compiled as a document is. */
  kind: 'react' | 'component' | 'markdown';
  title: string;
  description: string;
}

export interface Redirect {
  from: string;
  to: string;
}
