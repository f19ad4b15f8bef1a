import type { ManifestEntry } from '../../model/manifest.ts';
import type { PageServing } from '../../model/pages.ts';
import type { RenderContext, UiRenderer } from '../../ui/page-data.ts';
import { compressPage } from '../publish/compress.ts';
import { type ServedFile, writeServedFile } from '../publish/content-file.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { createDataFile, createHtmlFile, createMarkdownFile } from './page-files.ts';
import type { PagePlan } from './page-plan.ts';
import { loadRenderer, renderShell, type ShellJob, type ShellMetadata } from './renderer.ts';

export interface RenderSetup {
  rendererModule: string;
  /** Settings that pages need, but not the shell. */
  pages?: PagesSetup;
}

interface PagesSetup {
  context: RenderContext;
  distDir: string;
}

/** `markdown` is set for pages with an article. `excerptsOf` is the HTML of the articles that a page lists. */
export type PageBody = { html: string; markdown?: string } | { excerptsOf: readonly string[] };

export type RenderJob = PageBody & {
  plan: PagePlan;
  key: string;
  /** See `SitePage`. */
  serving?: PageServing | undefined;
};

export interface RenderResult {
  url: string;
  key: string;
  entries: ManifestEntry[];
}

// The shell is rendered in the same kind of thread: loading the renderer takes longer than rendering the shell.
answerJobs(async ({ rendererModule, pages }: RenderSetup) => {
  const renderer = await loadRenderer(rendererModule);
  return async (job: ShellJob | RenderJob): Promise<ShellMetadata | RenderResult> => {
    if ('standalone' in job) return renderShell(renderer, job);
    if (!pages) throw new Error('A page came to a thread that was set up for the shell.');
    return renderPage(renderer, pages, job);
  };
});

async function renderPage(
  renderer: UiRenderer,
  { context, distDir }: PagesSetup,
  { plan, key, serving, ...body }: RenderJob,
): Promise<RenderResult> {
  const write = (file: ServedFile) => writeServedFile(distDir, file, compressPage(file.content));
  const page = { ...plan, html: await composeHtml(body) };
  const files = [createHtmlFile(page, renderer, context, serving), createDataFile(page, context, serving)];
  if ('markdown' in body) files.push(createMarkdownFile(page, body.markdown, context));
  return { url: plan.path, key, entries: files.map(write) };
}

async function composeHtml(body: PageBody): Promise<string> {
  if ('html' in body) return body.html;
  // The module is loaded on demand, because it brings an HTML parser, and few pages are lists of excerpts.
  const { joinExcerpts: excerptList } = await import('./excerpt-list.ts');
  return excerptList(body.excerptsOf);
}
