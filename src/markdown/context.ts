import type { SiteConfig } from '../config/site-config.ts';
import type { Audience } from '../model/audience.ts';
import type { VariantKey } from '../model/parts.ts';
import type { OpenApiTexts } from '../openapi/texts.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';
import type { LivePart } from './live-parts.ts';
import type { PropItem } from './modules/sidebar-facts.ts';
import type { OwnersCode } from './owners-code.ts';
import type { MarkdownSettings } from './plugins/markdown-settings.ts';
import type { SiteComponents } from './site-components.ts';
import type { AdmonitionType } from './syntax/admonition-types.ts';

/** What the compiler asks of the world around a document. Every answer is recorded as a dependency. */
export interface CompileContext extends OwnersCode {
  /** Absolute path of the docs folder. */
  docsDir: string;
  /** Absolute path that `@site/` stands for: the folder that holds the docs folder. */
  siteDir: string;
  /** Absolute paths of the folders served as they are; `/img/x.png` is looked for in each. */
  staticDirs: readonly string[];
  /** Where files that documents name may lie. */
  boundary: SiteBoundary;
  /** `mdx`: every document is MDX. `md`: CommonMark with raw HTML. `detect`: `.md` is the latter. */
  format: 'mdx' | 'md' | 'detect';
  /** A document that cannot be compiled is shown as far as it can be read. */
  lenient?: boolean | undefined;
  texts: ArticleTexts;
  /** Names of those that the site declares: what `<Audience for>` may name. */
  groups?: readonly string[] | undefined;
  /** OpenAPI files by the id that documents show them by, absolute: see `ApiDocMdx` of Redocusaurus. */
  apiFiles?: Readonly<Record<string, string>> | undefined;
  /** See `SiteComponentHost`. */
  connect?: readonly string[] | undefined;
  /** What the owner says of code blocks. */
  code?: CodeOptions | undefined;
  /** What the owner switched on, by the `settings` of a document. */
  markdown?: Readonly<Record<string, MarkdownSettings>>;
  /** Components made from the site's own data, by the name under which documents use them. */
  components?: SiteComponents;
  /** What comes alive in the browser. */
  liveParts: readonly LivePart[];
  /**
   * The same documents are compiled again and again, and only their HTML is looked at: what components made is
   * parsed once, and the articles' `markdown` stays empty. Each is half of the time of a long page.
   */
  forPreview?: boolean;
  /** Permalink of the document in this file (relative to the docs folder), if it has a page. */
  docPath(file: string): string | undefined;
  /** Where the site lies; absent: at the root of its host. */
  basePath?: string;
  /** Where it lies in all its languages, and the files of its articles with it. */
  rootPath?: string;
  /** Addresses of pages end in a slash, or in none; absent: as they are written. */
  trailingSlash?: boolean | undefined;
  /** Folders that `/x.md` is looked for in, relative to the docs folder; absent: that folder alone. */
  contentDirs?(set: string): readonly string[];
  /** Cards for `<DocCardList />` on this document's page: the children of the category whose page it is. */
  cards(docId: string): readonly ArticleCard[];
  /** Where some who see the document see more of them than all do. */
  cardsOfSome?(docId: string): CardsOfSome | undefined;
  /** Lines of code as HTML; the compiler's own highlighter unless given. */
  highlight?(sample: CodeSample): Promise<readonly string[]>;
  /** Server-rendered inner HTML of a live part; see `UiRenderer.renderLive`. */
  renderLive(name: string, props: Record<string, unknown>, slots?: readonly string[]): string;
}

export interface CodeSample {
  code: string;
  /** As a fence names it. */
  language: string;
}

/** As the site's configuration has them. */
export type CodeOptions = Partial<
  Pick<SiteConfig['code'], 'defaultLanguage' | 'magicComments' | 'live' | 'livePosition'>
>;
export type MagicComment = NonNullable<CodeOptions['magicComments']>[number];

/** The words that the compiler itself puts into articles. */
export interface ArticleTexts extends Readonly<Record<`${AdmonitionType}Title`, string>>, OpenApiTexts {
  readonly copyCode: string;
  /** Before the address of code that is not in the site. */
  readonly codeElsewhere: string;
  readonly wrapLines: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly table: string;
  /** Above an article of which something could not be compiled. */
  readonly incomplete: string;
  /** In the place of a component that fails. */
  readonly livePartFailed: string;
  /** Of a fold without a summary. */
  readonly details: string;
  /** `{heading}` */
  readonly directLink: string;
  /** What a category card without a description says; `{count}`. */
  readonly oneItem: string;
  readonly manyItems: string;
}

export interface ArticleCard {
  href: string;
  title: string;
  description: string;
  kind: 'doc' | 'category' | 'link';
}

/** Cards by how somebody sees the document: who is in which of these audiences. */
export interface CardsOfSome {
  audiences: readonly Audience[];
  cards: Readonly<Record<VariantKey, readonly ArticleCard[]>>;
  /** The items that the cards are for. */
  items: Readonly<Record<VariantKey, readonly PropItem[]>>;
}

/** The document to compile; the fields of `Doc` that matter here. */
export interface DocumentToCompile {
  id: string;
  path: string;
  /** Relative to the docs folder. */
  file: string;
  /** Key of the set that it is of. */
  set?: string | undefined;
  title: string;
  /** Which of `CompileContext.markdown` it is read by; the plain ones unless given. */
  settings?: string | undefined;
  hideTableOfContents: boolean;
  tocMinHeadingLevel: number;
  tocMaxHeadingLevel: number;
  frontMatter: Record<string, unknown>;
  /** Of a post: what ends its excerpt, marked in the HTML by `EXCERPT_MARK`. */
  excerptEnd?: { source: string; flags: string } | undefined;
  /** The file is no Markdown: its default export is the page. */
  isComponent?: true;
}
