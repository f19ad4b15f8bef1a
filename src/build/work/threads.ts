import { Worker } from 'node:worker_threads';
import { readCompiledCodeVariable } from '../../shared/compiled-code.ts';

/** The code that a thread runs. */
export interface ThreadCode {
  /** The module that answers jobs: see `answerJobs`. */
  script: URL;
  /** Key of the site's code that the thread loads, which may differ in the next build. */
  loads: string;
  /** Path of a bundle that the thread loads, too. Its name changes with its content, so a thread can load several. */
  bundle?: string | undefined;
}

/**
 * A compiler needs 60 MB, but without limits it collects several times as much garbage. With these limits, 2,000 pages
 * took half the memory and 10 % more time.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/** A thread can't unload a bundle, so one that has loaded this many isn't given others. */
const BUNDLES_MAX = 8;
/** The bundles that each thread has loaded. */
const loadedBundles = new WeakMap<Worker, Set<string>>();

interface WaitingThread {
  worker: Worker;
  /** See `ThreadCode`. Undefined if the thread hasn't loaded code of a site yet. */
  loads: string | undefined;
}

/**
 * Threads that wait for the next build of this process, or for the next language, by script. Loading the compiler takes
 * several times as long as compiling a page.
 */
const waitingThreads = new Map<string, WaitingThread[]>();

/** A waiting thread that has loaded the same code, or else a new one. */
export function takeThread(code: ThreadCode): Worker {
  const worker = takeWaitingThread(code) ?? startThread(code.script);
  if (code.bundle !== undefined) loadedBundles.get(worker)?.add(code.bundle);
  return worker;
}

function takeWaitingThread(code: ThreadCode): Worker | undefined {
  const threads = waitingThreads.get(code.script.href) ?? [];
  const thread = threads.find((candidate) => suits(candidate, code));
  if (!thread) return undefined;
  threads.splice(threads.indexOf(thread), 1);
  removeListeners(thread.worker).ref();
  return thread.worker;
}

function suits(thread: WaitingThread, { loads, bundle }: ThreadCode): boolean {
  if (thread.loads !== undefined && thread.loads !== loads) return false;
  const bundles = loadedBundles.get(thread.worker);
  return bundle === undefined || !bundles || bundles.size < BUNDLES_MAX || bundles.has(bundle);
}

/** Starts a thread that will be needed, so that it loads its modules while the build finds out what there is to do. */
export function prepareThread(script: URL): void {
  if (!waitingThreads.get(script.href)?.length) parkThread(startThread(script), script, undefined);
}

/** Terminates all waiting threads. */
export async function endThreads(): Promise<void> {
  await Promise.all([...waitingThreads.keys()].map((href) => terminateThreads(href)));
}

/** Terminates threads that wait to run this script, except for some. A used compiler holds a hundred megabytes. */
export async function terminateThreads(
  href: string,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  const threads = waitingThreads.get(href)?.splice(except) ?? [];
  await Promise.all(threads.map(({ worker }) => worker.terminate()));
}

/** Keeps threads for the next use of the script, at most `max` of all. They don't keep the process running. */
export async function keepThreads(
  { script, loads }: ThreadCode,
  workers: readonly Worker[],
  max: number,
): Promise<void> {
  const previousThreads = waitingThreads.get(script.href)?.splice(0) ?? [];
  for (const worker of workers) parkThread(worker, script, loads);
  waitingThreads.get(script.href)?.push(...previousThreads);
  await terminateThreads(script.href, { except: max });
}

function startThread(script: URL): Worker {
  const worker = new Worker(script, { resourceLimits: HEAP_LIMITS, env: createThreadEnvironment() });
  loadedBundles.set(worker, new Set());
  return worker;
}

/** Lets a thread wait. `loads` is undefined if it hasn't loaded code of a site yet. */
function parkThread(worker: Worker, script: URL, loads: string | undefined): void {
  const threads = waitingThreads.get(script.href) ?? [];
  const forget = () => {
    const index = threads.findIndex((thread) => thread.worker === worker);
    if (index !== -1) threads.splice(index, 1);
  };
  removeListeners(worker).once('error', forget).once('exit', forget).unref();
  threads.push({ worker, loads });
  waitingThreads.set(script.href, threads);
}

/** Removes our listeners. A worker counts them to know whether a message is expected. */
function removeListeners(worker: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  return worker;
}

/** The environment of every thread and process of a build. */
export function createThreadEnvironment(): NodeJS.ProcessEnv {
  // In production React prints no warnings: mistakes in a site's code don't belong on our console.
  return { ...process.env, NODE_ENV: 'production', ...readCompiledCodeVariable() };
}
