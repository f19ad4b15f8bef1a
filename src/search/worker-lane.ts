import { Worker } from 'node:worker_threads';
import type { EncodedAnswer } from './engine.ts';
import type { SearchRequest } from './protocol.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

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
  const questions = new Map<number, { resolve: (reply: Reply) => void; timer: NodeJS.Timeout }>();
  let asked = 0;
  let gone = false;

  const settle = (id: number, reply: Reply) => {
    const question = questions.get(id);
    if (!question) return;
    questions.delete(id);
    clearTimeout(question.timer);
    question.resolve(reply);
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
        const timer = setTimeout(() => {
          end(`no answer within ${deadlineMs} ms`);
          void worker.terminate();
        }, deadlineMs);
        questions.set(id, { resolve, timer });
        worker.postMessage({ id, request } satisfies ToWorker);
      });
    },
    async close() {
      end('search is closed');
      await worker.terminate();
    },
  };
}
