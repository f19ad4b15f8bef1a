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

/**
 * Threads that wait for the next build of this process, or for the next language, one per script. Loading the compiler
 * takes several times as long as compiling a page.
 */
const waitingThreads = new Map<string, { worker: Worker; loads: string | undefined }>();

/** A waiting thread that has loaded the same code, or else a new one. */
export function takeThread(code: ThreadCode): Worker {
  const worker = takeWaitingThread(code) ?? startThread(code.script);
  if (code.bundle !== undefined) loadedBundles.get(worker)?.add(code.bundle);
  return worker;
}

function takeWaitingThread({ script, loads, bundle }: ThreadCode): Worker | undefined {
  const waitingThread = waitingThreads.get(script.href);
  if (!waitingThread || (waitingThread.loads !== undefined && waitingThread.loads !== loads))
    return undefined;
  const bundles = loadedBundles.get(waitingThread.worker);
  if (bundle !== undefined && bundles && bundles.size >= BUNDLES_MAX && !bundles.has(bundle))
    return undefined;
  waitingThreads.delete(script.href);
  removeListeners(waitingThread.worker).ref();
  return waitingThread.worker;
}

/** Starts a thread that will be needed, so that it loads its modules while the build finds out what there is to do. */
export function prepareThread(script: URL): void {
  if (!waitingThreads.has(script.href)) parkThread(startThread(script), script, undefined);
}

/** Terminates all waiting threads. */
export async function endThreads(): Promise<void> {
  await Promise.all([...waitingThreads.keys()].map(endThread));
}

/** Terminates the thread that waits to run this script. A compiler that was used holds a hundred megabytes. */
export async function endThread(href: string): Promise<void> {
  const waitingThread = waitingThreads.get(href);
  waitingThreads.delete(href);
  await waitingThread?.worker.terminate();
}

/** Keeps a thread for the next build. It doesn't keep the process running. */
export async function keepThread({ script, loads }: ThreadCode, worker: Worker): Promise<void> {
  const previousThread = waitingThreads.get(script.href);
  parkThread(worker, script, loads);
  await previousThread?.worker.terminate();
}

function startThread(script: URL): Worker {
  const worker = new Worker(script, { resourceLimits: HEAP_LIMITS, env: createThreadEnvironment() });
  loadedBundles.set(worker, new Set());
  return worker;
}

/** Lets a thread wait. `loads` is undefined if it hasn't loaded code of a site yet. */
function parkThread(worker: Worker, script: URL, loads: string | undefined): void {
  const forget = () => {
    if (waitingThreads.get(script.href)?.worker === worker) waitingThreads.delete(script.href);
  };
  removeListeners(worker).once('error', forget).once('exit', forget).unref();
  waitingThreads.set(script.href, { worker, loads });
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
