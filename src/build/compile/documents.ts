import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { Audience } from '../../model/audience.ts';
import type { BlogPost } from '../../model/blog.ts';
import type { Doc, Site, StandalonePage } from '../../model/site.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { SiteToCheck } from '../check-site.ts';
import type { Folders } from '../folders.ts';
import { nameBlogSettings, nameDocsSettings, PAGES_SETTINGS_KEY } from './site-markdown.ts';

/** The source of an article: a document, a blog post, or a stand-alone page in Markdown. */
export type ArticleSource =
  | { kind: 'doc'; of: Doc }
  | { kind: 'post'; of: BlogPost; blog: string }
  | { kind: 'page'; of: StandalonePage };

/** A document, with what makes its compiled article out of date besides its dependencies. */
export interface DueDocument {
  document: DocumentToCompile;
  /** SHA-256 (hex) of the file. */
  bytesHash: string;
}

interface ArticleOnPage {
  source: ArticleSource;
  path: string;
  /** The article's file as the compiler names it: relative to the docs folder. */
  file: string;
  audience: Audience | undefined;
}

/** Lists the articles that are pages, with their audiences. */
export function listArticles(
  { docs, pages, blogs }: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): ArticleOnPage[] {
  const createArticle = (source: ArticleSource, audience = source.of.audience): ArticleOnPage => ({
    source,
    path: source.of.path,
    file: getArticleFile(source, folders),
    audience,
  });
  return [
    ...docs.map((doc) => createArticle({ kind: 'doc', of: doc })),
    ...pages.filter(({ kind }) => kind !== 'react').map((page) => createArticle({ kind: 'page', of: page })),
    ...blogs.flatMap(({ id, posts, audience }) =>
      posts.map((post) => createArticle({ kind: 'post', of: post, blog: id }, post.audience ?? audience)),
    ),
  ];
}

/** Lists every article of a compiled site that is a page, with its summary. */
export function listCompiledArticles({
  site,
  folders,
  articles,
}: Pick<SiteToCheck, 'site' | 'folders' | 'articles'>): (ArticleOnPage & { summary: ArticleSummary })[] {
  return listArticles(site, folders).flatMap((article) => {
    const { summary } = articles.get(article.file) ?? {};
    return summary ? [{ ...article, summary }] : [];
  });
}

export function listDocuments(site: Site, folders: Folders): DueDocument[] {
  return listArticles(site, folders).map(({ source }) => ({
    document: toDocument(source, folders),
    bytesHash: hashSource(source, folders),
  }));
}

/** Describes a document for the compiler. */
export function toDocument(source: ArticleSource, folders: Folders): DocumentToCompile {
  const file = getArticleFile(source, folders);
  if (source.kind === 'page') {
    const page = source.of;
    return {
      ...(page.kind === 'component' ? { isComponent: true as const } : {}),
      id: file,
      path: page.path,
      file,
      title: page.title,
      settings: PAGES_SETTINGS_KEY,
      hideTableOfContents: page.hideTableOfContents ?? false,
      tocMinHeadingLevel: page.tocMinHeadingLevel ?? TOC_MIN_HEADING_LEVEL,
      tocMaxHeadingLevel: page.tocMaxHeadingLevel ?? TOC_MAX_HEADING_LEVEL,
      frontMatter: page.frontMatter ?? {},
    };
  }
  const { path, title, hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel, frontMatter } = source.of;
  const levels = { hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel };
  const common = { path, file, title, ...levels, frontMatter };
  if (source.kind === 'doc') {
    const { id, set } = source.of;
    return { ...common, id, set: set === '' ? undefined : set, settings: nameDocsSettings(set) };
  }
  const settings = nameBlogSettings(source.blog);
  return { ...common, id: file, set: settings, settings, excerptEnd: source.of.excerptEnd };
}

function hashSource(source: ArticleSource, { pagesDir }: Folders): string {
  if (source.kind !== 'page') return source.of.hash;
  return hash('sha256', readFileSync(path.join(pagesDir, source.of.file)));
}

/** The article's file as the compiler names it: relative to the docs folder. */
export function getArticleFile(
  { kind, of }: ArticleSource,
  { docsDir, pagesDir }: Pick<Folders, 'docsDir' | 'pagesDir'>,
): string {
  return kind === 'page' ? formatPathFrom(docsDir, path.join(pagesDir, of.file)) : of.file;
}
