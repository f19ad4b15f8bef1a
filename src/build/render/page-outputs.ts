import type { PageData, PageFile, RenderContext, UiRenderer } from '../../ui/page-data.ts';
import type { ManifestEntry } from '../manifest.ts';
import { NOT_FOUND_PATH, pageFileUrl } from '../page-data/routes.ts';
import { writeContentFile } from '../publish/content-file.ts';

/** One page as the two files that the browser may ask for: the whole document, and its data. */
export function writePage(
  page: PageData,
  { renderer, context, distDir }: { renderer: UiRenderer; context: RenderContext; distDir: string },
): ManifestEntry[] {
  const stem = page.path.split('/').findLast((part) => part !== '') ?? 'index';
  const html = Buffer.from(renderer.renderPage(page, context));
  const pageFile: PageFile = { shell: context.shell, page };
  const data = Buffer.from(JSON.stringify(pageFile));
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
      audience: 'reader',
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
      audience: 'reader',
      cache: 'data',
      status: 200,
    },
  ];
}
