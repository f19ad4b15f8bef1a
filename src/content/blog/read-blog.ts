import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import picomatch from 'picomatch';
import type { Blog, BlogPost, BlogTag } from '../../model/site.ts';
import { withTrailingSlash } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { displayPath } from '../display-path.ts';
import { joinPath, withoutSlash } from '../permalinks.ts';
import { listDocs } from '../read-docs.ts';
import type { Claim } from '../site-checks.ts';
import { type DefinedTag, parseTagsFile } from '../tags.ts';
import { readTranslations } from '../translations.ts';
import { parseAuthors } from './authors.ts';
import { listPages } from './blog-lists.ts';
import { type BlogContext, readPost } from './read-post.ts';

interface BlogToRead
  extends Pick<BlogContext, 'options' | 'mainDir' | 'siteDir' | 'basePath' | 'trailingSlash' | 'locale'> {
  /** `i18n/<locale>`, absolute, where there are translations. */
  localeDir: string | undefined;
}

const DEFAULT_SIDEBAR_TITLE = 'Recent posts';

/** A blog as its folder has it; without posts it has its list, and nothing else. */
export async function readBlog(
  given: BlogToRead,
): Promise<{ blog: Blog; problems: Problem[]; claims: Claim[] }> {
  const { options, mainDir, siteDir, basePath, trailingSlash, localeDir } = given;
  const dir = path.resolve(siteDir, options.path);
  const plugin = `docusaurus-plugin-content-blog${options.id === 'default' ? '' : `-${options.id}`}`;
  const translated = localeDir === undefined ? undefined : path.join(localeDir, plugin);
  const localizedDir = translated !== undefined && existsSync(translated) ? translated : undefined;
  const folders = [...(localizedDir === undefined ? [] : [localizedDir]), dir];
  const blogPath = withoutSlash(joinPath(basePath, options.routeBasePath));
  const below = (name: string) => joinPath(blogPath, name);
  const slash = (address: string) => withTrailingSlash(address, trailingSlash);
  const [authors, tags, translations] = await Promise.all([
    readFirst(folders, options.authorsMapPath),
    options.tags === false ? undefined : readFirst(folders, options.tags),
    readTranslations(path.join(translated ?? dir, 'options.json')),
  ]);
  const said: Readonly<Record<string, string>> = translated === undefined ? {} : translations;
  const knownAuthors = authors
    ? parseAuthors(authors.source, displayPath(authors.file), {
        basePath,
        authorsPath: below(options.authorsBasePath),
      })
    : { authors: new Map(), problems: [] };
  const knownTags = tags
    ? parseTagsFile(tags.source, displayPath(tags.file), below(options.tagsBasePath))
    : undefined;
  const context: BlogContext = {
    ...given,
    dir,
    localizedDir,
    blogPath,
    tagsPath: below(options.tagsBasePath),
    authors: knownAuthors.authors,
    tags: knownTags?.tags,
  };
  const problems: Problem[] = [...knownAuthors.problems, ...(knownTags?.problems ?? [])];
  const { docs: files } = await listDocs(dir, picomatch(options.include, { ignore: options.exclude }));
  const defined = new Map<string, DefinedTag>();
  const claims: Claim[] = [];
  const posts: BlogPost[] = [];
  for (const file of files) {
    const full =
      folders.map((folder) => path.join(folder, file)).find((one) => existsSync(one)) ?? path.join(dir, file);
    const read = readPost(file, full, context);
    problems.push(...read.problems);
    if (!read.post) continue;
    posts.push(read.post);
    for (const tag of read.tags) if (!defined.has(slash(tag.path))) defined.set(slash(tag.path), tag);
    claims.push({ name: read.post.path, file: displayPath(full), what: displayPath(full) });
  }
  posts.sort((a, b) => b.date.localeCompare(a.date));
  if (options.sortPosts === 'ascending') posts.reverse();

  const listed = posts.filter(({ unlisted }) => !unlisted);
  listed.forEach((post, at) => {
    post.previous = refTo(listed[at - 1]);
    post.next = refTo(listed[at + 1]);
  });
  const blogTags = tagsOfPosts(posts, defined);
  const blogAuthors = [...knownAuthors.authors.values()].map((author) => ({
    ...author,
    page: author.page && slash(author.page),
    count: postsBy(author.key, listed).length,
  }));
  const pages = { perPage: options.postsPerPage, pageBasePath: options.pageBasePath };
  const lists = [
    ...listPages({ path: blogPath, posts: listed.map((post) => post.path), ...pages }),
    ...blogTags.flatMap((tag) => listPages({ path: tag.path, posts: tag.posts, tag: tag.path, ...pages })),
    ...blogAuthors.flatMap(({ key, page }) =>
      page === undefined ? [] : listPages({ path: page, posts: postsBy(key, listed), author: key, ...pages }),
    ),
  ].map((list) => ({
    ...list,
    path: slash(list.path),
    previous: list.previous && slash(list.previous),
    next: list.next && slash(list.next),
  }));
  const { blogSidebarCount: count, archiveBasePath } = options;
  const latest = count === 'ALL' ? posts : posts.slice(0, count);
  const fromMain = (folder: string) => path.relative(mainDir, folder).split(path.sep).join('/');
  const blog: Blog = {
    id: options.id,
    path: slash(blogPath),
    title: said.title ?? options.blogTitle,
    description: said.description ?? options.blogDescription,
    sidebar: {
      title: said['sidebar.title'] ?? options.blogSidebarTitle ?? DEFAULT_SIDEBAR_TITLE,
      posts: latest.map((post) => ({
        path: post.path,
        title: post.sidebarLabel ?? post.title,
        unlisted: post.unlisted,
      })),
    },
    posts,
    lists,
    tags: blogTags,
    authors: blogAuthors,
    tagsPath: blogTags.length > 0 ? slash(below(options.tagsBasePath)) : undefined,
    authorsPath: blogAuthors.length > 0 ? slash(below(options.authorsBasePath)) : undefined,
    archivePath: archiveBasePath !== null && listed.length > 0 ? slash(below(archiveBasePath)) : undefined,
    feeds: listed.length > 0 ? options.feedTypes.map((type) => ({ type, path: below(feedFiles[type]) })) : [],
    feed: {
      title: options.feedTitle,
      description: options.feedDescription,
      language: options.feedLanguage,
      copyright: options.feedCopyright,
      limit: options.feedLimit === 'ALL' ? undefined : options.feedLimit,
    },
    contentDirs: folders.map(fromMain),
  };
  const ofLists = [...blog.lists.map((list) => list.path), blog.tagsPath, blog.authorsPath, blog.archivePath];
  const what = `the lists of the blog in ${displayPath(dir)}`;
  claims.push(
    ...ofLists.flatMap((name) => (name === undefined ? [] : { name, file: displayPath(dir), what })),
  );
  return { blog, problems, claims };
}

const feedFiles = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const;

/** By address, as the posts come; unlisted posts count only where there are no others. */
function tagsOfPosts(posts: readonly BlogPost[], defined: ReadonlyMap<string, DefinedTag>): BlogTag[] {
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
      description: defined.get(address)?.description,
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

async function readFirst(folders: readonly string[], name: string) {
  for (const folder of folders) {
    const file = path.join(folder, name);
    const source = await readFile(file, 'utf8').catch(() => undefined);
    if (source !== undefined) return { file, source };
  }
  return undefined;
}
