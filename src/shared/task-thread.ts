import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { runInBackground } from './in-background.ts';
import { describeReason } from './reason.ts';

interface TaskRequest<Task> {
  id: number;
  task: Task;
}

type Reply<Answer> = { id: number } & ({ kind: 'done'; answer: Answer } | { kind: 'failed'; reason: string });

interface ThreadOptions {
  /** The module of the thread, which calls `answerTasks`. */
  script: URL;
  /** Settings that the module gets as `workerData`. */
  setup: object;
  /** The thread ends after this time without a task. */
  idleMs: number;
  /** Environment variables. Default: those of the process. */
  env?: NodeJS.ProcessEnv;
  /** A task that takes longer ends the thread, and `ask` rejects with `TaskTimeout`. */
  deadlineMs?: number;
  /** A task that needs more memory ends the thread, and `ask` rejects with `ERR_WORKER_OUT_OF_MEMORY`. */
  memory?: Pick<ResourceLimits, 'maxOldGenerationSizeMb'>;
}

/** A task took longer than its deadline. Its thread has ended. */
export class TaskTimeout extends Error {
  override name = 'TaskTimeout';
}

/** A thread that works on tasks without blocking the event loop. It starts with the first task. */
export class TaskThread<Task, Answer> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Runs a task in the thread. Rejects if the task fails or the thread ends. */
  ask(task: Task): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    clearTimeout(this.#idleTimer);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, { resolve, reject });
    worker.postMessage({ id, task } satisfies TaskRequest<Task>);
    const { deadlineMs } = this.#options;
    if (deadlineMs === undefined) return promise;
    const deadline = setTimeout(() => {
      const error = new TaskTimeout(`The task wasn't done within ${deadlineMs} ms.`);
      this.#end(worker, error).catch(() => {});
    }, deadlineMs).unref();
    return promise.finally(() => clearTimeout(deadline));
  }

  /** Rejects all unfinished tasks with this error and ends the thread. */
  async #end(worker: Worker, error: Error): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    await worker.terminate();
  }

  /** Ends the thread. Unfinished tasks are rejected. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { script, setup, idleMs, env = process.env, memory } = this.#options;
    // Flags of the main thread, such as those of a test runner or debugger, don't apply here.
    const worker = new Worker(script, {
      workerData: setup,
      execArgv: [],
      env,
      ...(memory && { resourceLimits: memory }),
    });
    const end = (error: Error) => {
      // `terminate` works even if its promise rejects.
      this.#end(worker, error).catch(() => {});
    };
    worker.on('message', (message: Reply<Answer>) => {
      const waitingTask = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'done') waitingTask?.resolve(message.answer);
      else waitingTask?.reject(new Error(message.reason));
      if (this.#waiting.size > 0) return;
      this.#idleTimer = setTimeout(() => {
        if (this.#waiting.size === 0) end(new Error('The thread was idle.'));
      }, idleMs).unref();
    });
    worker.on('error', (error: Error) => end(error));
    worker.on('exit', () => end(new Error('The thread ended.')));
    // The thread must not keep the program alive.
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}

/** Answers tasks. Must be called in the thread. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('answerTasks must be called in a thread.');
  const post = (message: Reply<Answer>) => port.postMessage(message);
  const take = async ({ id, task }: TaskRequest<Task>) => {
    try {
      post({ id, kind: 'done', answer: await answer(task) });
    } catch (error) {
      post({ id, kind: 'failed', reason: describeReason(error) });
    }
  };
  port.on('message', (request: TaskRequest<Task>) => runInBackground(take(request)));
}
