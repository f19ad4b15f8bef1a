import type { ManifestEntry } from '../../model/manifest.ts';
import type { RenderContext } from '../../ui/page-data.ts';
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

export interface RenderJob {
  plan: PagePlan;
  html: string;
  markdown?: string;
  key: string;
}

export interface RenderResult {
  url: string;
  key: string;
  entries: ManifestEntry[];
}

answerJobs(async ({ rendererModule, context, distDir }: RenderSetup) => {
  const renderer = await loadRenderer(rendererModule);
  const write = (file: ServedFile) => writeServedFile(distDir, file, { effort: 'page' });
  return ({ plan, html, markdown, key }: RenderJob): RenderResult => {
    const page = { ...plan, html };
    const files = [htmlFile(page, renderer, context), dataFile(page, context)];
    if (markdown !== undefined) files.push(markdownFile(page, markdown));
    return { url: plan.path, key, entries: files.map(write) };
  };
});
