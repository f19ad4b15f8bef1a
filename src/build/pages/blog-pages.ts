import type { Texts } from '../../config/texts.ts';
import type { Blog, BlogAuthor, BlogList, BlogPost, PageRef } from '../../model/site.ts';
import { sidebarFileUrl } from '../../model/urls.ts';
import type { AuthorHead, BlogData, ListedPost, PostHead } from '../../ui/blog/blog-data.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { SidebarData } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { PagePlan, PageSources } from './page-plan.ts';
import type { SitePage } from './site-pages.ts';

/** Every page of every blog. */
export function blogPages({ site, config, languages }: PageSources): SitePage[] {
  return site.blogs.flatMap((blog) => {
    const words = wordsOf(config.texts, languages.current.name);
    const posts = new Map(blog.posts.map((post) => [post.path, post]));
    const frame = (
      kind: PagePlan['kind'],
      path: string,
      headTitle: string,
      blogData: BlogData,
    ): PagePlan => ({
      path,
      kind,
      headTitle,
      description: '',
      toc: [],
      breadcrumbs: [],
      sidebar: sidebarOf(blog, path),
      blog: blogData,
    });
    const shell = (plan: PagePlan): SitePage => ({
      kind: 'shell',
      path: plan.path,
      shows: plan.kind,
      plan: () => plan,
    });
    return [
      ...blog.posts.map(
        (post): SitePage => ({
          kind: 'article',
          path: post.path,
          shows: 'blog-post',
          source: { kind: 'post', post, blog: blog.id },
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
          sources: listed.map((post) => ({ kind: 'post', post, blog: blog.id })),
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
        shell({ ...frame('blog-index', path, title, data), description }),
      ),
    ];
  });
}

function headTitleOf({ title, frontMatter: { title_meta } }: BlogPost): string {
  return typeof title_meta === 'string' ? title_meta : title;
}

/** The texts of a language, and how it says days and numbers. */
interface Words {
  texts: Texts;
  locale: string;
  /** One of the forms of a text between bars, by a number. */
  plural(text: string, count: number): string;
}

function wordsOf(texts: Texts, locale: string): Words {
  const rules = new Intl.PluralRules(locale);
  // In the order in which translations list their forms.
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
    rules.resolvedOptions().pluralCategories.some((category) => category === form),
  );
  return {
    texts,
    locale,
    plural(text, count) {
      const parts = text.split('|');
      const at = forms.indexOf(rules.select(count));
      return parts[Math.min(at, parts.length - 1)] ?? text;
    },
  };
}

function dayOf(date: string, { locale }: Words, withYear = true): string {
  const year = withYear ? 'numeric' : undefined;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  return format.format(new Date(date));
}

function headOf(post: BlogPost, words: Words): PostHead {
  const minutes = post.readingTime === undefined ? undefined : Math.ceil(post.readingTime);
  return {
    title: post.title,
    date: post.date,
    day: dayOf(post.date, words),
    readingTime:
      minutes === undefined
        ? undefined
        : fillText(words.plural(words.texts.readingTime, minutes), { readingTime: minutes }),
    authors: post.authors.map(authorHead),
  };
}

function listedPost(post: BlogPost, words: Words): ListedPost {
  const { path, tags, excerptEnd } = post;
  return { ...headOf(post, words), path, tags, more: excerptEnd !== undefined };
}

function authorHead({ name, title, image, url, email, page, socials }: BlogAuthor): AuthorHead {
  const href = page ?? url ?? (email === undefined ? undefined : `mailto:${email}`);
  return { name, title, image, href, socials };
}

function postCount(count: number, { texts, plural }: Words): string {
  return fillText(plural(texts.manyPosts, count), { count });
}

interface AboutList {
  headTitle: string;
  description: string;
  unlisted?: true | undefined;
  data: BlogData;
}

function aboutList(blog: Blog, list: BlogList, words: Words): AboutList {
  const { texts } = words;
  const tag = blog.tags.find(({ path }) => path === list.tag);
  if (tag) {
    const nPosts = postCount(tag.posts.length, words);
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
    const nPosts = postCount(author.count ?? 0, words);
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

/** The pages that list what is not posts. */
function indexPages(
  blog: Blog,
  words: Words,
): { path: string; title: string; data: BlogData; description?: string }[] {
  const { texts } = words;
  const { tagsPath, authorsPath, archivePath } = blog;
  const heading = (title: string) => ({ heading: { title } });
  return [
    ...(tagsPath === undefined
      ? []
      : [{ path: tagsPath, title: texts.tags, data: { ...heading(texts.tags), tags: byLetter(blog) } }]),
    ...(authorsPath === undefined
      ? []
      : [
          {
            path: authorsPath,
            title: texts.authors,
            data: {
              ...heading(texts.authors),
              authors: blog.authors.map((author) => ({ ...authorHead(author), count: author.count })),
            },
          },
        ]),
    ...(archivePath === undefined
      ? []
      : [
          {
            path: archivePath,
            title: texts.archive,
            description: texts.archive,
            data: { ...heading(texts.archive), years: byYear(blog, words) },
          },
        ]),
  ];
}

function byLetter({ tags }: Blog): BlogData['tags'] {
  const listed = tags.filter(({ unlisted }) => !unlisted).toSorted((a, b) => a.title.localeCompare(b.title));
  const letters = Map.groupBy(listed, ({ title }) => title.charAt(0).toUpperCase());
  return [...letters]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([letter, group]) => ({
      letter,
      tags: group.map(({ path, title, posts }) => ({ path, title, count: posts.length })),
    }));
}

/** Oldest first within a year, as they happened; the years as the list of posts has them. */
function byYear({ posts }: Blog, words: Words): BlogData['years'] {
  const listed = posts.filter(({ unlisted }) => !unlisted);
  const years = Map.groupBy(listed, ({ date }) => date.slice(0, 4));
  return [...years].map(([year, inYear]) => ({
    year,
    posts: inYear.toReversed().map(({ path, title, date }) => ({
      path,
      title: `${dayOf(date, words, false)} - ${title}`,
    })),
  }));
}

function refTo(path: string | undefined, title: string): PageRef | undefined {
  return path === undefined ? undefined : { path, title };
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
