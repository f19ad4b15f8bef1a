import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { BlogOptions } from '../../config/docs-options.ts';
import type { BlogAuthor, BlogPost } from '../../model/blog.ts';
import { applyTrailingSlash } from '../../model/trailing-slash.ts';
import { joinUrl } from '../../model/written-links.ts';
import { displayPath, formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { type DeclaredAudience, readDeclaredAudiences } from '../audiences/declared-audiences.ts';
import { runGitSync } from '../dates/git.ts';
import { cutFrontMatter } from '../documents/cut-front-matter.ts';
import { parseDoc } from '../documents/parsed-doc.ts';
import { createTagRef, type DefinedTag, findInlineTag, resolveTags } from '../documents/tags.ts';
import { removeParts } from '../documents/title-and-excerpt.ts';
import { isPlainPath, joinPath } from '../links/permalinks.ts';
import { readPostAuthors } from './authors.ts';
import { parsePostName } from './post-name.ts';

/** Settings and folders that the posts of one blog share. */
export interface BlogContext {
  options: BlogOptions;
  /** Absolute path of the blog folder. */
  dir: string;
  /** Absolute path of the folder with translated posts. */
  localizedDir: string | undefined;
  /** The main docs folder. Files in the Site are relative to it. */
  mainDir: string;
  siteDir: string;
  basePath: string;
  /** Address of the blog, without a slash at the end. */
  blogPath: string;
  tagsPath: string;
  trailingSlash: boolean | undefined;
  locale: string;
  authors: ReadonlyMap<string, BlogAuthor>;
  /** Undefined without a tags file. */
  tags: ReadonlyMap<string, DefinedTag> | undefined;
}

/** Ends the excerpt of a post: `<!-- truncate -->`, or the same as an MDX comment. */
const EXCERPT_END = /<!--\s*truncate\s*-->|\{\/\*\s*truncate\s*\*\/\}/;
const WORDS_A_MINUTE = 200;

/**
 * Reads a post. A draft returns no post. `full` is the absolute path of the file. `isGenerated`: the post is made from a
 * release in a changelog, which is shown whole, and has no reading time.
 */
export function readPost(
  file: string,
  full: string,
  context: BlogContext,
  { isGenerated = false }: { isGenerated?: boolean } = {},
): { post?: BlogPost; audiences: readonly DeclaredAudience[]; tags: DefinedTag[]; problems: Problem[] } {
  const { options, basePath, blogPath } = context;
  const bytes = readFileSync(full);
  const parsedPost = parseDoc(bytes, 'post');
  const { frontMatter, contentTitle, excerpt, keyLines, issues } = parsedPost;
  const displayedFile = displayPath(full);
  const problems: Problem[] = issues.map((issue) => ({ ...issue, file: displayedFile }));
  const report = (severity: Problem['severity'], code: string, message: string, key?: string) =>
    problems.push({
      code,
      severity,
      file: displayedFile,
      line: key === undefined ? undefined : keyLines[key],
      message,
    });
  const reportAsConfigured = (
    option: BlogOptions['onInlineTags'],
    code: string,
    message: string,
    key?: string,
  ) => {
    if (option === 'throw' || option === 'warn')
      report(option === 'throw' ? 'error' : 'warning', code, message, key);
  };
  if (frontMatter.draft) return { audiences: [], tags: [], problems };

  const name = parsePostName(file);
  const source = new TextDecoder('utf-8').decode(bytes);
  const { body } = cutFrontMatter(source);
  const statedDate = parseDate(frontMatter.date);
  if (frontMatter.date !== undefined && statedDate === undefined)
    report('error', 'front-matter', 'Front matter "date" must be a date, e.g. 2024-05-31.', 'date');
  const slug = frontMatter.slug ?? name.slug;
  const plainPath = joinPath(blogPath, slug);
  if (!isPlainPath(plainPath))
    report(
      'error',
      'slug',
      `"${slug}" can't be the address of a page. Set a "slug" without characters that are reserved in addresses.`,
      'slug',
    );
  const { authors, mistakes } = readPostAuthors(frontMatter, context.authors, basePath);
  for (const mistake of mistakes)
    report('error', 'blog-author', `Front matter "authors" ${mistake}`, 'authors');
  if (authors.some(({ key }) => key === undefined))
    reportAsConfigured(
      options.onInlineAuthors,
      'blog-author',
      `An author is described in the post itself. Add the author to ${options.authorsMapPath}, or change onInlineAuthors.`,
      'authors',
    );
  const tags = resolveTags(frontMatter, context.tags ?? new Map(), context.tagsPath);
  const inline = context.tags && findInlineTag(frontMatter, context.tags);
  if (inline !== undefined)
    reportAsConfigured(
      options.onInlineTags,
      'blog-tag',
      `The tag "${inline}" isn't defined in ${options.tags}. Define it there, or change onInlineTags.`,
      'tags',
    );
  const marker = options.truncateMarker ?? EXCERPT_END;
  const excerptEnd = new RegExp(marker.source, marker.flags.replace(/[gy]/g, ''));
  const hasExcerptEnd = excerptEnd.test(body);
  if (!hasExcerptEnd && !isGenerated)
    reportAsConfigured(
      options.onUntruncatedBlogPosts,
      'blog-excerpt',
      'Lists show the whole post. Put <!-- truncate --> after its introduction, or change onUntruncatedBlogPosts.',
    );
  const content = removeParts(body);
  const estimateReadingTime = () => estimateMinutes(removeTitle(content), context.locale);
  const relateToMain = (absolute: string) => formatPathFrom(context.mainDir, absolute);
  const possibleFiles = [context.localizedDir, context.dir].flatMap((folder) =>
    folder === undefined ? [] : relateToMain(path.join(folder, file)),
  );
  const post: BlogPost = {
    file: relateToMain(full),
    aliases: possibleFiles.filter((name) => name !== relateToMain(full)),
    hash: createHash('sha256').update(bytes).digest('hex'),
    frontMatter,
    path: applyTrailingSlash(plainPath, context),
    title: frontMatter.title ?? contentTitle ?? name.text,
    description: frontMatter.description ?? excerpt ?? '',
    date: (statedDate ?? name.date ?? findCreationDate(full)).toISOString(),
    readingTime:
      options.showReadingTime && !isGenerated
        ? options.readingTime
          ? options.readingTime({
              content,
              frontMatter,
              locale: context.locale,
              defaultReadingTime: estimateReadingTime,
            })
          : estimateReadingTime()
        : undefined,
    excerptEnd: hasExcerptEnd ? { source: excerptEnd.source, flags: excerptEnd.flags } : undefined,
    authors: authors.map((author) => ({
      ...author,
      page: author.page && applyTrailingSlash(author.page, context),
    })),
    tags: tags.map((tag) => {
      const { path: address, title } = createTagRef(tag);
      return { title, path: applyTrailingSlash(address, context) };
    }),
    unlisted: frontMatter.unlisted ?? false,
    keywords: frontMatter.keywords ?? [],
    sidebarLabel: frontMatter.sidebar_label,
    editUrl: createEditUrl(file, full, plainPath, context),
    hideTableOfContents: frontMatter.hide_table_of_contents ?? false,
    tocMinHeadingLevel: frontMatter.toc_min_heading_level ?? TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: frontMatter.toc_max_heading_level ?? TOC_MAX_HEADING_LEVEL,
  };
  const audiences = readDeclaredAudiences(
    { parsed: parsedPost, file: displayedFile },
    readOriginal(file, full, context),
  );
  return { post, audiences, tags, problems };
}

/** Reads the original of a translated post. */
function readOriginal(file: string, full: string, { dir }: BlogContext) {
  const original = path.join(dir, file);
  if (original === full || !existsSync(original)) return undefined;
  return { parsed: parseDoc(readFileSync(original), 'post'), file: displayPath(original) };
}

/** Parses a date or a time. Without a time zone it's UTC. */
function parseDate(value: unknown): Date | undefined {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const text = value instanceof Date ? value.toISOString() : value;
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** For a post without a date: the date of its first commit, otherwise the creation time of its file. */
function findCreationDate(file: string): Date {
  try {
    const args = ['log', '--diff-filter=A', '--follow', '--format=%cI', '--', path.basename(file)];
    const first = runGitSync(path.dirname(file), args).trim().split('\n').at(-1);
    if (first) return new Date(first);
  } catch {
    // There is no repository, or Git isn't installed.
  }
  return statSync(file).birthtime;
}

function estimateMinutes(text: string, locale: string): number {
  const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text);
  let count = 0;
  for (const { isWordLike } of words) if (isWordLike) count += 1;
  return Math.round((count / WORDS_A_MINUTE) * 100) / 100;
}

function removeTitle(body: string): string {
  return body.trim().replace(/^# [^\n]*\n?/, '');
}

/**
 * Calls an `editUrl` function with the arguments of Docusaurus, or puts an `editUrl` text before the path of the file.
 */
function createEditUrl(
  file: string,
  full: string,
  permalink: string,
  { options, dir, localizedDir, siteDir, locale }: BlogContext,
): string | undefined {
  const { editUrl, editLocalizedFiles } = options;
  const isLocalized = localizedDir !== undefined && full.startsWith(localizedDir + path.sep);
  const relateToSite = (folder: string) => formatPathFrom(siteDir, folder);
  if (typeof editUrl === 'function') {
    const blogDirPath = relateToSite(isLocalized ? localizedDir : dir);
    // The option has one type for documents and posts. Here it is called with the arguments for posts.
    const createUrl = editUrl as unknown as (parts: Record<string, string>) => string | null | undefined;
    return createUrl({ blogDirPath, blogPath: file, permalink, locale }) ?? undefined;
  }
  if (editUrl === undefined) return undefined;
  return joinUrl(editUrl, `${relateToSite(isLocalized && editLocalizedFiles ? localizedDir : dir)}/${file}`);
}
