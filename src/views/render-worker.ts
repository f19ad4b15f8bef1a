import { workerData } from 'node:worker_threads';
import { loadRenderer } from '../build/pages/renderer.ts';
import { answerTasks } from '../shared/task-thread.ts';
import type { PageData, RenderContext, StandaloneContext, UiRenderer } from '../ui/page-data.ts';

export interface RendererSetup {
  /** Of each language: the module, and what each of its pages has. */
  languages: readonly ({ renderer: string } & Pick<RenderContext, 'assets' | 'articleStyles' | 'rootPath'>)[];
}

export type RenderTask = { language: number } & (
  | ({ kind: 'page'; page: PageData } & Pick<RenderContext, 'config' | 'shell'>)
  | { kind: 'standalone'; file: string; context: StandaloneContext }
);

export type Rendered = ReturnType<UiRenderer['renderStandalone']>;

// Started by `render-thread.ts` with this and nothing else.
const { languages } = workerData as RendererSetup;
const renderers = await Promise.all(languages.map(({ renderer }) => loadRenderer(renderer)));
answerTasks(render);

function render(task: RenderTask): Rendered {
  const renderer = renderers[task.language];
  const language = languages[task.language];
  if (!renderer || !language) throw new Error(`There is no language ${task.language}.`);
  if (task.kind === 'standalone') return renderer.renderStandalone(task.file, task.context);
  const { assets, articleStyles, rootPath } = language;
  const { page, config, shell } = task;
  const html = renderer.renderPage(page, { config, shell, assets, articleStyles, rootPath });
  return { html, title: '', description: '' };
}
