import { Worker } from 'node:worker_threads';
import { runInBackground } from '../../shared/in-background.ts';
import { describeReason } from '../../shared/reason.ts';
import type { SearchQuestion } from '../protocol/request.ts';
import type { SectionPassage } from '../rerank/list-passages.ts';
import type { ComputedAnswer } from './engine.ts';
import type { FromWorker, ToWorker } from './worker.ts';

type WorkerReply =
  | { answer: ComputedAnswer; passages?: readonly SectionPassage[] | undefined; ms: number }
  | { reason: string };

/** The parts of `ToWorker` besides the question. */
type WorkerTask = Pick<ToWorker, 'scope' | 'order' | 'listsPassages'>;

/** Audiences by the address in the index, for pages that aren't for every reader. */
export type PageAudiences = Readonly<Record<string, 'public' | readonly string[]>>;

/** A search thread with its unanswered requests. */
export function openSearchWorker(
  { file, audiences }: { file: string; audiences: PageAudiences },
  deadlineMs: number,
) {
  // Flags of the main thread, such as those of a test runner or debugger, don't apply here.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { file, audiences },
    execArgv: [],
  });
  // In the order in which the thread processes them.
  const requests = new Map<number, (reply: WorkerReply) => void>();
  const { promise: indexOpened, resolve: isOpen, reject: isUnusable } = Promise.withResolvers<void>();
  // The engine doesn't wait until a replacement thread is open. The searches of the thread report a failure.
  indexOpened.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let isReady = false;
  let hasEnded = false;

  // The time of a request starts when the earlier ones are answered. A queue alone must not end the thread.
  const watchNext = () => {
    clearTimeout(timer);
    if (!isReady || requests.size === 0) return;
    timer = setTimeout(() => {
      end(`no answer within ${deadlineMs} ms`);
      runInBackground(worker.terminate());
    }, deadlineMs);
  };
  const settle = (id: number, reply: WorkerReply) => {
    const resolve = requests.get(id);
    if (!resolve) return;
    requests.delete(id);
    watchNext();
    resolve(reply);
  };
  const end = (reason: string) => {
    hasEnded = true;
    isUnusable(new Error(`No thread can search ${file}: ${reason}`));
    for (const id of [...requests.keys()]) settle(id, { reason });
  };

  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        isReady = true;
        isOpen();
        watchNext();
        // The thread must not keep the program alive.
        worker.unref();
        break;
      case 'unusable':
        runInBackground(worker.terminate());
        isUnusable(new Error(message.reason));
        end(message.reason);
        break;
      case 'answer':
        settle(message.id, { answer: message.answer, passages: message.passages, ms: message.ms });
        break;
      case 'failed':
        settle(message.id, { reason: message.reason });
        break;
    }
  });
  worker.on('error', (error) => end(describeReason(error)));
  worker.on('exit', () => end(isReady ? 'the search thread ended' : 'it ended before it was ready'));

  return {
    /** Rejects with the name of the file and the reason if the thread can't search it. */
    opened: indexOpened,
    countWaiting: () => requests.size,
    /** Whether the thread has ended. */
    isEnded: () => hasEnded,
    /** Waits until it is open. */
    async search(question: SearchQuestion, task: WorkerTask = {}): Promise<WorkerReply> {
      if (hasEnded) return { reason: 'the search thread ended' };
      const id = ++last;
      return new Promise((resolve) => {
        requests.set(id, resolve);
        if (requests.size === 1) watchNext();
        worker.postMessage({ id, question, ...task } satisfies ToWorker);
      });
    },
    async close(): Promise<void> {
      end('search is closed');
      await worker.terminate();
    },
  };
}
