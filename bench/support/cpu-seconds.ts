import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds of processor time that a process has used so far, all threads. Undefined where the system doesn't say.
 * Linux has it for each thread, in nanoseconds, in user and system mode.
 */
export function measureCpuSeconds(pid: number | undefined): number | undefined {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return undefined;
  const nanoseconds = readdirSync(threads).map((thread) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/** The same of several processes together. */
export function cpuSecondsOfAll(pids: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const pid of pids) {
    const seconds = measureCpuSeconds(pid);
    if (seconds === undefined) return undefined;
    sum += seconds;
  }
  return sum;
}

/** The processes that a process has started and that still run. Empty where the system doesn't say. */
export function listChildren(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number);
}
