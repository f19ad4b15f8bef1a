import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { Doc, Site, StandalonePage } from '../../model/site.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';

/** What an article is compiled from: a document, or a stand-alone page written in Markdown. */
export type ArticleSource = { kind: 'doc'; doc: Doc } | { kind: 'page'; page: StandalonePage };

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
    ...site.pages.filter((page) => page.kind !== 'react').map((page) => ({ kind: 'page', page }) as const),
  ];
  return sources.map((source) => {
    const document = documentOf(source, folders);
    const bytesHash = source.kind === 'doc' ? source.doc.hash : hashOfPage(source.page, folders);
    return { document, bytesHash, hash: shortHash(JSON.stringify([bytesHash, document])) };
  });
}

/** What the compiler is told of a document. */
export function documentOf(source: ArticleSource, folders: Folders): DocumentToCompile {
  const file = fileOf(source, folders);
  if (source.kind === 'doc') {
    const { id, path, title, hideTableOfContents, frontMatter } = source.doc;
    const { tocMinHeadingLevel, tocMaxHeadingLevel } = source.doc;
    return {
      id,
      path,
      file,
      title,
      hideTableOfContents,
      tocMinHeadingLevel,
      tocMaxHeadingLevel,
      frontMatter,
    };
  }
  const { path, title, kind } = source.page;
  return {
    ...(kind === 'component' ? { isComponent: true as const } : {}),
    id: file,
    path,
    file,
    title,
    hideTableOfContents: false,
    tocMinHeadingLevel: TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: TOC_MAX_HEADING_LEVEL,
    frontMatter: {},
  };
}

function hashOfPage(page: StandalonePage, { pagesDir }: Folders): string {
  return hash('sha256', readFileSync(path.join(pagesDir, page.file)));
}

/** As the compiler names files: from the docs folder. */
export function fileOf(source: ArticleSource, folders: Folders): string {
  return source.kind === 'doc' ? source.doc.file : pageFile(source.page, folders);
}

/** A stand-alone page, named in the same way. */
export function pageFile(page: StandalonePage, { docsDir, pagesDir }: Folders): string {
  return path.relative(docsDir, path.join(pagesDir, page.file)).split(path.sep).join('/');
}
