import { Worker } from 'node:worker_threads';
import { compiledCode } from '../../shared/compiled-code.ts';

/** What a thread runs. */
export interface ThreadCode {
  /** The module that answers jobs, see `answerJobs`. */
  script: URL;
  /** Key of all that it loads besides: code of a site, which may be another one in the next build. */
  loads: string;
}

/**
 * A compiler holds 60 MB. Left to itself it lets several times as much garbage pile up before it sweeps; with
 * these limits 2,000 pages took half the memory and a tenth more time.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/**
 * Threads that wait for another build of this process, or of the next language, one of each script: to load the
 * compiler takes several times as long as to compile a page.
 */
const waiting = new Map<string, { worker: Worker; loads: string | undefined }>();

export function takeThread({ script, loads }: ThreadCode): Worker {
  const known = waiting.get(script.href);
  if (!known || (known.loads !== undefined && known.loads !== loads)) return newThread(script);
  waiting.delete(script.href);
  unheard(known.worker).ref();
  return known.worker;
}

/** Starts one that will be asked for: it loads its own modules while others find out what there is to do. */
export function prepareThread(script: URL): void {
  if (!waiting.has(script.href)) letWait(newThread(script), script, undefined);
}

/** Those that wait. */
export async function endThreads(): Promise<void> {
  await Promise.all([...waiting.keys()].map(endThread));
}

/** The one that waits to run this: a compiler that has compiled a site holds a hundred megabytes. */
export async function endThread(href: string): Promise<void> {
  const known = waiting.get(href);
  waiting.delete(href);
  await known?.worker.terminate();
}

/** Keeps it for whoever comes next; a process does not stay for it. */
export async function keepThread({ script, loads }: ThreadCode, worker: Worker): Promise<void> {
  const before = waiting.get(script.href);
  letWait(worker, script, loads);
  await before?.worker.terminate();
}

function newThread(script: URL): Worker {
  return new Worker(script, { resourceLimits: HEAP_LIMITS, env: threadEnvironment() });
}

/** `loads`: absent where it has loaded nothing of a site yet. */
function letWait(worker: Worker, script: URL, loads: string | undefined): void {
  const forget = () => {
    if (waiting.get(script.href)?.worker === worker) waiting.delete(script.href);
  };
  unheard(worker).once('error', forget).once('exit', forget).unref();
  waiting.set(script.href, { worker, loads });
}

/** A worker has listeners of its own, by which it knows whether anybody waits for a message. */
function unheard(worker: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  return worker;
}

/** Of any thread that builds. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  // React warns of nothing in production: what a document's own code lacks is no matter of the console.
  return { ...process.env, NODE_ENV: 'production', ...compiledCode() };
}
