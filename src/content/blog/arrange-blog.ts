import type { Blog, BlogList, BlogPost, BlogTag } from '../../model/blog.ts';
import { withTrailingSlash } from '../../model/written-links.ts';
import { joinPath, withoutSlash } from '../permalinks.ts';
import type { DefinedTag } from '../tags.ts';

/** What a blog has whatever posts are in it: the addresses are those of lists that it may have. */
type BlogFrame = Pick<
  Blog,
  'path' | 'paging' | 'tagsPath' | 'authorsPath' | 'archivePath' | 'feeds' | 'sidebar' | 'authors'
>;

interface Arranging {
  tags: ReadonlyMap<string, Pick<DefinedTag, 'description'>>;
  trailingSlash: boolean | undefined;
}

/** The blog's lists, of these posts in their order; a list with nothing in it is not there. */
export function arrangeBlog<Frame extends BlogFrame>(
  frame: Frame,
  posts: readonly BlogPost[],
  { tags: known, trailingSlash }: Arranging,
): Frame & Pick<Blog, 'posts' | 'lists' | 'tags'> {
  const listed = posts.filter(({ unlisted }) => !unlisted);
  const order = new Map(listed.map((post, at) => [post, at]));
  const arranged = posts.map((post): BlogPost => {
    const at = order.get(post);
    if (at === undefined) return post;
    return { ...post, previous: refTo(listed[at - 1]), next: refTo(listed[at + 1]) };
  });
  const tags = tagsOfPosts(posts, known);
  const authors = frame.authors.map((author) => ({ ...author, count: postsBy(author.key, listed).length }));
  const { sidebarCount, ...pages } = frame.paging;
  const slash = (address: string) => withTrailingSlash(address, trailingSlash);
  const listOf = (about: {
    path: string;
    posts: readonly string[];
    tag?: string;
    author?: string | undefined;
  }) => listPages({ ...about, path: withoutSlash(about.path), ...pages });
  const lists = [
    ...listOf({ path: frame.path, posts: listed.map((post) => post.path) }),
    ...tags.flatMap((tag) => listOf({ path: tag.path, posts: tag.posts, tag: tag.path })),
    ...authors.flatMap(({ key, page }) =>
      page === undefined ? [] : listOf({ path: page, posts: postsBy(key, listed), author: key }),
    ),
  ].map((list) => ({
    ...list,
    path: slash(list.path),
    previous: list.previous && slash(list.previous),
    next: list.next && slash(list.next),
  }));
  const latest = sidebarCount === 'ALL' ? posts : posts.slice(0, sidebarCount);
  return {
    ...frame,
    sidebar: {
      title: frame.sidebar.title,
      posts: latest.map((post) => ({
        path: post.path,
        title: post.sidebarLabel ?? post.title,
        unlisted: post.unlisted,
      })),
    },
    posts: arranged,
    lists,
    tags,
    authors,
    tagsPath: tags.length > 0 ? frame.tagsPath : undefined,
    archivePath: listed.length > 0 ? frame.archivePath : undefined,
    feeds: listed.length > 0 ? frame.feeds : [],
  };
}

/** By address, as the posts come; unlisted posts count only where there are no others. */
function tagsOfPosts(posts: readonly BlogPost[], known: Arranging['tags']): BlogTag[] {
  const groups = new Map<string, { title: string; posts: BlogPost[] }>();
  for (const post of posts)
    for (const { path: address, title } of post.tags) {
      const group = groups.get(address) ?? { title, posts: [] };
      if (!group.posts.includes(post)) group.posts.push(post);
      groups.set(address, group);
    }
  return [...groups].map(([address, { title, posts: tagged }]) => {
    const unlisted = tagged.every((post) => post.unlisted);
    const shown = unlisted ? tagged : tagged.filter((post) => !post.unlisted);
    return {
      path: address,
      title,
      description: known.get(address)?.description,
      posts: shown.map((post) => post.path),
      unlisted,
    };
  });
}

function postsBy(key: string | undefined, posts: readonly BlogPost[]): string[] {
  return posts.filter(({ authors }) => authors.some((author) => author.key === key)).map((post) => post.path);
}

function refTo(post: BlogPost | undefined) {
  return post && { path: post.path, title: post.title };
}

interface PostsToList extends Pick<BlogList, 'tag' | 'author'> {
  /** Of the first page. */
  path: string;
  /** Paths. */
  posts: readonly string[];
  perPage: number | 'ALL';
  /** Between `path` and a page's number. */
  pageBasePath: string;
}

/** The pages of a list of posts; one without posts has one page too. */
function listPages({ path, posts, perPage, pageBasePath, ...about }: PostsToList): BlogList[] {
  const size = perPage === 'ALL' ? Math.max(1, posts.length) : perPage;
  const count = Math.max(1, Math.ceil(posts.length / size));
  const address = (page: number): string | undefined => {
    if (page < 0 || page >= count) return undefined;
    return page === 0 ? path : joinPath(path, `${pageBasePath}/${page + 1}`);
  };
  return Array.from({ length: count }, (_, page) => ({
    ...about,
    path: address(page) ?? path,
    posts: posts.slice(page * size, (page + 1) * size),
    previous: address(page - 1),
    next: address(page + 1),
  }));
}
