import { readFileSync } from 'node:fs';
import type { ArticleLink } from '../content/links/check-links.ts';
import type { Audience } from '../model/audience.ts';
import type { VariantKey } from '../model/parts.ts';
import type { Problem } from '../shared/problem.ts';

/**
 * One compiled document: static HTML and everything else that the site needs to know about it. Plain data, so that it
 * can be sent between workers and stored in the cache as JSON.
 */
export interface Article {
  /**
   * The inner HTML of the article, without a generated h1. It satisfies a strict Content Security Policy: no inline
   * styles (see `styles`), no inline scripts, no event handler attributes. A live part is `<div data-live="Name"
   * data-props="{json}">server-rendered HTML</div>`.
   */
  html: string;
  /** Whether the content starts with its own h1, before other headings and rules. Otherwise the page generates one. */
  hasTitle: boolean;
  /** Headings of all levels in page order. Text of hash links isn't included. */
  headings: Heading[];
  /** The table of contents, within the limits that the document sets. Empty if hidden. */
  toc: TocEntry[];
  /** Every internal and external link, for the link check. */
  links: ArticleLink[];
  /** Every `id` in the HTML, in order. */
  anchors: string[];
  /** Other targets of fragments: `<a name>` and ids in drawings. */
  names?: readonly string[];
  /** Files to which the HTML refers by an address with a hash. */
  assets: Asset[];
  /** Addresses of other files on this host that the HTML loads. Undefined if there are none. */
  references?: string[];
  /** CSS rules for the inline styles of the source: `.s-1a2b3c4d:not(#_){color:red}`. */
  styles: string[];
  /** Names of the live parts used. For an owner's component: `island ` and the address of its script. */
  live: string[];
  /** Target of a `<Redirect>` that the page shows. Decoded, with query and fragment. */
  redirect?: string;
  /** Title and description that the page sets itself. */
  page?: PageHead;
  /** Paragraph-like blocks and code blocks in reading order, for search. */
  blocks: TextBlock[];
  /** The article as readers see it, as Markdown without a generated h1. Links within the site are absolute paths. */
  markdown: string;
  problems: Problem[];
  /** Set if some readers don't see all parts. The other fields describe the whole article. */
  parts?: ArticleParts;
  /** Set if the document or an import has errors. The rest is empty, or what could be read. */
  failed?: true;
  /** Everything else that the article was made from. It's out of date if one of these changes. */
  dependencies: Dependency[];
}

/** Title and description that a page sets itself, with `@theme/Layout`, `<Head>` or `<PageMetadata>`. */
export interface PageHead {
  title?: string;
  /** Whether the title is shown as it is written, without the site's name: it comes from `<Head><title>`. */
  isWholeTitle?: true;
  description?: string;
}

export interface ArticleParts {
  /** Audiences that its parts name, and those of its lists of pages. */
  audiences: Audience[];
  /** The audience of each `<Audience>` element, in order of appearance. */
  partAudiences: Audience[];
  /** The article without hidden parts, for each combination of audiences except the whole. */
  variants: Record<VariantKey, ArticleVariant>;
}

export type ArticleVariant = Pick<
  Article,
  'html' | 'hasTitle' | 'headings' | 'toc' | 'assets' | 'styles' | 'live' | 'page' | 'blocks' | 'markdown'
> & {
  /** Addresses of the links in this variant. */
  hrefs: string[];
};

export interface Heading {
  /** `null` if the HTML has no id: for an h1, a raw heading, or a heading of punctuation. */
  id: string | null;
  level: number;
  text: string;
  inside?: 'header' | 'tabpanel' | 'details' | 'admonition' | 'card';
}

export interface TocEntry {
  /** Fragment without `#`. May be empty. */
  id: string;
  level: number;
  text: string;
  /** Inline HTML of the heading: text, code, emphasis. */
  html: string;
}

/** A file of the owner, or one that a component of the site created. */
export type Asset = {
  /** `/_assets/name.0123456789abcdef.png` */
  url: string;
} & (
  | {
      /** Absolute path. */
      file: string;
    }
  | { text: string }
);

/** Separates the cells of a table row in the text of a block. */
export const CELL_BORDER = ' · ';

export interface TextBlock {
  /** Id of the nearest heading above with an id. Empty before the first one. */
  anchor: string;
  text: string;
  /** Set for a code block, whose lines stay as they are. */
  code?: true;
}

export type Dependency =
  /** A file with the SHA-256 of its bytes in hexadecimal, or `null` if it didn't exist. */
  | { kind: 'file'; file: string; hash: string | null }
  /** A question to the site with the hash of its answer. */
  | { kind: 'site'; question: string; hash: string };

/** The article of a document that couldn't be compiled. */
export function createEmptyArticle(
  problems: Article['problems'],
  dependencies: Article['dependencies'],
): Article {
  return {
    html: '',
    hasTitle: false,
    headings: [],
    toc: [],
    links: [],
    anchors: [],
    assets: [],
    styles: [],
    live: [],
    blocks: [],
    markdown: '',
    problems,
    failed: true,
    dependencies,
  };
}

/** The contents of an asset's file. */
export function decodeAsset(asset: Asset): Buffer {
  return 'text' in asset ? Buffer.from(asset.text) : readFileSync(asset.file);
}
