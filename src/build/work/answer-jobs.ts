import { parentPort } from 'node:worker_threads';

/** The worker's side of `runJobs`: one answer for each job, in order. */
export function answerJobs<Job, Result>(answer: (job: Job) => Result | Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('This module runs in a worker thread only.');
  let last: Promise<void> = Promise.resolve();
  port.on('message', (job: Job) => {
    last = last.then(async () => {
      try {
        port.postMessage({ result: await answer(job) });
      } catch (failure) {
        port.postMessage({ failure: portable(failure) });
      }
    });
  });
}

/** Errors keep message, stack and codes on the way between threads; anything odder is told in words. */
function portable(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(String(failure));
  const copy: Error & { code?: string; errcode?: number } = new Error(failure.message);
  copy.name = failure.name;
  if (failure.stack !== undefined) copy.stack = failure.stack;
  if ('code' in failure && typeof failure.code === 'string') copy.code = failure.code;
  // Of SQLite.
  if ('errcode' in failure && typeof failure.errcode === 'number') copy.errcode = failure.errcode;
  return copy;
}
