import type { SiteConfig } from '../config/site-config.ts';
import type { TocEntry } from '../markdown/article.ts';
import type { CommonPageName } from '../model/pages.ts';
import type { PageRef, SidebarItem } from '../model/site.ts';
import type { TemplateName } from '../model/templates.ts';
import type { BlogData } from './blog/blog-data.ts';
import type { FooterData, Logo, NavbarData } from './navigation-data.ts';

/** Kinds of pages that the shell knows. Features add pages of other kinds, each with a name of its own. */
type PageKind =
  | 'doc'
  | 'category'
  | 'tags'
  | 'tag'
  | 'page'
  | 'blog-post'
  | 'blog-list'
  | 'blog-index'
  | CommonPageName
  // Names of features' pages. The intersection keeps the names above in the suggestions of editors.
  | (string & Record<never, never>);

/** A page as the shell shows it. Embedded in its HTML (without `html`) and written as a data file. */
export interface PageData {
  /** Canonical path, unencoded. */
  path: string;
  kind: PageKind;
  /** Heading that the shell draws. Undefined if `html` has its own. */
  title?: string | undefined;
  /** Content of `<title>` without the site's name. */
  headTitle: string;
  /** Whether `<title>` is `headTitle` as it is, without the site's name behind it. */
  isWholeTitle?: true | undefined;
  description: string;
  keywords?: string[] | undefined;
  /** Inner HTML of the article: inert, with marked live parts. */
  html: string;
  /** Whether the HTML takes the whole width, without the article's frame, as pages of `pages/*.tsx` do. */
  wide?: true | undefined;
  toc: TocEntry[];
  breadcrumbs: { label: string; href?: string | undefined }[];
  sidebar?: SidebarData | undefined;
  /** The sidebar that the drawer of narrow screens shows on a page without a sidebar of its own. */
  drawer?: SidebarData | undefined;
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
  cards?: Card[] | undefined;
  /** Data of a blog page. */
  blog?: BlogData | undefined;
  tags?: PageRef[] | undefined;
  /** Path of the list of tags. Set on the page of a tag. */
  allTags?: string | undefined;
  unlisted?: true | undefined;
  /** Version label, on pages that show it. */
  version?: string | undefined;
  /** Key of the page's set, if there are several. */
  set?: string | undefined;
  /** Class of the document's root for styles of the site. */
  versionClass?: string | undefined;
  /** The same page, or the nearest, in other versions of its documentation. */
  versions?: { label: string; href: string; current?: true }[] | undefined;
  /** The same page in the other languages. */
  languages?: { label: string; lang: string; href: string; current?: true }[] | undefined;
  /** HTML of the banner above the article, on versions that most readers don't want. */
  banner?: string | undefined;
  /** HTML attributes of the link to the source of the page. */
  edit?: { href: string; className: string; target?: string; rel?: string } | undefined;
  /** `day`: the date in a language other than English. */
  lastUpdate?:
    | { date?: string | undefined; day?: string | undefined; author?: string | undefined }
    | undefined;
  /** Advice for readers without scripts, on pages drawn in the browser. */
  needsScripts?: string | undefined;
  /** Navigation of the administration, on each of its pages. */
  administration?: SidebarData | undefined;
}

/**
 * The open branches of the sidebar. A closed category has `items: []` and `more: true`; its items are in the sidebar
 * file, loaded when it is opened.
 */
export interface SidebarData {
  name: string;
  items: SidebarNode[];
  /** Stable URL of the whole sidebar as JSON (`SidebarNode[]`). Empty if no branch is closed. */
  file: string;
}

export type SidebarNode = (SidebarItem & { more?: true; items?: SidebarNode[] }) & {
  current?: true;
  /** The first document of a closed category without a page, to which its label leads without scripts. */
  firstHref?: string | undefined;
};

export interface Card {
  href: string;
  title: string;
  description: string;
  /** Shape of the card. `start`: where a kind of reader starts. */
  kind: 'doc' | 'category' | 'link' | 'start';
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** The embedded JSON of a page: `<script type="application/json">`. */
export interface PageEnvelope {
  site: ShellConfig;
  /** Version of the shell. A data file with another version reloads the window. */
  shell: string;
  page: Omit<PageData, 'html'>;
}

/** The data file of a page, at `/_page` + path + `.json` (`/_page/index.json` for `/`). */
export interface PageFile {
  shell: string;
  page: PageData;
}

/** Configuration for the shell in the browser. Links lead to pages, not to redirects. */
export type ShellConfig = Pick<SiteConfig, 'name' | 'tagline' | 'titleDelimiter' | 'defaultTheme'> & {
  navbar: NavbarData;
  footer: FooterData;
  /** Labels of the groups of the reader whose view an administrator previews. Empty for no group or visitors. */
  preview?: string | undefined;
  /**
   * Set for visitors. `origin`: public origin of the site. `indexed`: search engines can list the page. `pictures`: the
   * build has drawn a picture of each page.
   */
  visitor?:
    | { origin?: string | undefined; indexed?: true | undefined; pictures?: true | undefined }
    | undefined;
  announcement?: { id: string; html: string; closeable: boolean } | undefined;
  /** Whether the theme of the reader's system applies until they choose one. */
  systemTheme?: true | undefined;
  /** Whether the theme switch is hidden. */
  fixedTheme?: true | undefined;
  /** Language of the shell (BCP 47). Undefined means English. */
  lang?: string | undefined;
  /** Text direction. Undefined means left to right. */
  dir?: 'rtl' | undefined;
  search: Pick<SiteConfig['search'], 'resultsPerGroup'> & {
    /** Search tags of each documentation's last version, by id. Undefined if there is only one version. */
    tags?: Readonly<Record<string, string>> | undefined;
  };
};

/** Exports of the server-side UI bundle for the build. Pure: the same input gives the same HTML. */
export interface UiRenderer {
  /** A whole document, `<!doctype html>` included. */
  renderPage(page: PageData, context: RenderContext): string;
  /**
   * Renders pages for visitors, except those of sign-in methods that aren't installed. The server replaces all slots of
   * `templates` by escaped text.
   */
  renderTemplates(context: RenderContext): Partial<Record<TemplateName, string>>;
  /**
   * Renders the inner HTML of a live component for the article compiler. `slots` are pieces of article HTML that it
   * places, such as a tab's panel. In the browser they are already in the page and aren't sent twice.
   */
  renderLive(name: string, props: Record<string, unknown>, slots?: readonly string[]): string;
  /** `pages/*.tsx`: route → static inner HTML. */
  renderStandalone(
    file: string,
    site: StandaloneContext,
  ): { html: string; title: string; description: string };
  /** Contents of the inline scripts, for the policy's hashes. */
  inlineScripts: string[];
  /** Contents of the inline styles. */
  inlineStyles(context: RenderContext): string[];
}

export interface RenderContext {
  config: ShellConfig;
  shell: string;
  /** Base path of the site in all languages. */
  rootPath: string;
  /** The client bundle: hashed URLs, and most style sheets as text. */
  assets: {
    script: string;
    preload: string[];
    /** Text of the engine's style sheet, which is in every page. */
    shellStyle: string;
    /** The engine's rules for paper, which browsers load without waiting for them. */
    printStyle: string;
    /** Text of the site's style sheet, which is in every page. It follows the engine's, so that it can override them. */
    style: string;
    loginScript: string;
    /** Script of pages that use passkeys. */
    passkeyScript: string;
    /** Text of the style sheet for the sign-in pages. */
    loginStyle: string;
    /**
     * Script of the sign-in page of the hosted identity service, which no other page loads. Undefined if its packages
     * aren't installed; then the page doesn't exist.
     */
    firebaseScript?: string;
    icon: string;
    /** Font of the site, if it is a file. */
    font?: string;
    /** Logo of the site as visitors get it. */
    logo?: Pick<Logo, 'src' | 'srcDark'>;
  };
  /** Style sheet made from the inline styles of articles. Undefined if there are none. */
  articleStyles?: string | undefined;
}

/** A document that was changed lately. */
interface RecentPage extends PageRef {
  /** ISO 8601. */
  date: string;
  /** Title of the section at the top of the sidebar that has the document. Undefined if it is in none. */
  section?: string | undefined;
}

/** Props of a `pages/*.tsx` component. */
export interface StandaloneContext {
  config: ShellConfig;
  sections: Card[];
  /** Documents with the latest `last_update`, newest first. */
  recent: RecentPage[];
  /** Paths of all documents and categories, so that a page can link only to what exists. */
  paths: readonly string[];
}
