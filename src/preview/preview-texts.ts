import { llmsIndex, markdownDocument } from '../build/render/markdown-files.ts';
import { LLMS_FULL_URL, LLMS_INDEX_URL, markdownPath } from '../model/urls.ts';
import type { PreviewPages } from './preview-pages.ts';
import type { PreviewSite } from './preview-site.ts';
import type { WholeSite } from './whole-site.ts';

/** What is at this unencoded path for readers of plain text: a page as Markdown, or the manual's list or whole text. */
export async function previewText(
  route: string,
  { preview, pages, whole }: { preview: PreviewSite; pages: PreviewPages; whole: WholeSite },
): Promise<string | undefined> {
  const sources = preview.ready?.sources;
  if (!sources) return undefined;
  const { site, config } = sources;
  if (route === LLMS_INDEX_URL) return llmsIndex(site, config);
  if (route === LLMS_FULL_URL) return whole.manual();
  const source = [...site.docs, ...site.pages].find(({ path }) => markdownPath(path) === route);
  const page = source && (await pages.page(source.path));
  return page?.markdown === undefined ? undefined : markdownDocument(page.data, await page.markdown());
}
