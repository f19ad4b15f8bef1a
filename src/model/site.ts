import type { SynonymRule } from '../config/synonym-rules.ts';
import type { Audience } from './audience.ts';
import type { Blog } from './blog.ts';

/**
 * The one view of the documentation. Navigation, pages, search, exports and checks all read this; what is
 * not in it does not exist anywhere. Plain data: survives structured clone and JSON. Paths are unencoded.
 */
export interface Site {
  /** BCP 47. */
  language: string;
  /** Where the site lies, in its language; `/` at both ends. */
  basePath: string;
  /** Where it lies in all its languages, and the program's own addresses with it. */
  rootPath: string;
  /** Addresses end in a slash, or in none; absent: each as Docusaurus makes it. */
  trailingSlash?: boolean | undefined;
  /** The main set's: what `/docs` leads to. */
  version: Version;
  /** Every version of every documentation, the main one first. */
  sets: DocSet[];
  /** Every document that has a page (drafts are left out), by sets in order of `id`. */
  docs: Doc[];
  /** Generated category index pages, in sidebar order. */
  categories: Category[];
  sidebars: Record<string, SidebarItem[]>;
  tags: Tag[];
  blogs: Blog[];
  /** Stand-alone pages of `pages/` (not documents). */
  pages: StandalonePage[];
  /** Owner's redirects: old path → path of this site. */
  redirects: Redirect[];
  /** For search, and shown to nobody. */
  questions: AddressQuestions[];
  /** Besides those of the configuration. */
  synonyms: SynonymRule[];
}

/** What readers ask that this address answers. */
export interface AddressQuestions {
  /** With its anchor: `/docs/forms#rows`. */
  address: string;
  /** In their words. */
  questions: string[];
  /** Where it is written, as it is shown in problems. */
  file: string;
  line?: number | undefined;
}

export interface Version {
  name: string;
  label: string;
  isLast: boolean;
  path: string;
  mainDocId: string;
  draftIds: string[];
}

/** One version of one documentation. */
export interface DocSet {
  /**
   * Before the ids of its documents and the names of its sidebars, so that they are unique in the whole Site; empty
   * for the main set.
   */
  key: string;
  /** Id of the documentation; `default` unless there are several. */
  instance: string;
  version: Version;
  /** Says which version a page is of. */
  badge: boolean;
  banner?: 'unreleased' | 'unmaintained' | undefined;
  className: string;
  breadcrumbs: boolean;
  /** Folders that addresses in its documents start from, relative to the main docs folder; the first goes before. */
  contentDirs: string[];
}

export interface PageRef {
  path: string;
  title: string;
}

export interface Doc {
  id: string;
  /** Key of its set. */
  set: string;
  /** Permalink, e.g. `/docs/intro`. */
  path: string;
  /** Absolute from the docs root, e.g. `/intro`. */
  slug: string;
  /** `@site/docs/folder/file.md`, as Docusaurus writes it. */
  source: string;
  /** File path relative to the main docs folder, with `/`. */
  file: string;
  /** Other paths that links may name it by: where its original lies, of a translated document. */
  aliases?: string[] | undefined;
  title: string;
  description: string;
  /** Name of the sidebar shown beside the page; absent when there is none. */
  sidebar?: string | undefined;
  /** Absent: every reader. */
  audience?: Audience | undefined;
  unlisted: boolean;
  /** The address that the document sends its readers to. Undefined until it was compiled. */
  redirect?: string | undefined;
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
  /** Key of its set. */
  set: string;
  path: string;
  slug: string;
  label: string;
  /** `link.title`, else the label: the h1 of the page. */
  title: string;
  description?: string | undefined;
  keywords: string[];
  sidebar: string;
  /** Absent: every reader. */
  audience?: Audience | undefined;
  items: SidebarItem[];
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

export type SidebarItem = SidebarCategory | SidebarLink | SidebarHtml;

interface SidebarItemBase {
  /**
   * Of a category: what is said of all in it. Of what is no page of the site (links elsewhere, HTML): whom it is there
   * for. Documents say it themselves.
   */
  audience?: Audience | undefined;
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
  /** Key of its set. */
  set: string;
  label: string;
  /** `/docs/tags/…` */
  path: string;
  description?: string | undefined;
  docIds: string[];
  /** Absent: every reader. */
  audience?: Audience | undefined;
  unlisted: boolean;
}

export interface StandalonePage {
  path: string;
  /** Relative to the pages folder. */
  file: string;
  /** That of the site's own language, where this is a translation. */
  original?: string | undefined;
  /** `react`: rendered by the shell; `component`: the owner's, compiled as a document is. */
  kind: 'react' | 'component' | 'markdown';
  /** Absent: every reader. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  unlisted?: boolean | undefined;
  /** The address that the page sends its readers to. Undefined until it was compiled. */
  redirect?: string | undefined;
  hideTableOfContents?: boolean | undefined;
  tocMinHeadingLevel?: number | undefined;
  tocMaxHeadingLevel?: number | undefined;
}

export interface Redirect {
  from: string;
  to: string;
}
