import { TaskThread } from '../shared/task-thread.ts';
import type { PageData, RenderContext, StandaloneContext } from '../ui/page-data.ts';
import type { Rendered, RendererSetup, RenderTask } from './render-worker.ts';

/** Reading goes in waves; between them a thread that nobody needs, or that belongs to a build of before, goes. */
const IDLE_MS = 5 * 60_000;

export type RenderThread = ReturnType<typeof startRenderThread>;

/**
 * Renders pages beside the event loop. In a thread of its own too because the inline scripts are those that the policy
 * knows by their hashes, whatever loads modules in this thread. `language`: its number.
 */
export function startRenderThread(setup: RendererSetup) {
  const script = new URL('./render-worker.ts', import.meta.url);
  const thread = new TaskThread<RenderTask, Rendered>({ script, setup, idleMs: IDLE_MS });
  return {
    page: async (language: number, page: PageData, { config, shell }: RenderContext): Promise<string> =>
      (await thread.ask({ kind: 'page', language, page, config, shell })).html,
    standalone: (language: number, file: string, context: StandaloneContext): Promise<Rendered> =>
      thread.ask({ kind: 'standalone', language, file, context }),
  };
}
