import type { BlogList } from '../../model/site.ts';
import { joinPath } from '../permalinks.ts';

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
export function listPages({ path, posts, perPage, pageBasePath, ...about }: PostsToList): BlogList[] {
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
