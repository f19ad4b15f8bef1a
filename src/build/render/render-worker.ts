import { workerData } from 'node:worker_threads';
import type { RenderContext } from '../../ui/page-data.ts';
import type { ManifestEntry } from '../manifest.ts';
import type { PagePlan } from '../page-data/page-plan.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { loadRenderer } from './load-renderer.ts';
import { writePage } from './page-outputs.ts';

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

// Started by `renderPages` with this and nothing else.
const { rendererModule, context, distDir } = workerData as RenderSetup;
const renderer = await loadRenderer(rendererModule);

answerJobs(({ plan, html, markdown, key }: RenderJob): RenderResult => {
  return {
    url: plan.path,
    key,
    entries: writePage({ ...plan, html }, markdown, { renderer, context, distDir }),
  };
});
