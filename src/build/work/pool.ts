import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { runInBackground } from '../../shared/in-background.ts';
import { keepThreads, type ThreadCode, takeThread } from './threads.ts';
import { type JobLimits, watchJob } from './watch-job.ts';

interface PoolOptions<Setup> extends ThreadCode {
  /** Sent to every worker before its first job. */
  setup: Setup;
  /** Limit of workers at a time. */
  size: number;
  /** Number of jobs that justify another worker. */
  jobsPerWorker?: number;
  /** Whether all workers wait for the next jobs, such as those of the next language. */
  keepsWorkers?: boolean | undefined;
}

/** For jobs that run code of a site, which may never end, or use up all memory. */
interface StuckJobs<Job, Result> extends JobLimits {
  /** The answer for a job that didn't end. Its thread is terminated, and another one continues. */
  answer(job: Job): Result | Promise<Result>;
}

/** Loading the compiler takes as long as some 30 pages. */
const JOBS_PER_WORKER = 25;
/** Jobs sent ahead, so that a worker has its next job while its last answer is on the way. */
const JOBS_AHEAD = 2;
/** With more workers a build would need over 1 GB (see the budgets in DESIGN) and would hardly be faster. */
const WORKERS_MAX = 4;
export function choosePoolSize(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, WORKERS_MAX));
}

/**
 * Runs all jobs in worker threads and passes each result on, in no order. Jobs are taken from the iterable one by one,
 * so a generator can read what a job needs just before it is sent.
 */
export async function runJobs<Setup, Job, Result>(
  { setup, size, jobsPerWorker = JOBS_PER_WORKER, keepsWorkers = false, ...code }: PoolOptions<Setup>,
  jobs: Iterable<Job>,
  count: number,
  onResult: (result: Result) => void,
  stuck?: StuckJobs<Job, Result>,
): Promise<void> {
  if (count === 0) return;
  const queue = createQueue(jobs);
  const workers = Math.min(size, Math.ceil(count / jobsPerWorker));
  const runningWorkers = new Set<Worker>();
  const runWorker = async () => {
    for (;;) {
      const worker = takeThread(code);
      runningWorkers.add(worker);
      worker.postMessage({ setup });
      if (await feedWorker(worker, queue, onResult, stuck)) return worker;
    }
  };
  try {
    const idleWorkers = await Promise.all(Array.from({ length: workers }, runWorker));
    // Several threads would use the memory that the next steps need, unless these need the threads soon.
    if (idleWorkers.length > 1 && !keepsWorkers) return;
    for (const worker of idleWorkers) runningWorkers.delete(worker);
    await keepThreads(code, idleWorkers, keepsWorkers ? choosePoolSize() : 1);
  } finally {
    await Promise.all([...runningWorkers].map((worker) => worker.terminate()));
  }
}

interface Queue<Job> {
  next(): IteratorResult<Job>;
  /** Puts unanswered jobs back at the front. */
  giveBack(unansweredJobs: readonly Job[]): void;
}

function createQueue<Job>(jobs: Iterable<Job>): Queue<Job> {
  const rest = jobs[Symbol.iterator]();
  const returnedJobs: Job[] = [];
  return {
    next: () => (returnedJobs.length > 0 ? { value: returnedJobs.shift() as Job } : rest.next()),
    giveBack: (unansweredJobs) => returnedJobs.unshift(...unansweredJobs),
  };
}

/** The message that a worker sends back. A failed job must not look like an answer. */
type Answer<Result> = { result: Result } | { failure: unknown };

/** Feeds jobs to a worker. Resolves to false if the worker had to be terminated before the queue was empty. */
function feedWorker<Job, Result>(
  worker: Worker,
  queue: Queue<Job>,
  onResult: (result: Result) => void,
  stuck: StuckJobs<Job, Result> | undefined,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const inFlight: Job[] = [];
    let stopWatching = () => {};
    const settle = (end: () => void) => {
      stopWatching();
      end();
    };
    const giveUp = async () => {
      const [job, ...unanswered] = inFlight;
      worker.removeAllListeners('exit');
      runInBackground(worker.terminate());
      queue.giveBack(unanswered);
      try {
        if (stuck && job !== undefined) onResult(await stuck.answer(job));
        resolve(false);
      } catch (error) {
        reject(error);
      }
    };
    const watchAgain = () => {
      stopWatching();
      if (stuck && inFlight.length > 0)
        stopWatching = watchJob(worker, stuck, () => runInBackground(giveUp()));
    };
    const sendNext = () => {
      const next = queue.next();
      if (next.done) return;
      inFlight.push(next.value);
      worker.postMessage({ job: next.value });
    };
    worker.on('message', (answer: Answer<Result>) => {
      inFlight.shift();
      if ('failure' in answer) return settle(() => reject(answer.failure));
      try {
        onResult(answer.result);
        sendNext();
      } catch (error) {
        return settle(() => reject(error));
      }
      watchAgain();
      if (inFlight.length === 0) settle(() => resolve(true));
    });
    worker.on('error', (error) => {
      const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(stuck && isOutOfMemory ? () => runInBackground(giveUp()) : () => reject(error));
    });
    worker.on('exit', (code) => {
      const rejectEarlyExit = () =>
        reject(new Error(`A worker thread of the build ended early (exit code ${code}).`));
      settle(stuck && inFlight.length > 0 ? () => runInBackground(giveUp()) : rejectEarlyExit);
    });
    for (let ahead = 0; ahead < JOBS_AHEAD; ahead += 1) sendNext();
    watchAgain();
    if (inFlight.length === 0) settle(() => resolve(true));
  });
}
