import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { BlogPost } from '../../model/blog.ts';
import type { Doc, Site, StandalonePage } from '../../model/site.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';
import { blogSettings, docsSettings, PAGES_SETTINGS } from './site-markdown.ts';

/** What an article is compiled from: a document, a post of a blog, or a stand-alone page written in Markdown. */
export type ArticleSource =
  | { kind: 'doc'; doc: Doc }
  | { kind: 'post'; post: BlogPost; blog: string }
  | { kind: 'page'; page: StandalonePage };

/** A document and what of it, besides its dependencies, makes a compiled article out of date. */
export interface DueDocument {
  document: DocumentToCompile;
  /** SHA-256 (hex) of the file. */
  bytesHash: string;
  /** Of the file and of everything that the Site says about it. */
  hash: string;
}

export function documentsOf(site: Site, folders: Folders): DueDocument[] {
  const sources: ArticleSource[] = [
    ...site.docs.map((doc) => ({ kind: 'doc', doc }) as const),
    ...site.blogs.flatMap(({ id, posts }) =>
      posts.map((post) => ({ kind: 'post', post, blog: id }) as const),
    ),
    ...site.pages.filter((page) => page.kind !== 'react').map((page) => ({ kind: 'page', page }) as const),
  ];
  return sources.map((source) => {
    const document = documentOf(source, folders);
    const bytesHash = hashOf(source, folders);
    return { document, bytesHash, hash: shortHash(JSON.stringify([bytesHash, document])) };
  });
}

/** What the compiler is told of a document. */
export function documentOf(source: ArticleSource, folders: Folders): DocumentToCompile {
  const file = fileOf(source, folders);
  if (source.kind === 'doc') {
    const { id, set, path, title, hideTableOfContents, frontMatter } = source.doc;
    const { tocMinHeadingLevel, tocMaxHeadingLevel } = source.doc;
    return {
      id,
      set: set === '' ? undefined : set,
      path,
      file,
      title,
      settings: docsSettings(set),
      hideTableOfContents,
      tocMinHeadingLevel,
      tocMaxHeadingLevel,
      frontMatter,
    };
  }
  if (source.kind === 'post') {
    const { path, title, hideTableOfContents, frontMatter, excerptEnd } = source.post;
    const { tocMinHeadingLevel, tocMaxHeadingLevel } = source.post;
    return {
      id: file,
      set: blogSettings(source.blog),
      path,
      file,
      title,
      settings: blogSettings(source.blog),
      hideTableOfContents,
      tocMinHeadingLevel,
      tocMaxHeadingLevel,
      frontMatter,
      excerptEnd,
    };
  }
  const { path, title, kind, hideTableOfContents = false } = source.page;
  return {
    ...(kind === 'component' ? { isComponent: true as const } : {}),
    id: file,
    path,
    file,
    title,
    settings: PAGES_SETTINGS,
    hideTableOfContents,
    tocMinHeadingLevel: source.page.tocMinHeadingLevel ?? TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: source.page.tocMaxHeadingLevel ?? TOC_MAX_HEADING_LEVEL,
    frontMatter: {},
  };
}

function hashOf(source: ArticleSource, { pagesDir }: Folders): string {
  switch (source.kind) {
    case 'doc':
      return source.doc.hash;
    case 'post':
      return source.post.hash;
    case 'page':
      return hash('sha256', readFileSync(path.join(pagesDir, source.page.file)));
  }
}

/** As the compiler names files: from the docs folder. */
export function fileOf(source: ArticleSource, folders: Folders): string {
  switch (source.kind) {
    case 'doc':
      return source.doc.file;
    case 'post':
      return source.post.file;
    case 'page':
      return pageFile(source.page, folders);
  }
}

/** A stand-alone page, named in the same way. */
export function pageFile(page: StandalonePage, { docsDir, pagesDir }: Folders): string {
  return pathFrom(docsDir, path.join(pagesDir, page.file));
}
