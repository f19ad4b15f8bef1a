import { Worker } from 'node:worker_threads';
import type { PageData, RenderContext, StandaloneContext } from '../ui/page-data.ts';
import type { FromRenderer, RendererSetup, RenderTask } from './render-worker.ts';

/** Reading goes in waves; between them a thread that nobody needs, or that belongs to a build of before, goes. */
const IDLE_MS = 5 * 60_000;

type Rendered = Extract<FromRenderer, { kind: 'done' }>['result'];

/**
 * Renders pages beside the event loop. In a thread of its own too because the inline scripts are those that the policy
 * knows by their hashes, whatever loads modules in this thread. The thread starts when there is something to render.
 */
export class RenderThread {
  readonly #setup: RendererSetup;
  readonly #waiting = new Map<number, { resolve(result: Rendered): void; reject(error: Error): void }>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(setup: RendererSetup) {
    this.#setup = setup;
  }

  /** `language`: its number. */
  async page(language: number, page: PageData, { config, shell }: RenderContext): Promise<string> {
    const { html } = await this.#ask({ kind: 'page', language, page, config, shell });
    return html;
  }

  standalone(language: number, file: string, context: StandaloneContext): Promise<Rendered> {
    return this.#ask({ kind: 'standalone', language, file, context });
  }

  #ask(task: RenderTask): Promise<Rendered> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#last;
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, task });
    });
  }

  #start(): Worker {
    // Flags of the main thread (a test runner's, a debugger's) are not for this one.
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: this.#setup,
      execArgv: [],
    });
    const end = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('message', (message: FromRenderer) => {
      const asked = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'done') asked?.resolve(message.result);
      else asked?.reject(new Error(message.reason));
      if (this.#waiting.size > 0) return;
      this.#idle = setTimeout(() => {
        if (this.#waiting.size > 0) return;
        this.#worker = undefined;
        void worker.terminate();
      }, IDLE_MS).unref();
    });
    worker.on('error', (error: Error) => end(error));
    worker.on('exit', () => end(new Error('The thread that renders pages ended.')));
    // An idle thread does not keep the program alive.
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
