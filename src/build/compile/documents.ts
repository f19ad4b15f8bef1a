import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { Doc, Site, StandalonePage } from '../../model/site.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';

/** A document and what of it, besides its dependencies, makes a compiled article out of date. */
export interface DueDocument {
  document: DocumentToCompile;
  /** SHA-256 (hex) of the file. */
  bytesHash: string;
  /** Of the file and of everything that the Site says about it. */
  hash: string;
}

/** Everything that is Markdown: the documents, and the stand-alone pages written in it. */
export function documentsOf(site: Site, folders: Folders): DueDocument[] {
  const pages = site.pages.filter((page) => page.kind === 'markdown');
  return [...site.docs.map(fromDoc), ...pages.map((page) => fromPage(page, folders))];
}

export function fromDoc(doc: Doc): DueDocument {
  const { id, path, file, title, hideTableOfContents, frontMatter } = doc;
  const { tocMinHeadingLevel, tocMaxHeadingLevel } = doc;
  const document: DocumentToCompile = {
    id,
    path,
    file,
    title,
    hideTableOfContents,
    tocMinHeadingLevel,
    tocMaxHeadingLevel,
    frontMatter,
  };
  return due(document, doc.hash);
}

export function fromPage(page: StandalonePage, folders: Folders): DueDocument {
  const document: DocumentToCompile = {
    id: pageFile(page, folders),
    path: page.path,
    file: pageFile(page, folders),
    title: page.title,
    hideTableOfContents: false,
    tocMinHeadingLevel: TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: TOC_MAX_HEADING_LEVEL,
    frontMatter: {},
  };
  const bytes = readFileSync(path.join(folders.pagesDir, page.file));
  return due(document, hash('sha256', bytes));
}

function due(document: DocumentToCompile, bytesHash: string): DueDocument {
  return { document, bytesHash, hash: shortHash(JSON.stringify([bytesHash, document])) };
}

/** A stand-alone page as the compiler names files: from the docs folder. */
export function pageFile(page: StandalonePage, { docsDir, pagesDir }: Folders): string {
  return path.relative(docsDir, path.join(pagesDir, page.file)).split(path.sep).join('/');
}
