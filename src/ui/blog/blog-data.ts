import type { PageRef } from '../../model/site.ts';

/** What the shell draws of a page of a blog. */
export interface BlogData {
  /** Of the page of one post. */
  post?: PostHead | undefined;
  /** Of a list; the excerpts are the page's HTML, one after the other, with `EXCERPT_END` after each. */
  posts?: ListedPost[] | undefined;
  /** Above a list of posts, or of tags, authors and years. */
  heading?: { title: string; lead?: string | undefined; all?: PageRef | undefined } | undefined;
  /** Above the posts of an author. */
  author?: AuthorHead | undefined;
  authors?: AuthorHead[] | undefined;
  tags?: { letter: string; tags: (PageRef & { count: number })[] }[] | undefined;
  years?: { year: string; posts: PageRef[] }[] | undefined;
}

export interface PostHead {
  title: string;
  /** ISO 8601. */
  date: string;
  /** For readers. */
  day: string;
  readingTime?: string | undefined;
  authors: AuthorHead[];
}

export interface ListedPost extends PostHead {
  path: string;
  tags: PageRef[];
  /** There is more of it on its own page. */
  more: boolean;
}

export interface AuthorHead {
  name?: string | undefined;
  title?: string | undefined;
  image?: string | undefined;
  href?: string | undefined;
  description?: string | undefined;
  count?: number | undefined;
  socials?: { platform: string; href: string }[] | undefined;
}

/** Between the excerpts of a list; no HTML that a document compiles to has it. */
export const EXCERPT_END = '<!--excerpt-->';

/** Of the article's element on the page of a post, as Docusaurus names it. */
export const POST_ID = '__blog-post-container';
/** Of the element of an excerpt. */
export const EXCERPT_CLASS = 'blog-excerpt';
