import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { BlogOptions } from '../../config/docs-options.ts';
import type { BlogAuthor, BlogPost } from '../../model/blog.ts';
import { joinUrl, withTrailingSlash } from '../../model/written-links.ts';
import { displayPath, pathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { type Declared, declaredIn } from '../declared-audiences.ts';
import { gitSync } from '../git.ts';
import { cutFrontMatter, parseDoc } from '../parsed-doc.ts';
import { isPlainPath, joinPath } from '../permalinks.ts';
import { type DefinedTag, inlineTag, tagRef, tagsOf } from '../tags.ts';
import { withoutParts } from '../title-and-excerpt.ts';
import { authorsOf } from './authors.ts';
import { postName } from './post-name.ts';

/** What posts of one blog have in common. */
export interface BlogContext {
  options: BlogOptions;
  /** Of the blog, absolute. */
  dir: string;
  /** The same translated. */
  localizedDir: string | undefined;
  /** Of the main docs folder, from which files are named. */
  mainDir: string;
  siteDir: string;
  basePath: string;
  /** Of the blog, without a slash at its end. */
  blogPath: string;
  tagsPath: string;
  trailingSlash: boolean | undefined;
  locale: string;
  authors: ReadonlyMap<string, BlogAuthor>;
  /** Absent where there is no file of tags. */
  tags: ReadonlyMap<string, DefinedTag> | undefined;
}

/** `<!-- truncate -->` and the same in MDX. */
const EXCERPT_END = /<!--\s*truncate\s*-->|\{\/\*\s*truncate\s*\*\/\}/;
const WORDS_A_MINUTE = 200;

/** A post, or nothing for a draft; `full` is where the file lies. */
export function readPost(
  file: string,
  full: string,
  context: BlogContext,
): { post?: BlogPost; audiences: readonly Declared[]; tags: DefinedTag[]; problems: Problem[] } {
  const { options, basePath, blogPath, trailingSlash } = context;
  const bytes = readFileSync(full);
  const parsed = parseDoc(bytes, 'post');
  const { frontMatter, contentTitle, excerpt, keyLines, issues } = parsed;
  const shown = displayPath(full);
  const problems: Problem[] = issues.map((issue) => ({ ...issue, file: shown }));
  const report = (severity: Problem['severity'], code: string, message: string, key?: string) =>
    problems.push({
      code,
      severity,
      file: shown,
      line: key === undefined ? undefined : keyLines[key],
      message,
    });
  const said = (option: BlogOptions['onInlineTags'], code: string, message: string, key?: string) => {
    if (option === 'throw' || option === 'warn')
      report(option === 'throw' ? 'error' : 'warning', code, message, key);
  };
  if (frontMatter.draft) return { audiences: [], tags: [], problems };

  const name = postName(file);
  const source = new TextDecoder('utf-8').decode(bytes);
  const { body } = cutFrontMatter(source);
  const written = dateOf(frontMatter.date);
  if (frontMatter.date !== undefined && written === undefined)
    report('error', 'front-matter', 'Front matter "date" must be a date, e.g. 2024-05-31.', 'date');
  const slug = frontMatter.slug ?? name.slug;
  const plainPath = joinPath(blogPath, slug);
  if (!isPlainPath(plainPath))
    report(
      'error',
      'slug',
      `"${slug}" cannot be the address of a page. Set a "slug" without the signs that addresses reserve.`,
      'slug',
    );
  const { authors, mistakes } = authorsOf(frontMatter, context.authors, basePath);
  for (const mistake of mistakes)
    report('error', 'blog-author', `Front matter "authors" ${mistake}`, 'authors');
  if (authors.some(({ key }) => key === undefined))
    said(
      options.onInlineAuthors,
      'blog-author',
      `An author is written in the post itself: take them into ${options.authorsMapPath}, or set onInlineAuthors.`,
      'authors',
    );
  const tags = tagsOf(frontMatter, context.tags ?? new Map(), context.tagsPath);
  const inline = context.tags && inlineTag(frontMatter, context.tags);
  if (inline !== undefined)
    said(options.onInlineTags, 'blog-tag', `The tag "${inline}" is not in ${options.tags}.`, 'tags');
  const end = options.truncateMarker ?? EXCERPT_END;
  const excerptEnd = new RegExp(end.source, end.flags.replace(/[gy]/g, ''));
  const hasEnd = excerptEnd.test(body);
  if (!hasEnd)
    said(
      options.onUntruncatedBlogPosts,
      'blog-excerpt',
      'Lists show the whole post: put <!-- truncate --> after its beginning, or set onUntruncatedBlogPosts.',
    );
  const content = withoutParts(body);
  const minutes = () => minutesOf(withoutTitle(content), context.locale);
  const fromMain = (absolute: string) => pathFrom(context.mainDir, absolute);
  const names = [context.localizedDir, context.dir].flatMap((folder) =>
    folder === undefined ? [] : fromMain(path.join(folder, file)),
  );
  const post: BlogPost = {
    file: fromMain(full),
    aliases: names.filter((name) => name !== fromMain(full)),
    hash: createHash('sha256').update(bytes).digest('hex'),
    frontMatter,
    path: withTrailingSlash(plainPath, trailingSlash),
    title: frontMatter.title ?? contentTitle ?? name.text,
    description: frontMatter.description ?? excerpt ?? '',
    date: (written ?? name.date ?? creationDate(full)).toISOString(),
    readingTime: options.showReadingTime
      ? options.readingTime
        ? options.readingTime({
            content,
            frontMatter,
            locale: context.locale,
            defaultReadingTime: minutes,
          })
        : minutes()
      : undefined,
    excerptEnd: hasEnd ? { source: excerptEnd.source, flags: excerptEnd.flags } : undefined,
    authors: authors.map((author) => ({
      ...author,
      page: author.page && withTrailingSlash(author.page, trailingSlash),
    })),
    tags: tags.map((tag) => {
      const { path: address, title } = tagRef(tag);
      return { title, path: withTrailingSlash(address, trailingSlash) };
    }),
    unlisted: frontMatter.unlisted ?? false,
    keywords: frontMatter.keywords ?? [],
    sidebarLabel: frontMatter.sidebar_label,
    editUrl: editUrlOf(file, full, plainPath, context),
    hideTableOfContents: frontMatter.hide_table_of_contents ?? false,
    tocMinHeadingLevel: frontMatter.toc_min_heading_level ?? TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: frontMatter.toc_max_heading_level ?? TOC_MAX_HEADING_LEVEL,
  };
  const audiences = declaredIn({ parsed, file: shown }, originalOf(file, full, context));
  return { post, audiences, tags, problems };
}

/** What a translation is a translation of. */
function originalOf(file: string, full: string, { dir }: BlogContext) {
  const original = path.join(dir, file);
  if (original === full || !existsSync(original)) return undefined;
  return { parsed: parseDoc(readFileSync(original), 'post'), file: displayPath(original) };
}

/** A day or a time; one without a zone is UTC. */
function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const text = value instanceof Date ? value.toISOString() : value;
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Of a post that says no date: when it was first committed, else when the file was made. */
function creationDate(file: string): Date {
  try {
    const args = ['log', '--diff-filter=A', '--follow', '--format=%cI', '--', path.basename(file)];
    const first = gitSync(path.dirname(file), args).trim().split('\n').at(-1);
    if (first) return new Date(first);
  } catch {
    // No repository, or no git.
  }
  return statSync(file).birthtime;
}

function minutesOf(text: string, locale: string): number {
  const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text);
  let count = 0;
  for (const { isWordLike } of words) if (isWordLike) count += 1;
  return Math.round((count / WORDS_A_MINUTE) * 100) / 100;
}

function withoutTitle(body: string): string {
  return body.trim().replace(/^# [^\n]*\n?/, '');
}

/** A function is told what Docusaurus tells it; a text is put before the way from the site folder. */
function editUrlOf(
  file: string,
  full: string,
  permalink: string,
  { options, dir, localizedDir, siteDir, locale }: BlogContext,
): string | undefined {
  const { editUrl, editLocalizedFiles } = options;
  const isLocalized = localizedDir !== undefined && full.startsWith(localizedDir + path.sep);
  const fromSite = (folder: string) => pathFrom(siteDir, folder);
  if (typeof editUrl === 'function') {
    const blogDirPath = fromSite(isLocalized ? localizedDir : dir);
    // It is one for documents by its type, and one for posts by its place.
    const ask = editUrl as unknown as (parts: Record<string, string>) => string | null | undefined;
    return ask({ blogDirPath, blogPath: file, permalink, locale }) ?? undefined;
  }
  if (editUrl === undefined) return undefined;
  return joinUrl(editUrl, `${fromSite(isLocalized && editLocalizedFiles ? localizedDir : dir)}/${file}`);
}
