import type { PageRef } from '../../model/site.ts';

/** Data of a blog page for the shell. */
export interface BlogData {
  /** Set on the page of a post. */
  post?: PostHead | undefined;
  /** Posts of a list. The page's HTML contains their excerpts in order, with `EXCERPT_END` after each. */
  posts?: ListedPost[] | undefined;
  /** Data of the list of all posts. Undefined on other pages. */
  home?: BlogHome | undefined;
  /** Heading above a list of posts, tags, authors or years. */
  heading?: { title: string; lead?: string | undefined; all?: PageRef | undefined } | undefined;
  /** The author that the page shows above the list of their posts. */
  author?: AuthorHead | undefined;
  authors?: AuthorHead[] | undefined;
  tags?: { letter: string; tags: (PageRef & { count: number })[] }[] | undefined;
  years?: { year: string; posts: PageRef[] }[] | undefined;
}

interface BlogHome {
  /** Path of the blog, the same on all pages of the list. */
  path: string;
  /** Class of the list of posts: see `changelog.css`. */
  look?: 'changelog' | undefined;
  /** `name`: that of the format, such as `RSS`. */
  feeds: { name: string; path: string }[];
}

export interface PostHead {
  title: string;
  /** ISO 8601. */
  date: string;
  /** Date as readers see it. */
  day: string;
  readingTime?: string | undefined;
  authors: AuthorHead[];
}

export interface ListedPost extends PostHead {
  path: string;
  tags: PageRef[];
  /** Whether the post is longer than its excerpt. */
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

/** Separates excerpts. Compiled documents never contain it. */
export const EXCERPT_END = '<!--excerpt-->';

/** Id of the article on the page of a post, as in Docusaurus. */
export const POST_ID = '__blog-post-container';
/** Class of an excerpt. */
export const EXCERPT_CLASS = 'blog-excerpt';
