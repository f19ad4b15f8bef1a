import type { ManifestEntry } from '../../model/manifest.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import { compressPage } from '../publish/compress.ts';
import { type ServedFile, writeServedFile } from '../publish/content-file.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { dataFile, htmlFile, markdownFile } from './page-files.ts';
import type { PagePlan } from './page-plan.ts';
import { loadRenderer } from './renderer.ts';

export interface RenderSetup {
  rendererModule: string;
  context: RenderContext;
  distDir: string;
}

/** `markdown`: of a page that has an article. `excerptsOf`: the HTML of articles of which it lists the beginnings. */
export type PageBody = { html: string; markdown?: string } | { excerptsOf: readonly string[] };

export type RenderJob = PageBody & {
  plan: PagePlan;
  key: string;
};

export interface RenderResult {
  url: string;
  key: string;
  entries: ManifestEntry[];
}

answerJobs(async ({ rendererModule, context, distDir }: RenderSetup) => {
  const renderer = await loadRenderer(rendererModule);
  const write = (file: ServedFile) => writeServedFile(distDir, file, compressPage(file.content));
  return async ({ plan, key, ...body }: RenderJob): Promise<RenderResult> => {
    const page = { ...plan, html: await htmlOf(body) };
    const files = [htmlFile(page, renderer, context), dataFile(page, context)];
    if ('markdown' in body) files.push(markdownFile(page, body.markdown, context));
    return { url: plan.path, key, entries: files.map(write) };
  };
});

async function htmlOf(body: PageBody): Promise<string> {
  if ('html' in body) return body.html;
  // A parser of HTML comes with it, and few pages are such lists.
  const { excerptList } = await import('./excerpt-list.ts');
  return excerptList(body.excerptsOf);
}
