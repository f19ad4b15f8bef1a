import { appendFile } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * This module is loaded into a measured server. It writes a line for each time that the main thread was blocked: when,
 * for how long, and the processor time of the thread, which counts on a busy machine.
 */
const file = process.env.BENCH_STALLS_FILE;
const SAMPLE_EVERY_MS = 5;
const WORTH_A_LINE_MS = 10;

if (isMainThread && file !== undefined) {
  let [last, lastWork] = [performance.now(), measureWorkMs()];
  setInterval(() => {
    const [now, work] = [performance.now(), measureWorkMs()];
    const delayMs = now - last - SAMPLE_EVERY_MS;
    if (delayMs > WORTH_A_LINE_MS)
      appendFile(file, `${Date.now()} ${delayMs} ${work - lastWork}\n`, () => {});
    [last, lastWork] = [now, work];
  }, SAMPLE_EVERY_MS).unref();
}

function measureWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
