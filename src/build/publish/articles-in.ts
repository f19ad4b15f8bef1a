import type { Audience } from '../../model/audience.ts';
import type { Site } from '../../model/site.ts';
import { type ArticleSource, fileOf } from '../compile/documents.ts';
import type { Folders } from '../folders.ts';

interface ArticleOnPage {
  path: string;
  /** Of the article. */
  file: string;
  audience: Audience | undefined;
}

/** Every article that is a page, with its audience. */
export function articlesIn({ docs, pages, blogs }: Site, folders: Folders): ArticleOnPage[] {
  const article = (source: ArticleSource, path: string, audience: Audience | undefined) => ({
    path,
    file: fileOf(source, folders),
    audience,
  });
  return [
    ...docs.map((doc) => article({ kind: 'doc', doc }, doc.path, doc.audience)),
    ...pages.map((page) => article({ kind: 'page', page }, page.path, page.audience)),
    ...blogs.flatMap(({ id, posts, audience }) =>
      posts.map((post) => article({ kind: 'post', post, blog: id }, post.path, post.audience ?? audience)),
    ),
  ];
}
