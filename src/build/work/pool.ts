import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

interface PoolOptions<Setup> {
  /** The module that answers jobs, see `answerJobs`. */
  script: URL;
  /** What every worker needs to know before its first job. */
  setup: Setup;
  /** Most workers at a time. */
  size: number;
}

/** For jobs that run what others wrote, which may never end. */
interface Stuck<Job, Result> {
  afterMs: number;
  /** Said in the place of an answer; the thread ends, and another one goes on. */
  answer(job: Job): Result;
}

/** Jobs that make another worker worth its start (loading the compiler takes as long as some 30 pages). */
const JOBS_PER_WORKER = 25;
/** Given ahead, so that a worker has its next job while its last answer is on the way. */
const JOBS_AHEAD = 2;
/** With more, the build would need more than 1 GB (DESIGN, Budgets) and be hardly faster. */
const WORKERS_MAX = 4;
/**
 * A compiler holds 60 MB. Left to itself it lets several times as much garbage pile up before it sweeps; with
 * these limits 2,000 pages took half the memory and a tenth more time.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

export function poolSize(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, WORKERS_MAX));
}

/**
 * Runs every job on the cores and hands each result over as it comes, in no order. Jobs are taken from the
 * list one by one, so a generator can read what a job needs just before it is sent.
 */
export async function runJobs<Setup, Job, Result>(
  { script, setup, size }: PoolOptions<Setup>,
  jobs: Iterable<Job>,
  count: number,
  onResult: (result: Result) => void,
  stuck?: Stuck<Job, Result>,
): Promise<void> {
  if (count === 0) return;
  const queue = queueOf(jobs);
  const workers = Math.min(size, Math.ceil(count / JOBS_PER_WORKER));
  const running = new Set<Worker>();
  const start = () => {
    const worker = new Worker(script, {
      workerData: setup,
      resourceLimits: HEAP_LIMITS,
      // React warns of nothing then: what a document's own code lacks is no matter of the console.
      env: { ...process.env, NODE_ENV: 'production', ...compiledCode() },
    });
    running.add(worker);
    return worker;
  };
  const work = async () => {
    for (let ended = false; !ended; ) ended = await feed(start(), queue, onResult, stuck);
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    await Promise.all([...running].map((worker) => worker.terminate()));
  }
}

interface Queue<Job> {
  next(): { job: Job } | undefined;
  /** To be done first: nobody has answered them. */
  giveBack(jobs: readonly Job[]): void;
}

function queueOf<Job>(jobs: Iterable<Job>): Queue<Job> {
  const rest = jobs[Symbol.iterator]();
  const returned: Job[] = [];
  return {
    next() {
      if (returned.length > 0) return { job: returned.shift() as Job };
      const next = rest.next();
      return next.done ? undefined : { job: next.value };
    },
    giveBack: (unanswered) => returned.unshift(...unanswered),
  };
}

/** Workers of the runtime don't take over where compiled modules are kept; its variable names the folder above. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

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
    let patience: NodeJS.Timeout | undefined;
    const settle = (end: () => void) => {
      clearTimeout(patience);
      end();
    };
    const giveUp = () => {
      const [job, ...others] = inFlight;
      worker.removeAllListeners('exit');
      void worker.terminate();
      queue.giveBack(others);
      try {
        if (stuck && job !== undefined) onResult(stuck.answer(job));
        resolve(false);
      } catch (error) {
        reject(error);
      }
    };
    const wait = () => {
      clearTimeout(patience);
      if (stuck && inFlight.length > 0) patience = setTimeout(giveUp, stuck.afterMs);
    };
    const send = () => {
      const next = queue.next();
      if (!next) return;
      inFlight.push(next.job);
      worker.postMessage(next.job);
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
    worker.on('error', (error) => settle(() => reject(error)));
    worker.on('exit', (code) =>
      settle(() => reject(new Error(`A worker of the build ended early (exit code ${code}).`))),
    );
    for (let ahead = 0; ahead < JOBS_AHEAD; ahead += 1) send();
    wait();
    if (inFlight.length === 0) settle(() => resolve(true));
  });
}
