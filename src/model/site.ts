import type { SynonymRule } from '../config/synonym-rules.ts';
import type { Audience } from './audience.ts';
import type { Blog } from './blog.ts';

/**
 * The whole documentation as data. Navigation, pages, search, exports and checks all read it; what isn't in it doesn't
 * exist. Survives structured clone and JSON. Paths are unencoded.
 */
export interface Site {
  /** BCP 47. */
  language: string;
  /** Base path of the site in its language, with `/` at both ends. */
  basePath: string;
  /** Base path of the site in all languages, and of the engine's own URLs. */
  rootPath: string;
  /** Whether paths end with a slash. Undefined follows Docusaurus. */
  trailingSlash?: boolean | undefined;
  /** Version of the main set, which `/docs` leads to. */
  version: Version;
  /** All versions of all documentations, starting with the main one. */
  sets: DocSet[];
  /** All documents except drafts, by set, in order of `id`. */
  docs: Doc[];
  /** Generated category index pages, in sidebar order. */
  categories: Category[];
  sidebars: Record<string, SidebarItem[]>;
  tags: Tag[];
  blogs: Blog[];
  /** Stand-alone pages of `pages/`. */
  pages: StandalonePage[];
  /** Owner's redirects: old path → path of this site. */
  redirects: Redirect[];
  /** Questions that help search to find sections. Pages don't show them. */
  questions: AddressQuestions[];
  /** Synonyms besides those of the configuration. */
  synonyms: SynonymRule[];
}

/** Questions that an address answers. */
export interface AddressQuestions {
  /** Path with anchor: `/docs/forms#rows`. */
  address: string;
  /** Questions in the words of readers. */
  questions: string[];
  /** File to name in problems. */
  file: string;
  line?: number | undefined;
}

/** A version of a documentation, as `versions.json` and the configuration declare it. */
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
   * Prefix for the ids of its documents and the names of its sidebars, which makes them unique in the Site. Empty for
   * the main set.
   */
  key: string;
  /** Id of the documentation; `default` unless there are several. */
  instance: string;
  version: Version;
  /** Position in lists of the versions: the current one is the first, those of `versions.json` follow. */
  position: number;
  /** Whether pages show the label of their version. */
  badge: boolean;
  banner?: 'unreleased' | 'unmaintained' | undefined;
  className: string;
  breadcrumbs: boolean;
  /** Folders that links in its documents are relative to, relative to the main docs folder. The first match wins. */
  contentDirs: string[];
}

/** A link to a page of the site. */
export interface PageRef {
  path: string;
  title: string;
  /** The label of the link above the title, such as "Newer post". Undefined means "Previous" or "Next". */
  hint?: string | undefined;
}

/** A document of `docs/`, with the address and the settings that its front matter and folder give it. */
export interface Doc {
  id: string;
  /** Key of the set that contains it. */
  set: string;
  /** Permalink, e.g. `/docs/intro`. */
  path: string;
  /** Absolute from the docs root, e.g. `/intro`. */
  slug: string;
  /** `@site/docs/folder/file.md`, as Docusaurus writes it. */
  source: string;
  /** File path relative to the main docs folder, with `/`. */
  file: string;
  /** Other paths that links can use: those of the original of a translated document. */
  aliases?: string[] | undefined;
  title: string;
  description: string;
  /** Name of the sidebar beside the page. Undefined if it has none. */
  sidebar?: string | undefined;
  /** Undefined means every reader. */
  audience?: Audience | undefined;
  unlisted: boolean;
  /** Path that the document redirects to. Undefined until it has been compiled. */
  redirect?: string | undefined;
  sidebarPosition?: number | undefined;
  tags: PageRef[];
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
  /** SHA-256 (hex) of the file's bytes. */
  hash: string;
  /** Whether to add no h1 from `title` if the content has none: `hide_title`, or an empty title. */
  hideTitle: boolean;
  hideTableOfContents: boolean;
  tocMinHeadingLevel: number;
  tocMaxHeadingLevel: number;
  keywords: string[];
  /** Where the document can be edited. `null` if nowhere. Undefined until the site's rule is applied. */
  editUrl?: string | null | undefined;
  /** From front matter `last_update`, with the date from git if the author stated none. `date` is ISO 8601. */
  lastUpdate?: { date?: string | undefined; author?: string | undefined } | undefined;
  /** Shown in the sidebar, if different from the title. */
  sidebarLabel?: string | undefined;
  /** Whole front matter, parsed and validated. */
  frontMatter: Record<string, unknown>;
}

/** The page of a sidebar category that has one: a generated index. */
export interface Category {
  /** Key of the set that contains it. */
  set: string;
  path: string;
  slug: string;
  label: string;
  /** `link.title`, else the label: the h1 of the page. */
  title: string;
  description?: string | undefined;
  keywords: string[];
  sidebar: string;
  /** Undefined means every reader. */
  audience?: Audience | undefined;
  items: SidebarItem[];
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

export type SidebarItem = SidebarCategory | SidebarLink | SidebarHtml;

interface SidebarItemBase {
  /**
   * For a category, the audience of everything in it. For links elsewhere and HTML, their own audience. Documents state
   * theirs themselves.
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
  /** Whether the category's page is an unlisted document. */
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
  /** HTML attributes of a link that leaves a moved site. Only pages have them. */
  attributes?: Readonly<Record<string, string>> | undefined;
}

interface SidebarHtml extends SidebarItemBase {
  type: 'html';
  value: string;
  defaultStyle?: boolean | undefined;
}

/** A tag of documents, with its page. */
export interface Tag {
  /** Key of the set that contains it. */
  set: string;
  label: string;
  /** `/docs/tags/…` */
  path: string;
  description?: string | undefined;
  docIds: string[];
  /** Undefined means every reader. */
  audience?: Audience | undefined;
  unlisted: boolean;
}

/** A page of `src/pages/`. */
export interface StandalonePage {
  path: string;
  /** Relative to the pages folder. */
  file: string;
  /** File of the original, if this is a translation. */
  original?: string | undefined;
  /** `react`: rendered by the shell. `component`: a component of the site, compiled like a document. */
  kind: 'react' | 'component' | 'markdown';
  /** Undefined means every reader. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  unlisted?: boolean | undefined;
  /** Path that the page redirects to. Undefined until it has been compiled. */
  redirect?: string | undefined;
  hideTableOfContents?: boolean | undefined;
  tocMinHeadingLevel?: number | undefined;
  tocMaxHeadingLevel?: number | undefined;
  /** Whole front matter of a page in Markdown, parsed and validated. */
  frontMatter?: Record<string, unknown> | undefined;
}

/** An old path, and where visitors of it are sent. */
export interface Redirect {
  from: string;
  to: string;
}
