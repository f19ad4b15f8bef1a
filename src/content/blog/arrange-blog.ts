import type { Blog, BlogList, BlogPost, BlogTag } from '../../model/blog.ts';
import { applyTrailingSlash, type SlashRule } from '../../model/trailing-slash.ts';
import type { DefinedTag } from '../documents/tags.ts';
import { joinPath, removeSlash } from '../links/permalinks.ts';

/** The parts of a blog that don't depend on its posts. */
type BlogFrame = Pick<
  Blog,
  'path' | 'paging' | 'tagsPath' | 'authorsPath' | 'archivePath' | 'feeds' | 'sidebar' | 'authors'
>;

interface ArrangeOptions extends SlashRule {
  tags: ReadonlyMap<string, Pick<DefinedTag, 'description'>>;
}

/** Arranges the posts in lists. A list without posts is left out. */
export function arrangeBlog<Frame extends BlogFrame>(
  frame: Frame,
  posts: readonly BlogPost[],
  { tags: definedTags, ...slashRule }: ArrangeOptions,
): Frame & Pick<Blog, 'posts' | 'lists' | 'tags'> {
  const listedPosts = posts.filter(({ unlisted }) => !unlisted);
  const positions = new Map(listedPosts.map((post, index) => [post, index]));
  const arrangedPosts = posts.map((post): BlogPost => {
    const position = positions.get(post);
    if (position === undefined) return post;
    return {
      ...post,
      previous: createPageRef(listedPosts[position - 1]),
      next: createPageRef(listedPosts[position + 1]),
    };
  });
  const blogTags = collectTags(posts, definedTags);
  const authors = frame.authors.map((author) => ({
    ...author,
    count: findPostsBy(author.key, listedPosts).length,
  }));
  const { sidebarCount, ...pages } = frame.paging;
  const applySlashRule = (address: string) => applyTrailingSlash(address, slashRule);
  const createList = (about: {
    path: string;
    posts: readonly string[];
    tag?: string;
    author?: string | undefined;
  }) => listPages({ ...about, path: removeSlash(about.path), ...pages });
  const lists = [
    ...createList({ path: frame.path, posts: listedPosts.map((post) => post.path) }),
    ...blogTags.flatMap((tag) => createList({ path: tag.path, posts: tag.posts, tag: tag.path })),
    ...authors.flatMap(({ key, page }) =>
      page === undefined ? [] : createList({ path: page, posts: findPostsBy(key, listedPosts), author: key }),
    ),
  ].map((list) => ({
    ...list,
    path: applySlashRule(list.path),
    previous: list.previous && applySlashRule(list.previous),
    next: list.next && applySlashRule(list.next),
  }));
  const latest = sidebarCount === 'ALL' ? posts : posts.slice(0, sidebarCount);
  return {
    ...frame,
    sidebar: {
      ...frame.sidebar,
      posts: latest.map((post) => ({
        path: post.path,
        date: post.date,
        title: post.sidebarLabel ?? post.title,
        unlisted: post.unlisted,
      })),
    },
    posts: arrangedPosts,
    lists,
    tags: blogTags,
    authors,
    tagsPath: blogTags.length > 0 ? frame.tagsPath : undefined,
    archivePath: listedPosts.length > 0 ? frame.archivePath : undefined,
    feeds: listedPosts.length > 0 ? frame.feeds : [],
  };
}

/** Collects tags in the order of posts. Unlisted posts count only if the tag has no others. */
function collectTags(posts: readonly BlogPost[], definedTags: ArrangeOptions['tags']): BlogTag[] {
  const groups = new Map<string, { title: string; posts: BlogPost[] }>();
  for (const post of posts)
    for (const { path: address, title } of post.tags) {
      const group = groups.get(address) ?? { title, posts: [] };
      if (!group.posts.includes(post)) group.posts.push(post);
      groups.set(address, group);
    }
  return [...groups].map(([address, { title, posts: taggedPosts }]) => {
    const isUnlisted = taggedPosts.every((post) => post.unlisted);
    const countedPosts = isUnlisted ? taggedPosts : taggedPosts.filter((post) => !post.unlisted);
    return {
      path: address,
      title,
      description: definedTags.get(address)?.description,
      posts: countedPosts.map((post) => post.path),
      unlisted: isUnlisted,
    };
  });
}

function findPostsBy(key: string | undefined, posts: readonly BlogPost[]): string[] {
  return posts.filter(({ authors }) => authors.some((author) => author.key === key)).map((post) => post.path);
}

function createPageRef(post: BlogPost | undefined) {
  return post && { path: post.path, title: post.title };
}

interface PostsToList extends Pick<BlogList, 'tag' | 'author'> {
  /** Address of the first page. */
  path: string;
  /** Addresses of the posts. */
  posts: readonly string[];
  perPage: number | 'ALL';
  /** Path segment between `path` and the number of a page. */
  pageBasePath: string;
}

/** Splits a list of posts into pages. A list without posts has one page. */
function listPages({ path, posts, perPage, pageBasePath, ...about }: PostsToList): BlogList[] {
  const size = perPage === 'ALL' ? Math.max(1, posts.length) : perPage;
  const count = Math.max(1, Math.ceil(posts.length / size));
  const formatPageAddress = (page: number): string | undefined => {
    if (page < 0 || page >= count) return undefined;
    return page === 0 ? path : joinPath(path, `${pageBasePath}/${page + 1}`);
  };
  return Array.from({ length: count }, (_, page) => ({
    ...about,
    path: formatPageAddress(page) ?? path,
    posts: posts.slice(page * size, (page + 1) * size),
    previous: formatPageAddress(page - 1),
    next: formatPageAddress(page + 1),
  }));
}
