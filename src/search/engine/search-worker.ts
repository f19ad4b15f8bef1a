import { Worker } from 'node:worker_threads';
import type { SearchRequest } from '../protocol/request.ts';
import type { EncodedAnswer } from './engine.ts';
import type { FromWorker, ToWorker } from './worker.ts';

type Reply = EncodedAnswer | { reason: string };

/** One search thread and the questions it has not answered yet. */
export interface Lane {
  ask(request: SearchRequest): Promise<Reply>;
  waiting(): number;
  /** True once its thread is gone. */
  ended(): boolean;
  close(): Promise<void>;
}

/** Rejects with what is wrong with the file when the thread cannot use it. */
export async function openLane(file: string, deadlineMs: number): Promise<Lane> {
  // Flags of the main thread (a test runner's, a debugger's) are not for this one.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { file }, execArgv: [] });
  // In the order in which the thread takes them.
  const questions = new Map<number, (reply: Reply) => void>();
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  let gone = false;

  // The time of a question begins when those before it are answered: a queue is no reason to lose the thread.
  const watchNext = () => {
    clearTimeout(timer);
    if (questions.size === 0) return;
    timer = setTimeout(() => {
      end(`no answer within ${deadlineMs} ms`);
      void worker.terminate();
    }, deadlineMs);
  };
  const settle = (id: number, reply: Reply) => {
    const resolve = questions.get(id);
    if (!resolve) return;
    questions.delete(id);
    watchNext();
    resolve(reply);
  };
  const end = (reason: string) => {
    gone = true;
    for (const id of [...questions.keys()]) settle(id, { reason });
  };

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the search thread ended before it was ready')));
    worker.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'ready':
          resolve();
          break;
        case 'unusable':
          void worker.terminate();
          reject(new Error(message.reason));
          break;
        case 'answer':
          settle(message.id, message.answer);
          break;
        case 'failed':
          settle(message.id, { reason: message.reason });
          break;
      }
    });
  });
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => end('the search thread ended'));
  // An idle thread does not keep the program alive.
  worker.unref();

  return {
    waiting: () => questions.size,
    ended: () => gone,
    ask(request) {
      if (gone) return Promise.resolve({ reason: 'the search thread ended' });
      const id = ++asked;
      return new Promise((resolve) => {
        questions.set(id, resolve);
        if (questions.size === 1) watchNext();
        worker.postMessage({ id, request } satisfies ToWorker);
      });
    },
    async close() {
      end('search is closed');
      await worker.terminate();
    },
  };
}
