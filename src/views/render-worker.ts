import { parentPort, workerData } from 'node:worker_threads';
import { loadRenderer } from '../build/pages/renderer.ts';
import { reasonOf } from '../shared/reason.ts';
import type { PageData, RenderContext, StandaloneContext, UiRenderer } from '../ui/page-data.ts';

export interface RendererSetup {
  /** Of each language: the module, and what each of its pages has. */
  languages: readonly ({ renderer: string } & Pick<RenderContext, 'assets' | 'articleStyles'>)[];
}

export type RenderTask = { language: number } & (
  | ({ kind: 'page'; page: PageData } & Pick<RenderContext, 'config' | 'shell'>)
  | { kind: 'standalone'; file: string; context: StandaloneContext }
);

export type FromRenderer =
  | { kind: 'done'; id: number; result: ReturnType<UiRenderer['renderStandalone']> }
  | { kind: 'failed'; id: number; reason: string };

// Started by `render-thread.ts` with this and nothing else.
const { languages } = workerData as RendererSetup;
const renderers = await Promise.all(languages.map(({ renderer }) => loadRenderer(renderer)));
const port = parentPort;
if (!port) throw new Error('render-worker.ts runs in a worker thread');
const post = (message: FromRenderer) => port.postMessage(message);

port.on('message', ({ id, task }: { id: number; task: RenderTask }) => {
  try {
    post({ kind: 'done', id, result: render(task) });
  } catch (error) {
    post({ kind: 'failed', id, reason: reasonOf(error) });
  }
});

function render(task: RenderTask): ReturnType<UiRenderer['renderStandalone']> {
  const renderer = renderers[task.language];
  const language = languages[task.language];
  if (!renderer || !language) throw new Error(`There is no language ${task.language}.`);
  if (task.kind === 'standalone') return renderer.renderStandalone(task.file, task.context);
  const { assets, articleStyles } = language;
  const { page, config, shell } = task;
  const html = renderer.renderPage(page, { config, shell, assets, articleStyles });
  return { html, title: '', description: '' };
}
