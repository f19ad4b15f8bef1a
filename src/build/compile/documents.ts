import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import type { Audience } from '../../model/audience.ts';
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

interface ArticleOnPage {
  source: ArticleSource;
  path: string;
  /** Of the article, as the compiler names files: from the docs folder. */
  file: string;
  audience: Audience | undefined;
}

/** Every article that is a page, with its audience. */
export function articlesIn({ docs, pages, blogs }: Site, folders: Folders): ArticleOnPage[] {
  const article = (source: ArticleSource, path: string, audience: Audience | undefined) => ({
    source,
    path,
    file: fileOf(source, folders),
    audience,
  });
  return [
    ...docs.map((doc) => article({ kind: 'doc', doc }, doc.path, doc.audience)),
    ...pages
      .filter((page) => page.kind !== 'react')
      .map((page) => article({ kind: 'page', page }, page.path, page.audience)),
    ...blogs.flatMap(({ id, posts, audience }) =>
      posts.map((post) => article({ kind: 'post', post, blog: id }, post.path, post.audience ?? audience)),
    ),
  ];
}

export function documentsOf(site: Site, folders: Folders): DueDocument[] {
  return articlesIn(site, folders).map(({ source }) => {
    const document = documentOf(source, folders);
    const bytesHash = hashOf(source, folders);
    return { document, bytesHash, hash: shortHash(JSON.stringify([bytesHash, document])) };
  });
}

/** What the compiler is told of a document. */
export function documentOf(source: ArticleSource, folders: Folders): DocumentToCompile {
  const file = fileOf(source, folders);
  if (source.kind === 'page') {
    const { page } = source;
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
  const { path, title, hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel, frontMatter } =
    source.kind === 'doc' ? source.doc : source.post;
  const levels = { hideTableOfContents, tocMinHeadingLevel, tocMaxHeadingLevel };
  const written = { path, file, title, ...levels, frontMatter };
  if (source.kind === 'doc') {
    const { id, set } = source.doc;
    return { ...written, id, set: set === '' ? undefined : set, settings: docsSettings(set) };
  }
  const settings = blogSettings(source.blog);
  return { ...written, id: file, set: settings, settings, excerptEnd: source.post.excerptEnd };
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

/** As the compiler names files. */
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
function pageFile(page: StandalonePage, { docsDir, pagesDir }: Folders): string {
  return pathFrom(docsDir, path.join(pagesDir, page.file));
}
