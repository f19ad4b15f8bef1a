/** Code of a site may load data from elsewhere, but a build must not wait for it forever. */
const WORK_MS_MAX = 5 * 60_000;

let waitingCalls = 0;

/** Whether a call of `awaitEnding` will continue when Node has nothing left to do. */
export function isEndingAwaited(): boolean {
  return waitingCalls > 0;
}

/**
 * Waits for code of a site, and rejects if that can no longer end: Node has nothing left to do, as when code awaits
 * `new Promise(() => {})`. Without this, Node would end the program silently. Also rejects after five minutes, because
 * an open connection or a server keeps Node busy.
 */
export async function awaitEnding<T>(work: () => T | Promise<T>): Promise<T> {
  const { promise: neverEnds, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error('it waits for something that never happens'));
  // The timer must not keep Node busy itself.
  const timer = setTimeout(() => reject(new Error("it hasn't ended after 5 minutes")), WORK_MS_MAX).unref();
  process.once('beforeExit', giveUp);
  waitingCalls += 1;
  try {
    return await Promise.race([work(), neverEnds]);
  } finally {
    waitingCalls -= 1;
    clearTimeout(timer);
    process.off('beforeExit', giveUp);
  }
}
