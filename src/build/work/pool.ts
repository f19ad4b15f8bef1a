import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { inBackground } from '../../shared/in-background.ts';
import { keepThread, type ThreadCode, takeThread } from './threads.ts';
import { type JobLimits, watchJob } from './watch-job.ts';

interface PoolOptions<Setup> extends ThreadCode {
  /** What every worker needs to know before its first job. */
  setup: Setup;
  /** Most workers at a time. */
  size: number;
  /** Jobs that make another worker worth its start. */
  jobsPerWorker?: number;
}

/** For jobs that run code of others, which may never end or take all memory. */
interface Stuck<Job, Result> extends JobLimits {
  /** The result of a job that exceeded its limits. Its thread is terminated, and another one does the other jobs. */
  answer(job: Job): Result | Promise<Result>;
}

/** Loading the compiler takes as long as some 30 pages. */
const JOBS_PER_WORKER = 25;
/** Given ahead, so that a worker has its next job while its last answer is on the way. */
const JOBS_AHEAD = 2;
/** With more, the build would need more than 1 GB (DESIGN, Budgets) and be hardly faster. */
const WORKERS_MAX = 4;
export function poolSize(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, WORKERS_MAX));
}

/**
 * Runs every job on the cores and hands each result over as it comes, in no order. Jobs are taken from the
 * list one by one, so a generator can read what a job needs just before it is sent.
 */
export async function runJobs<Setup, Job, Result>(
  { setup, size, jobsPerWorker = JOBS_PER_WORKER, ...code }: PoolOptions<Setup>,
  jobs: Iterable<Job>,
  count: number,
  onResult: (result: Result) => void,
  stuck?: Stuck<Job, Result>,
): Promise<void> {
  if (count === 0) return;
  const queue = queueOf(jobs);
  const workers = Math.min(size, Math.ceil(count / jobsPerWorker));
  const running = new Set<Worker>();
  const work = async () => {
    for (;;) {
      const worker = takeThread(code);
      running.add(worker);
      worker.postMessage({ setup });
      if (await feed(worker, queue, onResult, stuck)) return worker;
    }
  };
  try {
    const [first, ...others] = await Promise.all(Array.from({ length: workers }, work));
    // Several would keep the memory that the steps after this one need.
    if (!first || others.length > 0) return;
    running.delete(first);
    await keepThread(code, first);
  } finally {
    await Promise.all([...running].map((worker) => worker.terminate()));
  }
}

function queueOf<Job>(jobs: Iterable<Job>) {
  const rest = jobs[Symbol.iterator]();
  const returned: Job[] = [];
  return {
    next: (): IteratorResult<Job> => (returned.length > 0 ? { value: returned.shift() as Job } : rest.next()),
    /** To be done first: nobody has answered them. */
    giveBack: (unanswered: readonly Job[]) => returned.unshift(...unanswered),
  };
}
type Queue<Job> = ReturnType<typeof queueOf<Job>>;

/** What a worker sends back: a bug in a job must not look like an answer. */
type Answer<Result> = { result: Result } | { failure: unknown };

/** False when the worker had to be ended before the queue was empty. */
function feed<Job, Result>(
  worker: Worker,
  queue: Queue<Job>,
  onResult: (result: Result) => void,
  stuck: Stuck<Job, Result> | undefined,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const inFlight: Job[] = [];
    let stopWatching = () => {};
    const settle = (end: () => void) => {
      stopWatching();
      end();
    };
    const giveUp = async () => {
      const [job, ...others] = inFlight;
      worker.removeAllListeners('exit');
      inBackground(worker.terminate());
      queue.giveBack(others);
      try {
        if (stuck && job !== undefined) onResult(await stuck.answer(job));
        resolve(false);
      } catch (error) {
        reject(error);
      }
    };
    const wait = () => {
      stopWatching();
      if (stuck && inFlight.length > 0) stopWatching = watchJob(worker, stuck, () => inBackground(giveUp()));
    };
    const send = () => {
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
        send();
      } catch (error) {
        return settle(() => reject(error));
      }
      wait();
      if (inFlight.length === 0) settle(() => resolve(true));
    });
    worker.on('error', (error) => {
      const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(stuck && isOutOfMemory ? () => inBackground(giveUp()) : () => reject(error));
    });
    worker.on('exit', (code) => {
      const early = () => reject(new Error(`A worker of the build ended early (exit code ${code}).`));
      settle(stuck && inFlight.length > 0 ? () => inBackground(giveUp()) : early);
    });
    for (let ahead = 0; ahead < JOBS_AHEAD; ahead += 1) send();
    wait();
    if (inFlight.length === 0) settle(() => resolve(true));
  });
}
