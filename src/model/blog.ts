import type { Audience } from './audience.ts';
import type { Doc, PageRef } from './site.ts';

/** A blog with every page that it has; `path` is the first page of its list. */
export interface Blog {
  id: string;
  path: string;
  /** Absent: every reader. Of all its pages. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  /** The latest entries, unlisted ones among them: those are shown on their own page alone. */
  sidebar: { title: string; posts: (PageRef & { unlisted: boolean })[] };
  /** In the order of the list. */
  posts: BlogPost[];
  lists: BlogList[];
  tags: BlogTag[];
  authors: BlogAuthor[];
  /** Absent where there is nothing to list. */
  tagsPath?: string | undefined;
  authorsPath?: string | undefined;
  archivePath?: string | undefined;
  feeds: { path: string; type: 'rss' | 'atom' | 'json' }[];
  /** What its owner says of them. `limit`: how many posts; absent: all. */
  feed: {
    title?: string | undefined;
    description?: string | undefined;
    language?: string | undefined;
    copyright?: string | undefined;
    limit?: number | undefined;
  };
  /** How lists are cut into pages, and how many posts the sidebar has. */
  paging: { perPage: number | 'ALL'; pageBasePath: string; sidebarCount: number | 'ALL' };
  /** See `DocSet.contentDirs`. */
  contentDirs: string[];
}

export interface BlogPost extends Pick<Doc, 'file' | 'aliases' | 'hash' | 'frontMatter'> {
  path: string;
  /** Where it is not there for all whom its blog is there for. */
  audience?: Audience | undefined;
  title: string;
  description: string;
  /** ISO 8601. */
  date: string;
  /** In minutes; absent where it is not shown. */
  readingTime?: number | undefined;
  /** Where the excerpt ends; absent: the excerpt is the whole post. */
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
  /** Newer, in a list that is newest first. */
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

export interface BlogAuthor {
  /** Absent for one that a post names by itself. */
  key?: string | undefined;
  name?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Address of a picture. */
  image?: string | undefined;
  url?: string | undefined;
  email?: string | undefined;
  /** Address of the page of the posts. */
  page?: string | undefined;
  socials?: { platform: string; href: string }[] | undefined;
  /** Listed posts. */
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
  /** Paths. */
  posts: string[];
  previous?: string | undefined;
  next?: string | undefined;
  /** What the posts have in common, by its path; absent: the list of all. */
  tag?: string | undefined;
  /** Key of the author. */
  author?: string | undefined;
}
