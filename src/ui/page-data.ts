import type { SiteConfig } from '../config/site-config.ts';
import type { TocEntry } from '../markdown/article.ts';
import type { OwnPageName } from '../model/pages.ts';
import type { PageRef, SidebarItem } from '../model/site.ts';
import type { TemplateName } from '../model/templates.ts';
import type { BlogData } from './blog/blog-data.ts';
import type { FooterData, Logo, NavbarData } from './navigation-data.ts';

/** One page as the shell shows it. Written as HTML with this embedded (less `html`), and as a data file. */
export interface PageData {
  /** Canonical path, unencoded. */
  path: string;
  kind: 'doc' | 'category' | 'tags' | 'tag' | 'page' | 'blog-post' | 'blog-list' | 'blog-index' | OwnPageName;
  /** The h1 that the shell draws; absent when `html` has its own. */
  title?: string | undefined;
  /** For `<title>`, without the site's name. */
  headTitle: string;
  description: string;
  keywords?: string[] | undefined;
  /** Inner HTML of the article: inert, with marked live parts. */
  html: string;
  /** The page of a `pages/*.tsx`: its HTML has the whole width, without the article's frame. */
  wide?: true | undefined;
  toc: TocEntry[];
  breadcrumbs: { label: string; href?: string | undefined }[];
  sidebar?: SidebarData | undefined;
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
  cards?: Card[] | undefined;
  /** Of a page of a blog. */
  blog?: BlogData | undefined;
  tags?: PageRef[] | undefined;
  /** Of a tag's page: the page of all tags. */
  allTags?: string | undefined;
  unlisted?: true | undefined;
  /** Version label, shown where a page states its version. */
  version?: string | undefined;
  /** Key of the set that the page is of, where there are several. */
  set?: string | undefined;
  /** Of the document's root, for the owner's styles. */
  versionClass?: string | undefined;
  /** The same page in the other versions of its documentation, or what comes nearest. */
  versions?: { label: string; href: string; current?: true }[] | undefined;
  /** The same page in the other languages. */
  languages?: { label: string; lang: string; href: string; current?: true }[] | undefined;
  /** HTML above the article: the version is not the one that most readers want. */
  banner?: string | undefined;
  editUrl?: string | undefined;
  /** `day`: the date as another language than English writes it. */
  lastUpdate?:
    | { date?: string | undefined; day?: string | undefined; author?: string | undefined }
    | undefined;
  /** Of a page whose content is drawn in the browser: what to do where scripts are off. */
  needsScripts?: string | undefined;
  /** Of an administrators' page: all of them. */
  tabs?: PageRef[] | undefined;
}

/**
 * The sidebar's open branches. A closed category comes with `items: []` and `more: true`; its items are in
 * the sidebar file, asked for when it is opened.
 */
export interface SidebarData {
  name: string;
  items: SidebarNode[];
  /** Address of the whole sidebar as JSON (`SidebarNode[]`); it stays, whatever the sidebar holds. */
  file: string;
}

export type SidebarNode = (SidebarItem & { more?: true; items?: SidebarNode[] }) & {
  current?: true;
  /** For a closed category without a page: its first document, where its label leads with scripts off. */
  firstHref?: string | undefined;
};

export interface Card {
  href: string;
  title: string;
  description: string;
  /** Decides its shape. `start`: where a kind of reader begins. */
  kind: 'doc' | 'category' | 'link' | 'start';
}

/** The embedded JSON of a page: `<script type="application/json">`. */
export interface PageEnvelope {
  site: ShellConfig;
  /** Same for all pages of one version of the shell; a data file with another one makes the window reload. */
  shell: string;
  page: Omit<PageData, 'html'>;
}

/** The data file of a page, at `/_page` + path + `.json` (`/_page/index.json` for `/`). */
export interface PageFile {
  shell: string;
  page: PageData;
}

/** The part of the configuration that the shell needs in the browser; its links lead to pages, not to redirects. */
export type ShellConfig = Pick<SiteConfig, 'name' | 'tagline' | 'titleDelimiter' | 'defaultTheme'> & {
  navbar: NavbarData;
  footer: FooterData;
  /** An administrator sees the site as those in these groups do; empty: as those in none, or as visitors. */
  preview?: string | undefined;
  /** Nobody is signed in. `origin`: where browsers reach the site. `indexed`: search engines may list the page. */
  visitor?: { origin?: string | undefined; indexed?: true | undefined } | undefined;
  announcement?: { id: string; html: string; closeable: boolean } | undefined;
  /** Where the reader has not chosen, the theme is that of their system. */
  systemTheme?: true | undefined;
  /** Readers cannot choose. */
  fixedTheme?: true | undefined;
  /** BCP 47 of the words of the shell; absent: English. */
  lang?: string | undefined;
  /** From which side they are read; absent: from the left. */
  dir?: 'rtl' | undefined;
  search: Pick<SiteConfig['search'], 'resultsPerGroup'> & {
    /** Tags of the last version of each documentation, by its id; absent where there is only one version. */
    tags?: Readonly<Record<string, string>> | undefined;
  };
};

/** What the server-side bundle of the UI exports to the build. Pure: same input, same HTML. */
export interface UiRenderer {
  /** A whole document, `<!doctype html>` included. */
  renderPage(page: PageData, context: RenderContext): string;
  /**
   * The visitor's pages, those of a sign-in that is not installed left out. The server replaces the placeholders of
   * `templates` by escaped text, all of them.
   */
  renderTemplates(context: RenderContext): Partial<Record<TemplateName, string>>;
  /**
   * Inner HTML of a live component for given props, for the article compiler. `slots` are pieces of article
   * HTML that it places (a tab's panel); in the browser they are in the page already and are not sent twice.
   */
  renderLive(name: string, props: Record<string, unknown>, slots?: readonly string[]): string;
  /** `pages/*.tsx`: route → static inner HTML. */
  renderStandalone(
    file: string,
    site: StandaloneContext,
  ): { html: string; title: string; description: string };
  /** Contents of the inline scripts, for the policy's hashes. */
  inlineScripts: string[];
  /** The same of the inline styles. */
  inlineStyles(context: RenderContext): string[];
}

export interface RenderContext {
  config: ShellConfig;
  shell: string;
  /** Where the site lies in all its languages. */
  rootPath: string;
  /** The client bundle: hashed addresses, and the style sheets as text. */
  assets: {
    script: string;
    preload: string[];
    /** Text of the style sheet; it is in every page. */
    style: string;
    loginScript: string;
    /** Of the pages where somebody may use a passkey. */
    passkeyScript: string;
    /** The same of the login page. */
    loginStyle: string;
    /**
     * Of the login page where the hosted identity service signs people in; nothing else loads it. Absent where its
     * packages are not installed, and with it that page.
     */
    firebaseScript?: string;
    icon: string;
    /** The site's own, as visitors get it. */
    logo?: Pick<Logo, 'src' | 'srcDark'>;
  };
  /** Style sheet made from the inline styles of the articles; absent when there are none. */
  articleStyles?: string | undefined;
}

/** What a `pages/*.tsx` component receives as props. */
export interface StandaloneContext {
  config: ShellConfig;
  sections: Card[];
  /** Documents with the latest `last_update`, newest first. */
  recent: (PageRef & { /** ISO 8601. */ date: string })[];
  /** Paths of all documents and categories, so that a page can offer only what exists. */
  paths: readonly string[];
}
