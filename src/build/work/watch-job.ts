import type { Worker } from 'node:worker_threads';
import { runInBackground } from '../../shared/in-background.ts';

/** Limits of one job of a worker. */
export interface JobLimits {
  /** Processor time. A busy machine makes a job slow, but doesn't make it use more of this. */
  cpuMs: number;
  /** Time without an answer, for a job that uses no processor: it waits for something that never comes. */
  silentMs: number;
}

const CHECK_MS = 1000;

/**
 * Calls `onStuck` once if the job that a worker has just begun exceeds its limits. Returns the function that ends the
 * watch. The processor time until the first check is free, so that short jobs cost no check.
 */
export function watchJob(worker: Worker, { cpuMs, silentMs }: JobLimits, onStuck: () => void): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(silence);
  };
  const giveUp = () => {
    stop();
    onStuck();
  };
  const silence = setTimeout(giveUp, silentMs);
  const check = async (firstMs?: number) => {
    // Doesn't resolve while the thread is blocked outside of JavaScript; then silence decides.
    const usedMs = await readCpuMs(worker);
    if (isOver || usedMs === undefined) return;
    if (firstMs !== undefined && usedMs - firstMs > cpuMs) giveUp();
    else checkLater(firstMs ?? usedMs);
  };
  const checkLater = (firstMs?: number) => {
    timer = setTimeout(() => runInBackground(check(firstMs)), CHECK_MS);
  };
  checkLater();
  return stop;
}

/** Undefined once the thread has ended, which its `exit` event reports. */
async function readCpuMs(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
