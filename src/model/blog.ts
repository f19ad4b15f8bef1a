import type { Audience } from './audience.ts';
import type { Doc, PageRef } from './site.ts';

/** A blog with all its pages. `path` is the first page of its list. */
export interface Blog {
  id: string;
  path: string;
  /** Audience of all pages of the blog. Undefined means every reader. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  /** Set if some posts are releases of a changelog file. */
  isChangelog?: true | undefined;
  /** Latest posts for the sidebar. Unlisted posts are included, but shown only on their own page. */
  sidebar: { title: string; groupsByYear: boolean; posts: (PageRef & { date: string; unlisted: boolean })[] };
  /** Posts in list order. */
  posts: BlogPost[];
  lists: BlogList[];
  tags: BlogTag[];
  authors: BlogAuthor[];
  /** Undefined if there are no tags. */
  tagsPath?: string | undefined;
  authorsPath?: string | undefined;
  archivePath?: string | undefined;
  feeds: { path: string; type: 'rss' | 'atom' | 'json' }[];
  /** Settings of the feeds. `limit`: number of posts; undefined means all. */
  feed: {
    title?: string | undefined;
    description?: string | undefined;
    language?: string | undefined;
    copyright?: string | undefined;
    limit?: number | undefined;
  };
  /** Posts per list page and in the sidebar. */
  paging: { perPage: number | 'ALL'; pageBasePath: string; sidebarCount: number | 'ALL' };
  /** See `DocSet.contentDirs`. */
  contentDirs: string[];
}

export interface BlogPost extends Pick<Doc, 'file' | 'aliases' | 'hash' | 'frontMatter'> {
  path: string;
  /** Audience of the post, if it is narrower than that of the blog. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  /** ISO 8601. */
  date: string;
  /** Minutes. Undefined if the blog doesn't show it. */
  readingTime?: number | undefined;
  /** Expression that matches the end of the excerpt. Undefined if the excerpt is the whole post. */
  excerptEnd?: { source: string; flags: string } | undefined;
  authors: BlogAuthor[];
  tags: PageRef[];
  unlisted: boolean;
  keywords: string[];
  sidebarLabel?: string | undefined;
  editUrl?: string | undefined;
  hideTableOfContents: boolean;
  tocMinHeadingLevel: number;
  tocMaxHeadingLevel: number;
  /** The newer post, because lists start with the newest. */
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

export interface BlogAuthor {
  /** Key in the authors file. Undefined for an author that a post describes itself. */
  key?: string | undefined;
  name?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** URL of a picture. */
  image?: string | undefined;
  url?: string | undefined;
  email?: string | undefined;
  /** Path of the author's page. */
  page?: string | undefined;
  socials?: { platform: string; href: string }[] | undefined;
  /** Number of listed posts. */
  count?: number | undefined;
}

export interface BlogTag extends PageRef {
  description?: string | undefined;
  /** Paths of the posts. */
  posts: string[];
  unlisted: boolean;
}

/** A page of a list of posts. */
export interface BlogList {
  path: string;
  /** Paths of the posts on the page. */
  posts: string[];
  previous?: string | undefined;
  next?: string | undefined;
  /** Path of the tag whose posts the list shows. Undefined for the list of all posts. */
  tag?: string | undefined;
  /** Key of the author whose posts the list shows. */
  author?: string | undefined;
}
