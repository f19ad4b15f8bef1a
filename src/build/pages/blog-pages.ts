import type { Blog, BlogList, BlogPost } from '../../model/blog.ts';
import type { PageRef } from '../../model/site.ts';
import { buildSidebarFileUrl } from '../../model/urls.ts';
import { formatPlural } from '../../shared/plural.ts';
import type { BlogData } from '../../ui/blog/blog-data.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { SidebarData, SidebarNode } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { createAuthorHead, createListedPost, createPostHead, type LanguageTexts } from './blog-heads.ts';
import { createIndexPages } from './blog-index-pages.ts';
import {
  createEditLink,
  createEmptyPlan,
  createShellPage,
  type PagePlan,
  type PageSources,
} from './page-plan.ts';
import type { SitePage } from './site-pages.ts';

/** The default of `blogDescription`, which says nothing. */
const DEFAULT_DESCRIPTION = 'Blog';

const feedNames = { rss: 'RSS', atom: 'Atom', json: 'JSON' } as const;

/** Creates every page of every blog. */
export function createBlogPages({ site, config, languages }: PageSources): SitePage[] {
  return site.blogs.flatMap((blog) => {
    const words: LanguageTexts = { texts: config.texts, locale: languages.current.name };
    const posts = new Map(blog.posts.map((post) => [post.path, post]));
    const createPlan = (kind: PagePlan['kind'], path: string, title: string, data: BlogData): PagePlan => ({
      ...createEmptyPlan(path, kind, title),
      sidebar: createSidebar(blog, path),
      blog: data,
    });
    return [
      ...blog.posts.map(
        (post): SitePage => ({
          kind: 'article',
          path: post.path,
          shows: 'blog-post',
          source: { kind: 'post', of: post, blog: blog.id },
          plan: ({ toc, page = {} }: Pick<ArticleSummary, 'toc' | 'page'>) => ({
            ...createPlan('blog-post', post.path, page.title ?? getHeadTitle(post), {
              post: createPostHead(post, words),
            }),
            isWholeTitle: page.isWholeTitle,
            description: page.description ?? post.description,
            keywords: post.keywords.length > 0 ? post.keywords : undefined,
            toc,
            previous: post.previous && { ...post.previous, hint: words.texts.newerPost },
            next: post.next && { ...post.next, hint: words.texts.olderPost },
            tags: post.tags.length > 0 ? post.tags : undefined,
            unlisted: post.unlisted || undefined,
            edit: createEditLink(post.editUrl, config),
          }),
        }),
      ),
      ...blog.lists.map((list): SitePage => {
        const postsOfList = list.posts.flatMap((path) => posts.get(path) ?? []);
        const description = describeList(blog, list, words, { hasTitle: blog.isChangelog || !config.infima });
        return {
          kind: 'excerpts',
          path: list.path,
          shows: 'blog-list',
          sources: postsOfList.map((post) => ({ kind: 'post', of: post, blog: blog.id })),
          plan: () => ({
            ...createPlan('blog-list', list.path, description.headTitle, {
              ...description.data,
              posts: postsOfList.map((post) => createListedPost(post, words)),
            }),
            description: description.description,
            unlisted: description.unlisted,
            previous: createRef(list.previous, words.texts.newerEntries),
            next: createRef(list.next, words.texts.olderEntries),
          }),
        };
      }),
      ...createIndexPages(blog, words).map(({ path, title, data, description = '' }) =>
        createShellPage(path, 'blog-index', () => ({
          ...createPlan('blog-index', path, title, data),
          description,
        })),
      ),
    ];
  });
}

interface ListDescription {
  headTitle: string;
  description: string;
  unlisted?: true | undefined;
  data: BlogData;
}

/** `hasTitle`: whether the list of all posts shows the title of the blog. */
function describeList(
  blog: Blog,
  list: BlogList,
  { texts, locale }: LanguageTexts,
  { hasTitle }: { hasTitle: boolean | undefined },
): ListDescription {
  const tag = blog.tags.find(({ path }) => path === list.tag);
  if (tag) {
    const nPosts = formatPlural(texts.manyPosts, tag.posts.length, locale);
    const title = fillText(texts.postsTagged, { nPosts, tagName: tag.title });
    return {
      headTitle: title,
      description: tag.description ?? '',
      unlisted: tag.unlisted || undefined,
      data: { heading: { title, lead: tag.description, all: createRef(blog.tagsPath, texts.allPostTags) } },
    };
  }
  const author = blog.authors.find(({ key }) => list.author !== undefined && key === list.author);
  if (author) {
    const nPosts = formatPlural(texts.manyPosts, author.count ?? 0, locale);
    const authorName = author.name ?? author.key ?? '';
    const all = createRef(blog.authorsPath, texts.allAuthors);
    return {
      headTitle: fillText(texts.authorTitle, { authorName, nPosts }),
      description: author.description ?? '',
      data: {
        author: createAuthorHead(author),
        heading: { title: authorName, lead: author.description, all },
      },
    };
  }
  return {
    // As in Docusaurus, a blog that is the home page has the title of the site.
    headTitle: !hasTitle && list.path === '/' ? '' : blog.title,
    description: blog.description,
    data: {
      // On a site that moved from Docusaurus, the list of a blog shows no title, as there. The list of a changelog does.
      heading: hasTitle
        ? {
            title: blog.title,
            lead: blog.description === DEFAULT_DESCRIPTION ? undefined : blog.description,
          }
        : undefined,
      home: {
        path: blog.path,
        look: blog.isChangelog && 'changelog',
        feeds: blog.feeds.map(({ type, path }) => ({ name: feedNames[type], path })),
      },
    },
  };
}

/** The latest posts as a sidebar, like that of a documentation. An unlisted post appears only on its own page. */
function createSidebar({ id, sidebar }: Blog, path: string): SidebarData | undefined {
  const posts = sidebar.posts.filter((post) => !post.unlisted || post.path === path);
  if (posts.length === 0) return undefined;
  const name = `blog-${id}`;
  const listPosts = (shownPosts: typeof posts) =>
    shownPosts.map((post) => ({
      type: 'link' as const,
      label: post.title,
      href: post.path,
      docId: post.path,
      ...(post.path === path ? { current: true as const } : {}),
    }));
  const createOpenCategory = (label: string, items: SidebarNode[]) => ({
    type: 'category' as const,
    label,
    collapsible: false,
    collapsed: false,
    items,
  });
  // The latest year comes first, also in a blog that starts with its oldest post.
  const years = [...Map.groupBy(posts, ({ date }) => date.slice(0, 4))].toSorted(([a], [b]) =>
    b.localeCompare(a),
  );
  const items = sidebar.groupsByYear
    ? years.map(([year, postsOfYear]) => createOpenCategory(year, listPosts(postsOfYear)))
    : listPosts(posts);
  return {
    name,
    // No category in it is closed, so the browser never requests this file.
    file: buildSidebarFileUrl(name),
    items: [createOpenCategory(sidebar.title, items)],
  };
}

function getHeadTitle({ title, frontMatter: { title_meta } }: BlogPost): string {
  return typeof title_meta === 'string' ? title_meta : title;
}

function createRef(path: string | undefined, title: string): PageRef | undefined {
  return path === undefined ? undefined : { path, title };
}
