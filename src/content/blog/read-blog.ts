import { existsSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import type { Blog, BlogPost } from '../../model/blog.ts';
import { withTrailingSlash } from '../../model/written-links.ts';
import { displayPath, pathFrom } from '../../shared/file-paths.ts';
import { pathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Declared } from '../declared-audiences.ts';
import { joinPath, withoutSlash } from '../permalinks.ts';
import { listDocs } from '../read-docs.ts';
import { blogLists } from '../routes.ts';
import type { Claim } from '../site-checks.ts';
import { type DefinedTag, readFirst, readTags } from '../tags.ts';
import { readTranslations } from '../translations.ts';
import { arrangeBlog } from './arrange-blog.ts';
import { parseAuthors } from './authors.ts';
import { type BlogContext, readPost } from './read-post.ts';

interface BlogToRead
  extends Pick<BlogContext, 'options' | 'mainDir' | 'siteDir' | 'basePath' | 'trailingSlash' | 'locale'> {
  /** `i18n/<locale>`, absolute, where there are translations. */
  localeDir: string | undefined;
}

const DEFAULT_SIDEBAR_TITLE = 'Recent posts';

/** A blog as its folder has it; without posts it has its list, and nothing else. */
export async function readBlog(given: BlogToRead) {
  const { options, mainDir, siteDir, basePath, trailingSlash, localeDir } = given;
  const dir = path.resolve(siteDir, options.path);
  const plugin = `docusaurus-plugin-content-blog${options.id === 'default' ? '' : `-${options.id}`}`;
  const translated = localeDir === undefined ? undefined : path.join(localeDir, plugin);
  const localizedDir = translated !== undefined && existsSync(translated) ? translated : undefined;
  const folders = [...(localizedDir === undefined ? [] : [localizedDir]), dir];
  const blogPath = withoutSlash(joinPath(basePath, options.routeBasePath));
  const below = (name: string) => joinPath(blogPath, name);
  const tagsPath = below(options.tagsBasePath);
  const slash = (address: string) => withTrailingSlash(address, trailingSlash);
  const [authors, tags, translations] = await Promise.all([
    readFirst(folders, options.authorsMapPath),
    readTags(options.tags, folders, tagsPath),
    readTranslations(path.join(translated ?? dir, 'options.json')),
  ]);
  const said: Readonly<Record<string, string>> = translated === undefined ? {} : translations;
  const knownAuthors = authors
    ? parseAuthors(authors.source, displayPath(authors.file), {
        basePath,
        authorsPath: below(options.authorsBasePath),
      })
    : { authors: new Map(), problems: [] };
  const context: BlogContext = {
    ...given,
    dir,
    localizedDir,
    blogPath,
    tagsPath,
    authors: knownAuthors.authors,
    tags: tags?.tags,
  };
  const problems: Problem[] = [...knownAuthors.problems, ...(tags?.problems ?? [])];
  const { docs: files } = listDocs(dir, picomatch(options.include, { ignore: options.exclude }));
  const defined = new Map<string, DefinedTag>();
  const claims: Claim[] = [];
  const posts: BlogPost[] = [];
  /** By file of the post: what it says itself. */
  const audiences = new Map<string, readonly Declared[]>();
  for (const file of files) {
    const full =
      folders.map((folder) => pathOnDisk(path.join(folder, file))).find((one) => existsSync(one)) ??
      path.join(dir, file);
    const read = readPost(file, full, context);
    problems.push(...read.problems);
    if (!read.post) continue;
    posts.push(read.post);
    audiences.set(read.post.file, read.audiences);
    for (const tag of read.tags) if (!defined.has(slash(tag.path))) defined.set(slash(tag.path), tag);
    claims.push({ name: read.post.path, file: displayPath(full) });
  }
  posts.sort((a, b) => b.date.localeCompare(a.date));
  if (options.sortPosts === 'ascending') posts.reverse();

  const blogAuthors = [...knownAuthors.authors.values()].map((author) => ({
    ...author,
    page: author.page && slash(author.page),
    count: 0,
  }));
  const { blogSidebarCount: count, archiveBasePath } = options;
  const fromMain = (folder: string) => pathFrom(mainDir, folder);
  const frame = {
    id: options.id,
    path: slash(blogPath),
    title: said.title ?? options.blogTitle,
    description: said.description ?? options.blogDescription,
    sidebar: {
      title: said['sidebar.title'] ?? options.blogSidebarTitle ?? DEFAULT_SIDEBAR_TITLE,
      posts: [],
    },
    paging: { perPage: options.postsPerPage, pageBasePath: options.pageBasePath, sidebarCount: count },
    authors: blogAuthors,
    tagsPath: slash(tagsPath),
    authorsPath: blogAuthors.length > 0 ? slash(below(options.authorsBasePath)) : undefined,
    archivePath: archiveBasePath === null ? undefined : slash(below(archiveBasePath)),
    feeds: options.feedTypes.map((type) => ({ type, path: below(feedFiles[type]) })),
    feed: {
      title: options.feedTitle,
      description: options.feedDescription,
      language: options.feedLanguage,
      copyright: options.feedCopyright,
      limit: options.feedLimit === 'ALL' ? undefined : options.feedLimit,
    },
    contentDirs: folders.map(fromMain),
  };
  const blog: Blog = arrangeBlog(frame, posts, { tags: defined, trailingSlash });
  const what = `the lists of the blog in ${displayPath(dir)}`;
  claims.push(...blogLists(blog).map((name) => ({ name, file: displayPath(dir), what })));
  return { blog, audiences, problems, claims };
}

const feedFiles = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const;
