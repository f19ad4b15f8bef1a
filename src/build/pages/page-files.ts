import { type PageServing, sitePageServing } from '../../model/pages.ts';
import { buildMarkdownPath, buildPageFileUrl, removeBasePath } from '../../model/urls.ts';
import type { PageData, PageFile, RenderContext, UiRenderer } from '../../ui/page-data.ts';
import type { ServedFile } from '../publish/content-file.ts';
import { writeMarkdownDocument } from './markdown-files.ts';

/** A page as a complete HTML document. */
export function createHtmlFile(
  page: PageData,
  renderer: UiRenderer,
  context: RenderContext,
  pageServing: PageServing = sitePageServing,
): ServedFile {
  const content = renderer.renderPage(page, context);
  const metadata = { folder: 'pages', extension: '.html', ...pageServing, cache: 'page' } as const;
  return {
    url: toManifestUrl(page, context),
    stem: getStem(page),
    content: Buffer.from(content),
    ...metadata,
  };
}

/** A page as data, which the shell fetches for the next page. */
export function createDataFile(
  page: PageData,
  { shell }: RenderContext,
  { audience }: PageServing = sitePageServing,
): ServedFile {
  return createFile(page, buildPageFileUrl(page.path), '.json', writePageData(page, shell), audience);
}

/** The content of such a data file. */
export function writePageData(page: PageData, shell: string): string {
  const file: PageFile = { shell, page };
  return JSON.stringify(file);
}

/** An article as Markdown. */
export function createMarkdownFile(page: PageData, markdown: string, context: RenderContext): ServedFile {
  return createFile(
    page,
    buildMarkdownPath(toManifestUrl(page, context)),
    '.md',
    writeMarkdownDocument(page, markdown),
    sitePageServing.audience,
  );
}

function createFile(
  page: PageData,
  url: string,
  extension: ServedFile['extension'],
  content: string,
  audience: PageServing['audience'],
): ServedFile {
  const metadata = { folder: 'data', cache: 'data', status: 200 } as const;
  return { url, stem: getStem(page), extension, content: Buffer.from(content), audience, ...metadata };
}

/** The page's URL as the manifest has it, without the base path. */
function toManifestUrl({ path }: PageData, { rootPath }: RenderContext): string {
  return removeBasePath(path, rootPath) ?? path;
}

function getStem({ path }: PageData): string {
  return path.split('/').findLast((part) => part !== '') ?? 'index';
}
