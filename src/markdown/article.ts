import { readFileSync } from 'node:fs';
import type { ArticleLink } from '../content/check-links.ts';
import type { Audience } from '../model/audience.ts';
import type { VariantKey } from '../model/parts.ts';
import type { Problem } from '../shared/problem.ts';

/**
 * One compiled document: inert HTML with marked places, and everything else the site needs to know of it.
 * Plain data: survives structured clone and JSON, so that workers and the cache can carry it.
 */
export interface Article {
  /**
   * The article's inner HTML, without the made-up h1. Sanitary for a strict policy: no inline style
   * attribute (see `styles`), no inline script, no event handler attribute.
   * A live part is `<div data-live="Name" data-props="{json}">server-rendered HTML</div>`.
   */
  html: string;
  /** The content has a title of its own: an h1 before any other heading and any rule. None needs to be made up. */
  hasTitle: boolean;
  /** Headings in page order, all levels, hash links not counted as text. */
  headings: Heading[];
  /** The page's table of contents after the document's own limits; empty when hidden. */
  toc: TocEntry[];
  /** Every internal and external link, for the link check. */
  links: ArticleLink[];
  /** Every `id` in the HTML, in order. */
  anchors: string[];
  /** What else a fragment may name: `<a name>`, and ids in drawings. */
  names?: readonly string[];
  /** Files the HTML refers to by a hashed URL. */
  assets: Asset[];
  /** Addresses of other files on this host that the HTML shows or runs; undefined where there are none. */
  references?: string[];
  /** Rules that stand for the inline styles of the source: `.s-1a2b3c{color:red}`. */
  styles: string[];
  /** Names of the live parts used; `island ` and the address of its script for a component of the owner's. */
  live: string[];
  /** The address that the page sends its readers to: it shows a `<Redirect>`. Decoded, with query and fragment. */
  redirect?: string;
  /** What a page that is a component says of itself. */
  page?: { title?: string; description?: string };
  /** Paragraph-like blocks and code blocks in reading order, for search. */
  blocks: TextBlock[];
  /** What the reader sees as Markdown, without the made-up h1; links within the site are absolute paths. */
  markdown: string;
  problems: Problem[];
  /** It has parts that not all of its readers see; what else is said here is of the whole. */
  parts?: ArticleParts;
  /** Something in it or in what it imports could not be read: the rest is empty, or what could be. */
  failed?: true;
  /** What else this article was made from; it is out of date when one of these changes. */
  dependencies: Dependency[];
}

export interface ArticleParts {
  /** Those that its parts name. */
  audiences: Audience[];
  /** The article as if what is not shown had never been written, for each way to see it but the whole. */
  variants: Record<VariantKey, ArticleVariant>;
}

export type ArticleVariant = Pick<
  Article,
  'html' | 'hasTitle' | 'headings' | 'toc' | 'assets' | 'styles' | 'live' | 'page' | 'blocks' | 'markdown'
> & {
  /** Of its links. */
  hrefs: string[];
};

export interface Heading {
  /** `null` where the HTML has no id (h1, raw headings, headings of punctuation only). */
  id: string | null;
  level: number;
  text: string;
  inside?: 'header' | 'tabpanel' | 'details' | 'admonition' | 'card';
}

export interface TocEntry {
  /** Fragment without `#`; may be empty. */
  id: string;
  level: number;
  text: string;
  /** Inline HTML of the heading: text, code, emphasis. */
  html: string;
}

/** A file of the owner's, or what a component of the site made. */
export type Asset = {
  /** `/_assets/name.0123456789abcdef.png` */
  url: string;
} & (
  | {
      /** Absolute path on disk. */
      file: string;
    }
  | { text: string }
);

export interface TextBlock {
  /** Id of the nearest heading above that has one; empty before the first. */
  anchor: string;
  text: string;
  /** A code block: its lines as they are. */
  code?: true;
}

export type Dependency =
  /** A file's bytes: SHA-256 (hex), or `null` when it did not exist. */
  | { kind: 'file'; file: string; hash: string | null }
  /** An answer that the site gave while compiling: hash of the answer to this question. */
  | { kind: 'site'; question: string; hash: string };

/** Of a document that could not be compiled. */
export function emptyArticle(problems: Article['problems'], dependencies: Article['dependencies']): Article {
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

/** What the file of an asset holds. */
export function assetBytes(asset: Asset): Buffer {
  return 'text' in asset ? Buffer.from(asset.text) : readFileSync(asset.file);
}
