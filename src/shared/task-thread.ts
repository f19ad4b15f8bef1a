import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { inBackground } from './in-background.ts';
import { reasonOf } from './reason.ts';

interface Request<Task> {
  id: number;
  task: Task;
}

type Reply<Answer> = { id: number } & ({ kind: 'done'; answer: Answer } | { kind: 'failed'; reason: string });

interface ThreadOptions {
  /** Its module, which calls `answerTasks`. */
  script: URL;
  /** What the module finds as `workerData`. */
  setup: object;
  /** Without a task for so long, it ends. */
  idleMs: number;
  /** The process's, unless given. */
  env?: NodeJS.ProcessEnv;
  /** A task that is not done after so long ends the thread; `ask` rejects with `TaskTimeout`. */
  deadlineMs?: number;
  /** A task that needs more ends the thread; `ask` rejects with `ERR_WORKER_OUT_OF_MEMORY`. */
  memory?: Pick<ResourceLimits, 'maxOldGenerationSizeMb'>;
}

export class TaskTimeout extends Error {
  override name = 'TaskTimeout';
}

/** A thread that does tasks beside the event loop. It starts with the first of them. */
export class TaskThread<Task, Answer> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  ask(task: Task): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#last;
    clearTimeout(this.#idle);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, { resolve, reject });
    worker.postMessage({ id, task } satisfies Request<Task>);
    const { deadlineMs } = this.#options;
    if (deadlineMs === undefined) return promise;
    const deadline = setTimeout(() => {
      const error = new TaskTimeout(`The task was not done within ${deadlineMs} ms.`);
      this.#end(worker, error).catch(() => {});
    }, deadlineMs).unref();
    return promise.finally(() => clearTimeout(deadline));
  }

  /** Whoever waits for an answer gets the error. */
  async #end(worker: Worker, error: Error): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    await worker.terminate();
  }

  /** What it has not answered yet, it never will. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { script, setup, idleMs, env = process.env, memory } = this.#options;
    // Flags of the main thread (a test runner's, a debugger's) are not for this one.
    const worker = new Worker(script, {
      workerData: setup,
      execArgv: [],
      env,
      ...(memory && { resourceLimits: memory }),
    });
    const end = (error: Error) => {
      // A thread ends even where its end is not seen.
      this.#end(worker, error).catch(() => {});
    };
    worker.on('message', (message: Reply<Answer>) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'done') waiting?.resolve(message.answer);
      else waiting?.reject(new Error(message.reason));
      if (this.#waiting.size > 0) return;
      this.#idle = setTimeout(() => {
        if (this.#waiting.size === 0) end(new Error('The thread was idle.'));
      }, idleMs).unref();
    });
    worker.on('error', (error: Error) => end(error));
    worker.on('exit', () => end(new Error('The thread ended.')));
    // An idle thread does not keep the program alive.
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}

/** The other side, in the thread. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('Tasks are answered in a thread.');
  const post = (message: Reply<Answer>) => port.postMessage(message);
  const take = async ({ id, task }: Request<Task>) => {
    try {
      post({ id, kind: 'done', answer: await answer(task) });
    } catch (error) {
      post({ id, kind: 'failed', reason: reasonOf(error) });
    }
  };
  port.on('message', (request: Request<Task>) => inBackground(take(request)));
}
