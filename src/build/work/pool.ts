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
): Promise<void> {
  if (count === 0) return;
  const queue = jobs[Symbol.iterator]();
  const workers = Math.min(size, Math.ceil(count / JOBS_PER_WORKER));
  const running = Array.from(
    { length: workers },
    // React warns of nothing then: what a document's own code lacks is no matter of the console.
    () =>
      new Worker(script, {
        workerData: setup,
        resourceLimits: HEAP_LIMITS,
        env: { ...process.env, NODE_ENV: 'production', ...compiledCode() },
      }),
  );
  try {
    await Promise.all(running.map((worker) => feed(worker, queue, onResult)));
  } finally {
    await Promise.all(running.map((worker) => worker.terminate()));
  }
}

/** Workers of the runtime don't take over where compiled modules are kept; its variable names the folder above. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** What a worker sends back: a bug in a job must not look like an answer. */
type Answer<Result> = { result: Result } | { failure: unknown };

function feed<Job, Result>(
  worker: Worker,
  queue: Iterator<Job>,
  onResult: (result: Result) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let inFlight = 0;
    const send = () => {
      const next = queue.next();
      if (next.done) return;
      inFlight += 1;
      worker.postMessage(next.value);
    };
    worker.on('message', (answer: Answer<Result>) => {
      inFlight -= 1;
      if ('failure' in answer) return reject(answer.failure);
      try {
        onResult(answer.result);
        send();
      } catch (error) {
        return reject(error);
      }
      if (inFlight === 0) resolve();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A worker of the build ended early (exit code ${code}).`)));
    for (let ahead = 0; ahead < JOBS_AHEAD; ahead += 1) send();
    if (inFlight === 0) resolve();
  });
}
