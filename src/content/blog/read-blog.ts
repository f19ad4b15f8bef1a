import { existsSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { findMessagesFor } from '../../config/messages.ts';
import type { Blog, BlogPost } from '../../model/blog.ts';
import { applyTrailingSlash } from '../../model/trailing-slash.ts';
import { displayPath, formatPathFrom } from '../../shared/file-paths.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import type { DeclaredAudience } from '../audiences/declared-audiences.ts';
import { listDocs } from '../documents/read-docs.ts';
import { type DefinedTag, readFirst, readTags } from '../documents/tags.ts';
import { readTranslations } from '../languages/translations.ts';
import { joinPath, removeSlash } from '../links/permalinks.ts';
import { listBlogLists } from '../links/routes.ts';
import type { Claim } from '../site-checks.ts';
import { arrangeBlog } from './arrange-blog.ts';
import { parseAuthors } from './authors.ts';
import { type BlogContext, readPost } from './read-post.ts';

interface BlogToRead
  extends Pick<BlogContext, 'options' | 'mainDir' | 'siteDir' | 'basePath' | 'trailingSlash' | 'locale'> {
  /** Absolute path of `i18n/<locale>`. Undefined without translations. */
  localeDir: string | undefined;
  /** Absolute path of a folder with posts made from other files, such as a changelog. */
  generatedDir?: string | undefined;
}

/** Reads a blog from its folder. Without posts it has only its list. */
export async function readBlog(blogToRead: BlogToRead) {
  const { options, mainDir, siteDir, basePath, trailingSlash, locale, localeDir, generatedDir } = blogToRead;
  const dir = path.resolve(siteDir, options.path);
  const plugin = `docusaurus-plugin-content-blog${options.id === 'default' ? '' : `-${options.id}`}`;
  const translationsDir = localeDir === undefined ? undefined : path.join(localeDir, plugin);
  const localizedDir =
    translationsDir !== undefined && existsSync(translationsDir) ? translationsDir : undefined;
  const folders = [...(localizedDir === undefined ? [] : [localizedDir]), dir];
  const blogPath = removeSlash(joinPath(basePath, options.routeBasePath));
  const resolveAddress = (name: string) => joinPath(blogPath, name);
  const tagsPath = resolveAddress(options.tagsBasePath);
  const applySlashRule = (address: string) => applyTrailingSlash(address, { trailingSlash, basePath });
  const [authors, tags, translations] = await Promise.all([
    readFirst(folders, options.authorsMapPath),
    readTags(options.tags, folders, tagsPath),
    readTranslations(path.join(translationsDir ?? dir, 'options.json')),
  ]);
  const blogTexts: Readonly<Record<string, string>> = translationsDir === undefined ? {} : translations;
  const authorsFile = authors
    ? parseAuthors(authors.source, displayPath(authors.file), {
        basePath,
        authorsPath: resolveAddress(options.authorsBasePath),
      })
    : { authors: new Map(), problems: [] };
  const context: BlogContext = {
    ...blogToRead,
    dir,
    localizedDir,
    blogPath,
    tagsPath,
    authors: authorsFile.authors,
    tags: tags?.tags,
  };
  const problems: Problem[] = [...authorsFile.problems, ...(tags?.problems ?? [])];
  const isPost = picomatch(options.include, { ignore: options.exclude });
  const { docs: ownFiles } = listDocs(dir, isPost);
  const generatedFiles = generatedDir === undefined ? [] : listDocs(generatedDir, isPost).docs;
  // The site's own post wins over a generated one of the same name.
  const onlyGenerated = new Set(generatedFiles.filter((file) => !ownFiles.includes(file)));
  const tagsByAddress = new Map<string, DefinedTag>();
  const claims: Claim[] = [];
  const posts: BlogPost[] = [];
  /** Audiences that posts declare, by file. */
  const audiences = new Map<string, readonly DeclaredAudience[]>();
  for (const file of [...ownFiles, ...onlyGenerated]) {
    const isGenerated = generatedDir !== undefined && onlyGenerated.has(file);
    const fullPath = isGenerated
      ? path.join(generatedDir, file)
      : (folders
          .map((folder) => findPathOnDisk(path.join(folder, file)))
          .find((candidate) => existsSync(candidate)) ?? path.join(dir, file));
    const reading = readPost(file, fullPath, context, { isGenerated });
    problems.push(...reading.problems);
    if (!reading.post) continue;
    posts.push(reading.post);
    audiences.set(reading.post.file, reading.audiences);
    for (const tag of reading.tags)
      if (!tagsByAddress.has(applySlashRule(tag.path))) tagsByAddress.set(applySlashRule(tag.path), tag);
    claims.push({ name: reading.post.path, file: displayPath(fullPath) });
  }
  posts.sort((a, b) => b.date.localeCompare(a.date));
  if (options.sortPosts === 'ascending') posts.reverse();

  const blogAuthors = [...authorsFile.authors.values()].map((author) => ({
    ...author,
    page: author.page && applySlashRule(author.page),
    count: 0,
  }));
  const { blogSidebarCount: count, archiveBasePath } = options;
  const relateToMain = (folder: string) => formatPathFrom(mainDir, folder);
  const title = blogTexts.title ?? options.blogTitle;
  const frame = {
    id: options.id,
    path: applySlashRule(blogPath),
    title,
    description: blogTexts.description ?? options.blogDescription,
    isChangelog: options.changelog === undefined ? undefined : (true as const),
    sidebar: {
      title:
        blogTexts['sidebar.title'] ??
        options.blogSidebarTitle ??
        // Readers call the entries of a changelog releases, not posts.
        (options.changelog === undefined ? findMessagesFor(locale).blog.recentPosts : title),
      groupsByYear: options.blogSidebarGroupByYear,
      posts: [],
    },
    paging: { perPage: options.postsPerPage, pageBasePath: options.pageBasePath, sidebarCount: count },
    authors: blogAuthors,
    tagsPath: applySlashRule(tagsPath),
    authorsPath: blogAuthors.length > 0 ? applySlashRule(resolveAddress(options.authorsBasePath)) : undefined,
    archivePath: archiveBasePath === null ? undefined : applySlashRule(resolveAddress(archiveBasePath)),
    feeds: options.feedTypes.map((type) => ({ type, path: resolveAddress(feedFiles[type]) })),
    feed: {
      title: options.feedTitle,
      description: options.feedDescription,
      language: options.feedLanguage,
      copyright: options.feedCopyright,
      limit: options.feedLimit === 'ALL' ? undefined : options.feedLimit,
    },
    contentDirs: [...folders, ...(generatedDir === undefined ? [] : [generatedDir])].map(relateToMain),
  };
  const blog: Blog = arrangeBlog(frame, posts, { tags: tagsByAddress, trailingSlash, basePath });
  const what = `the lists of the blog in ${displayPath(dir)}`;
  claims.push(...listBlogLists(blog).map((name) => ({ name, file: displayPath(dir), what })));
  return { blog, audiences, problems, claims };
}

const feedFiles = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const;
