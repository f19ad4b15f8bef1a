import { markdownPath, NOT_FOUND_PATH, pageFileUrl } from '../../model/urls.ts';
import type { PageData, PageFile, RenderContext, UiRenderer } from '../../ui/page-data.ts';
import type { ManifestEntry } from '../manifest.ts';
import { writeContentFile } from '../publish/content-file.ts';
import { markdownDocument } from './markdown-files.ts';

/** One page as the files that may be asked for: the whole document, its data, and the article as Markdown. */
export function writePage(
  page: PageData,
  markdown: string | undefined,
  { renderer, context, distDir }: { renderer: UiRenderer; context: RenderContext; distDir: string },
): ManifestEntry[] {
  const stem = page.path.split('/').findLast((part) => part !== '') ?? 'index';
  const html = Buffer.from(renderer.renderPage(page, context));
  const pageFile: PageFile = { shell: context.shell, page };
  const data = Buffer.from(JSON.stringify(pageFile));
  const audience = page.kind === 'users' ? 'administrator' : 'reader';
  return [
    {
      url: page.path,
      ...writeContentFile(distDir, {
        folder: 'pages',
        stem,
        extension: '.html',
        content: html,
        effort: 'page',
      }),
      audience,
      cache: 'page',
      status: page.path === NOT_FOUND_PATH ? 404 : 200,
    },
    {
      url: pageFileUrl(page.path),
      ...writeContentFile(distDir, {
        folder: 'data',
        stem,
        extension: '.json',
        content: data,
        effort: 'page',
      }),
      audience,
      cache: 'data',
      status: 200,
    },
    ...(markdown === undefined ? [] : [writeMarkdown(page, stem, markdown, distDir)]),
  ];
}

function writeMarkdown(page: PageData, stem: string, markdown: string, distDir: string): ManifestEntry {
  const written = writeContentFile(distDir, {
    folder: 'data',
    stem,
    extension: '.md',
    content: Buffer.from(markdownDocument(page, markdown)),
    effort: 'page',
  });
  return { url: markdownPath(page.path), ...written, audience: 'reader', cache: 'data', status: 200 };
}
