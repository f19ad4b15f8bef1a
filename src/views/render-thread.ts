import { TaskThread } from '../shared/task-thread.ts';
import type { PageData, RenderContext, StandaloneContext } from '../ui/page-data.ts';
import type { Rendered, RendererSetup, RenderTask } from './render-worker.ts';

/** Reading goes in waves; between them a thread that nobody needs, or that belongs to a build of before, goes. */
const IDLE_MS = 5 * 60_000;

/**
 * Renders pages beside the event loop. In a thread of its own too because the inline scripts are those that the policy
 * knows by their hashes, whatever loads modules in this thread.
 */
export class RenderThread {
  readonly #thread: TaskThread<RenderTask, Rendered>;

  constructor(setup: RendererSetup) {
    this.#thread = new TaskThread({
      script: new URL('./render-worker.ts', import.meta.url),
      setup,
      idleMs: IDLE_MS,
    });
  }

  /** `language`: its number. */
  async page(language: number, page: PageData, { config, shell }: RenderContext): Promise<string> {
    const { html } = await this.#thread.ask({ kind: 'page', language, page, config, shell });
    return html;
  }

  standalone(language: number, file: string, context: StandaloneContext): Promise<Rendered> {
    return this.#thread.ask({ kind: 'standalone', language, file, context });
  }
}
