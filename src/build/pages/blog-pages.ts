import type { Blog, BlogList, BlogPost } from '../../model/blog.ts';
import type { PageRef } from '../../model/site.ts';
import { sidebarFileUrl } from '../../model/urls.ts';
import { plural } from '../../shared/plural.ts';
import type { BlogData } from '../../ui/blog/blog-data.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { SidebarData } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { authorHead, headOf, listedPost, type Words } from './blog-heads.ts';
import { indexPages } from './blog-index-pages.ts';
import { emptyPlan, type PagePlan, type PageSources, shellPage } from './page-plan.ts';
import type { SitePage } from './site-pages.ts';

/** Every page of every blog. */
export function blogPages({ site, config, languages }: PageSources): SitePage[] {
  return site.blogs.flatMap((blog) => {
    const words: Words = { texts: config.texts, locale: languages.current.name };
    const posts = new Map(blog.posts.map((post) => [post.path, post]));
    const frame = (kind: PagePlan['kind'], path: string, title: string, data: BlogData): PagePlan => ({
      ...emptyPlan(path, kind, title),
      sidebar: sidebarOf(blog, path),
      blog: data,
    });
    return [
      ...blog.posts.map(
        (post): SitePage => ({
          kind: 'article',
          path: post.path,
          shows: 'blog-post',
          source: { kind: 'post', of: post, blog: blog.id },
          plan: ({ toc }: Pick<ArticleSummary, 'toc'>) => ({
            ...frame('blog-post', post.path, headTitleOf(post), { post: headOf(post, words) }),
            description: post.description,
            keywords: post.keywords.length > 0 ? post.keywords : undefined,
            toc,
            previous: post.previous,
            next: post.next,
            tags: post.tags.length > 0 ? post.tags : undefined,
            unlisted: post.unlisted || undefined,
            editUrl: post.editUrl,
          }),
        }),
      ),
      ...blog.lists.map((list): SitePage => {
        const listed = list.posts.flatMap((path) => posts.get(path) ?? []);
        const about = aboutList(blog, list, words);
        return {
          kind: 'excerpts',
          path: list.path,
          shows: 'blog-list',
          sources: listed.map((post) => ({ kind: 'post', of: post, blog: blog.id })),
          plan: () => ({
            ...frame('blog-list', list.path, about.headTitle, {
              ...about.data,
              posts: listed.map((post) => listedPost(post, words)),
            }),
            description: about.description,
            unlisted: about.unlisted,
            previous: refTo(list.previous, words.texts.newerEntries),
            next: refTo(list.next, words.texts.olderEntries),
          }),
        };
      }),
      ...indexPages(blog, words).map(({ path, title, data, description = '' }) =>
        shellPage(path, 'blog-index', () => ({ ...frame('blog-index', path, title, data), description })),
      ),
    ];
  });
}

interface AboutList {
  headTitle: string;
  description: string;
  unlisted?: true | undefined;
  data: BlogData;
}

function aboutList(blog: Blog, list: BlogList, { texts, locale }: Words): AboutList {
  const tag = blog.tags.find(({ path }) => path === list.tag);
  if (tag) {
    const nPosts = plural(texts.manyPosts, tag.posts.length, locale);
    const title = fillText(texts.postsTagged, { nPosts, tagName: tag.title });
    return {
      headTitle: title,
      description: tag.description ?? '',
      unlisted: tag.unlisted || undefined,
      data: { heading: { title, lead: tag.description, all: refTo(blog.tagsPath, texts.allTags) } },
    };
  }
  const author = blog.authors.find(({ key }) => list.author !== undefined && key === list.author);
  if (author) {
    const nPosts = plural(texts.manyPosts, author.count ?? 0, locale);
    const authorName = author.name ?? author.key ?? '';
    const all = refTo(blog.authorsPath, texts.allAuthors);
    return {
      headTitle: fillText(texts.authorTitle, { authorName, nPosts }),
      description: author.description ?? '',
      data: {
        author: authorHead(author),
        heading: { title: authorName, lead: author.description, all },
      },
    };
  }
  return { headTitle: blog.title, description: blog.description, data: {} };
}

/** The latest posts, in the frame of a documentation's sidebar. An unlisted one is on its own page alone. */
function sidebarOf({ id, sidebar }: Blog, path: string): SidebarData | undefined {
  const posts = sidebar.posts.filter((post) => !post.unlisted || post.path === path);
  if (posts.length === 0) return undefined;
  const name = `blog-${id}`;
  return {
    name,
    // Nothing in it is closed, so nobody asks for the file.
    file: sidebarFileUrl(name),
    items: [
      {
        type: 'category',
        label: sidebar.title,
        collapsible: false,
        collapsed: false,
        items: posts.map((post) => ({
          type: 'link',
          label: post.title,
          href: post.path,
          docId: post.path,
          ...(post.path === path ? { current: true as const } : {}),
        })),
      },
    ],
  };
}

function headTitleOf({ title, frontMatter: { title_meta } }: BlogPost): string {
  return typeof title_meta === 'string' ? title_meta : title;
}

function refTo(path: string | undefined, title: string): PageRef | undefined {
  return path === undefined ? undefined : { path, title };
}
