import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { Audience } from '../../model/audience.ts';
import type { BlogPost } from '../../model/blog.ts';
import type { Doc, Site, StandalonePage } from '../../model/site.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { SiteToCheck } from '../check-site.ts';
import type { Folders } from '../folders.ts';
import { blogSettings, docsSettings, PAGES_SETTINGS } from './site-markdown.ts';

/** What an article is compiled from: a document, a post of a blog, or a stand-alone page written in Markdown. */
export type ArticleSource =
  | { kind: 'doc'; of: Doc }
  | { kind: 'post'; of: BlogPost; blog: string }
  | { kind: 'page'; of: StandalonePage };

/** A document and what of it, besides its dependencies, makes a compiled article out of date. */
export interface DueDocument {
  document: DocumentToCompile;
  /** SHA-256 (hex) of the file. */
  bytesHash: string;
}

interface ArticleOnPage {
  source: ArticleSource;
  path: string;
  /** Of the article, as the compiler names files: from the docs folder. */
  file: string;
  audience: Audience | undefined;
}

/** Every article that is a page, with its audience. */
export function articlesIn(
  { docs, pages, blogs }: Site,
  folders: Pick<Folders, 'docsDir' | 'pagesDir'>,
): ArticleOnPage[] {
  const article = (source: ArticleSource, audience = source.of.audience): ArticleOnPage => ({
    source,
    path: source.of.path,
    file: fileOf(source, folders),
    audience,
  });
  return [
    ...docs.map((doc) => article({ kind: 'doc', of: doc })),
    ...pages.filter(({ kind }) => kind !== 'react').map((page) => article({ kind: 'page', of: page })),
    ...blogs.flatMap(({ id, posts, audience }) =>
      posts.map((post) => article({ kind: 'post', of: post, blog: id }, post.audience ?? audience)),
    ),
  ];
}

/** The same of a site that is compiled, with what is known of each. */
export function compiledIn({
  site,
  folders,
  articles,
}: Pick<SiteToCheck, 'site' | 'folders' | 'articles'>): (ArticleOnPage & { summary: ArticleSummary })[] {
  return articlesIn(site, folders).flatMap((article) => {
    const { summary } = articles.get(article.file) ?? {};
    return summary ? [{ ...article, summary }] : [];
  });
}

export function documentsOf(site: Site, folders: Folders): DueDocument[] {
  return articlesIn(site, folders).map(({ source }) => ({
    document: documentOf(source, folders),
    bytesHash: hashOf(source, folders),
  }));
}

/** What the compiler is told of a document. */
export function documentOf(source: ArticleSource, folders: Folders): DocumentToCompile {
  const file = fileOf(source, folders);
  if (source.kind === 'page') {
    const page = source.of;
    return {
      ...(page.kind === 'component' ? { isComponent: true as const } : {}),
      id: file,
      path: page.path,
      file,
      title: page.title,
      settings: PAGES_SETTINGS,
      hideTableOfContents: page.hideTableOfContents ?? false,
      tocMinHeadingLevel: page.tocMinHeadingLevel ?? TOC_MIN_HEADING_LEVEL,
      tocMaxHeadingLevel: page.tocMaxHeadingLevel ?? TOC_MAX_HEADING_LEVEL,
      frontMatter: {},
    };
  }
  const { path, title, hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel, frontMatter } = source.of;
  const levels = { hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel };
  const written = { path, file, title, ...levels, frontMatter };
  if (source.kind === 'doc') {
    const { id, set } = source.of;
    return { ...written, id, set: set === '' ? undefined : set, settings: docsSettings(set) };
  }
  const settings = blogSettings(source.blog);
  return { ...written, id: file, set: settings, settings, excerptEnd: source.of.excerptEnd };
}

function hashOf(source: ArticleSource, { pagesDir }: Folders): string {
  if (source.kind !== 'page') return source.of.hash;
  return hash('sha256', readFileSync(path.join(pagesDir, source.of.file)));
}

/** As the compiler names files. */
export function fileOf(
  { kind, of }: ArticleSource,
  { docsDir, pagesDir }: Pick<Folders, 'docsDir' | 'pagesDir'>,
): string {
  return kind === 'page' ? pathFrom(docsDir, path.join(pagesDir, of.file)) : of.file;
}
