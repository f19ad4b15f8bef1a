import { Worker } from 'node:worker_threads';
import { compiledCode } from '../../shared/compiled-code.ts';

/** The code that a thread runs. */
export interface ThreadCode {
  /** The module that answers jobs: see `answerJobs`. */
  script: URL;
  /** Key of the site's code that the thread loads, which may differ in the next build. */
  loads: string;
}

/**
 * A compiler needs 60 MB, but without limits it collects several times as much garbage. With these limits, 2,000 pages
 * took half the memory and 10 % more time.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/**
 * Threads that wait for the next build of this process, or for the next language, one per script. Loading the compiler
 * takes several times as long as compiling a page.
 */
const waitingThreads = new Map<string, { worker: Worker; loads: string | undefined }>();

/** A waiting thread that has loaded the same code, or else a new one. */
export function takeThread({ script, loads }: ThreadCode): Worker {
  const waitingThread = waitingThreads.get(script.href);
  if (!waitingThread || (waitingThread.loads !== undefined && waitingThread.loads !== loads))
    return newThread(script);
  waitingThreads.delete(script.href);
  removeListeners(waitingThread.worker).ref();
  return waitingThread.worker;
}

/** Starts a thread that will be needed, so that it loads its modules while the build finds out what there is to do. */
export function prepareThread(script: URL): void {
  if (!waitingThreads.has(script.href)) parkThread(newThread(script), script, undefined);
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
  const replaced = waitingThreads.get(script.href);
  parkThread(worker, script, loads);
  await replaced?.worker.terminate();
}

function newThread(script: URL): Worker {
  return new Worker(script, { resourceLimits: HEAP_LIMITS, env: createThreadEnvironment() });
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
  return { ...process.env, NODE_ENV: 'production', ...compiledCode() };
}
