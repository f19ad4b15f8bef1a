import type { ChildProcess } from 'node:child_process';

/** Processes that run, with the signal that ends each at once. */
const running = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Ends this process with the worker of the test runner, even if its test was cut off. Workers start many processes, so
 * they share one listener.
 */
export function endWithWorker(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (!process.listeners('exit').includes(endAll)) process.once('exit', endAll);
  running.set(child, signal);
  child.once('exit', () => running.delete(child));
}

function endAll(): void {
  for (const [child, signal] of running) child.kill(signal);
}
