import { findServing } from '../../model/pages.ts';
import { belowBasePath, markdownPath, pageFileUrl } from '../../model/urls.ts';
import type { PageData, PageFile, RenderContext, UiRenderer } from '../../ui/page-data.ts';
import type { ServedFile } from '../publish/content-file.ts';
import { markdownDocument } from './markdown-files.ts';

/** A page as the whole document that a browser asks for. */
export function htmlFile(page: PageData, renderer: UiRenderer, context: RenderContext): ServedFile {
  const content = renderer.renderPage(page, context);
  const served = { folder: 'pages', extension: '.html', ...findServing(page.kind), cache: 'page' } as const;
  return { url: servedAt(page, context), stem: stemOf(page), content: Buffer.from(content), ...served };
}

/** A page as the shell asks for it. */
export function dataFile(page: PageData, { shell }: RenderContext): ServedFile {
  return dataOf(page, pageFileUrl(page.path), '.json', dataText(page, shell));
}

/** The same as text. */
export function dataText(page: PageData, shell: string): string {
  const file: PageFile = { shell, page };
  return JSON.stringify(file);
}

/** An article as Markdown. */
export function markdownFile(page: PageData, markdown: string, context: RenderContext): ServedFile {
  return dataOf(page, markdownPath(servedAt(page, context)), '.md', markdownDocument(page, markdown));
}

function dataOf(
  page: PageData,
  url: string,
  extension: ServedFile['extension'],
  content: string,
): ServedFile {
  const { audience } = findServing(page.kind);
  const served = { folder: 'data', cache: 'data', status: 200 } as const;
  return { url, stem: stemOf(page), extension, content: Buffer.from(content), audience, ...served };
}

/** Its address as the manifest has it, without the base path. */
function servedAt({ path }: PageData, { rootPath }: RenderContext): string {
  return belowBasePath(path, rootPath) ?? path;
}

function stemOf({ path }: PageData): string {
  return path.split('/').findLast((part) => part !== '') ?? 'index';
}
