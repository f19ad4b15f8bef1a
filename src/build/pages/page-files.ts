import { servingOf } from '../../model/pages.ts';
import { markdownPath, pageFileUrl } from '../../model/urls.ts';
import type { PageData, PageFile, RenderContext, UiRenderer } from '../../ui/page-data.ts';
import type { ServedFile } from '../publish/content-file.ts';
import { markdownDocument } from './markdown-files.ts';

/** A page as the whole document that a browser asks for. */
export function htmlFile(page: PageData, renderer: UiRenderer, context: RenderContext): ServedFile {
  return {
    url: page.path,
    folder: 'pages',
    stem: stemOf(page),
    extension: '.html',
    content: Buffer.from(renderer.renderPage(page, context)),
    ...servingOf(page.kind),
    cache: 'page',
  };
}

/** A page as the shell asks for it. */
export function dataFile(page: PageData, { shell }: RenderContext): ServedFile {
  return {
    url: pageFileUrl(page.path),
    folder: 'data',
    stem: stemOf(page),
    extension: '.json',
    content: Buffer.from(dataText(page, shell)),
    audience: servingOf(page.kind).audience,
    cache: 'data',
    status: 200,
  };
}

/** The same as text. */
export function dataText(page: PageData, shell: string): string {
  const file: PageFile = { shell, page };
  return JSON.stringify(file);
}

/** An article as Markdown. */
export function markdownFile(page: PageData, markdown: string): ServedFile {
  return {
    url: markdownPath(page.path),
    folder: 'data',
    stem: stemOf(page),
    extension: '.md',
    content: Buffer.from(markdownDocument(page, markdown)),
    audience: servingOf(page.kind).audience,
    cache: 'data',
    status: 200,
  };
}

function stemOf({ path }: PageData): string {
  return path.split('/').findLast((part) => part !== '') ?? 'index';
}
