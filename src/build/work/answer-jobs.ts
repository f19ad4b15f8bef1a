import { parentPort } from 'node:worker_threads';
import { toReadableError } from '../../shared/reason.ts';

type Message<Setup, Job> = { setup: Setup } | { job: Job };

/** The worker's side of `runJobs`: answers each job, in order. `prepare` is called once for each build. */
export function answerJobs<Setup, Job, Result>(
  begin: (setup: Setup) => Answer<Job, Result> | Promise<Answer<Job, Result>>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This module runs in a worker thread only.');
  let answer: Promise<Answer<Job, Result>> = Promise.reject(new Error('A job came before the setup.'));
  let last: Promise<unknown> = answer.catch(() => {});
  port.on('message', (message: Message<Setup, Job>) => {
    last = last.then(async () => {
      if ('setup' in message) {
        answer = Promise.resolve(message.setup).then(begin);
        // A failure is reported to the first job.
        return answer.catch(() => {});
      }
      try {
        port.postMessage({ result: await (await answer)(message.job) });
      } catch (failure) {
        port.postMessage({ failure: toPortableError(failure) });
      }
    });
  });
}

type Answer<Job, Result> = (job: Job) => Result | Promise<Result>;

/** Errors keep message, stack and codes between threads. Anything else becomes a text. */
function toPortableError(thrown: unknown): Error {
  const failure = toReadableError(thrown);
  if (!(failure instanceof Error)) return new Error(String(failure));
  const copy: Error & { code?: string; errcode?: number } = new Error(failure.message);
  copy.name = failure.name;
  if (failure.stack !== undefined) copy.stack = failure.stack;
  if ('code' in failure && typeof failure.code === 'string') copy.code = failure.code;
  // A code of SQLite.
  if ('errcode' in failure && typeof failure.errcode === 'number') copy.errcode = failure.errcode;
  return copy;
}
