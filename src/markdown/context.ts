import type { SiteConfig } from '../config/site-config.ts';
import type { PropItem } from '../docusaurus/theme/sidebar-facts.ts';
import type { AdmonitionType } from '../model/admonition-types.ts';
import type { Audience } from '../model/audience.ts';
import type { VariantKey } from '../model/parts.ts';
import type { OpenApiTexts } from '../openapi/texts.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';
import type { LoadedExtension } from './extensions.ts';
import type { LivePart } from './live-parts.ts';
import type { OwnersCode } from './owners-code.ts';
import type { MarkdownSettings } from './plugins/markdown-settings.ts';
import type { SiteComponents } from './site-components.ts';

/**
 * Everything that the compiler needs to know about the world around a document. Answers are recorded as dependencies.
 */
export interface CompileContext extends OwnersCode {
  /** Absolute path of the docs folder. */
  docsDir: string;
  /** Absolute path that `@site/` means: the folder that holds the docs folder. */
  siteDir: string;
  /** Absolute paths of the static folders. `/img/x.png` is looked up in each. */
  staticDirs: readonly string[];
  /** Limits where files that documents name may be. */
  boundary: SiteBoundary;
  /**
   * `mdx`: every document is MDX. `md`: every document is CommonMark with raw HTML. `detect`: `.md` files are
   * CommonMark.
   */
  format: 'mdx' | 'md' | 'detect';
  /** Whether a document with errors is shown as well as it can be read. */
  lenient?: boolean | undefined;
  texts: ArticleTexts;
  /** Groups that the site declares, which `<Audience for>` may name. */
  groups?: readonly string[] | undefined;
  /** Absolute paths of OpenAPI files by the id that documents use. See `ApiDocMdx` of Redocusaurus. */
  apiFiles?: Readonly<Record<string, string>> | undefined;
  /** See `SiteComponentHost`. */
  connect?: readonly string[] | undefined;
  /** Origins of the servers to which readers can send requests from pages of OpenAPI files. */
  requestServers?: readonly string[] | undefined;
  /** Whether the site uses classes of Infima, Docusaurus' style sheet. */
  usesInfima?: boolean | undefined;
  /** The site's settings for code blocks. */
  code?: CodeOptions | undefined;
  /** Markdown features that the owner turned on, by the `settings` of a document. */
  markdown?: Readonly<Record<string, MarkdownSettings>>;
  /** Components made from the site's own data, by the name that documents use. */
  components?: SiteComponents;
  /** Components that come alive in the browser, including those that `extensions` make of fences or add to operations. */
  liveParts: readonly LivePart[];
  /** Additions of features to the compiler. */
  extensions?: readonly LoadedExtension[];
  /**
   * Set by the preview, which compiles the same documents again and again and uses only their HTML. Parsed parts of
   * components are reused, and `markdown` stays empty. Each saves half of the time of a long page.
   */
  forPreview?: boolean;
  /** Permalink of the document in this file, which is relative to the docs folder. Undefined without a page. */
  findDocPath(file: string): string | undefined;
  /** Base path of the site in this language. Default: the root of its host. */
  basePath?: string;
  /** Base path that all languages share. Files of articles are there. */
  rootPath?: string;
  /** Whether addresses of pages end in a slash. Undefined: they stay as written. */
  trailingSlash?: boolean | undefined;
  /** Folders, relative to the docs folder, in which `/x.md` is looked up. Default: the docs folder. */
  listContentDirs?(set: string): readonly string[];
  /** Cards for `<DocCardList />` on the page of this document: the children of the category whose page it is. */
  listCards(docId: string): readonly ArticleCard[];
  /** Cards for readers who see more than others do. Undefined if all readers see the same. */
  listCardsOfSome?(docId: string): CardsOfSome | undefined;
  /** Renders lines of code as HTML. Default: the compiler's own highlighter. */
  highlight?(sample: CodeSample): Promise<readonly string[]>;
  /** Renders the inner HTML of a live part. See `UiRenderer.renderLive`. */
  renderLive(name: string, props: Record<string, unknown>, slots?: readonly string[]): string;
}

export interface CodeSample {
  code: string;
  /** The language as written after the fence. */
  language: string;
}

/** Settings for code blocks from the site's configuration. */
export type CodeOptions = Partial<
  Pick<SiteConfig['code'], 'defaultLanguage' | 'magicComments' | 'live' | 'livePosition' | 'mermaid'>
>;
export type MagicComment = NonNullable<CodeOptions['magicComments']>[number];

/** Texts that the compiler puts into articles. */
export interface ArticleTexts extends Readonly<Record<`${AdmonitionType}Title`, string>>, OpenApiTexts {
  readonly copyCode: string;
  /** Text before the link to code that isn't in the site. */
  readonly codeElsewhere: string;
  readonly wrapLines: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly table: string;
  /** Notice above an article with parts that couldn't be compiled. */
  readonly incomplete: string;
  /** VariantKey instead of a component that fails. */
  readonly livePartFailed: string;
  /** Summary of `<details>` without one. */
  readonly details: string;
  /** Label of the link of a heading. Placeholder: `{heading}`. */
  readonly directLink: string;
  /** Description of a category card without one. `manyItems` has the placeholder `{count}`. */
  readonly oneItem: string;
  readonly manyItems: string;
}

export interface ArticleCard {
  href: string;
  title: string;
  description: string;
  kind: 'doc' | 'category' | 'link';
  /** HTML attributes of a link that leaves a moved site. Only generated pages have them. */
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** Cards for each variant of a document, if readers see different items. */
export interface CardsOfSome {
  audiences: readonly Audience[];
  cards: Readonly<Record<VariantKey, readonly ArticleCard[]>>;
  /** The sidebar items that the cards represent. */
  items: Readonly<Record<VariantKey, readonly PropItem[]>>;
}

/** The document to compile: the fields of `Doc` that the compiler uses. */
export interface DocumentToCompile {
  id: string;
  path: string;
  /** Path relative to the docs folder. */
  file: string;
  /** Key of the set that the document belongs to. */
  set?: string | undefined;
  title: string;
  /** Key in `CompileContext.markdown`. Default: plain settings. */
  settings?: string | undefined;
  hideTableOfContents: boolean;
  tocMinHeadingLevel: number;
  tocMaxHeadingLevel: number;
  frontMatter: Record<string, unknown>;
  /** For posts: pattern that ends the excerpt. The place is marked in the HTML. */
  excerptEnd?: { source: string; flags: string } | undefined;
  /** Set if the file is a component, whose default export is the page. */
  isComponent?: true;
}
