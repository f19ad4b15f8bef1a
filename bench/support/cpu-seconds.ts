import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time that a process has used so far in all threads, in seconds. Undefined if the
 * system doesn't report it. Linux reports it for each thread, in nanoseconds, in user and system mode.
 */
function measureCpuSeconds(pid: number | undefined): number | undefined {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return undefined;
  const nanoseconds = readdirSync(threads).map((thread) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, nanosecond) => sum + nanosecond, 0) / 1e9;
}

/** Returns the processor time of several processes together. */
export function sumCpuSeconds(pids: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const pid of pids) {
    const seconds = measureCpuSeconds(pid);
    if (seconds === undefined) return undefined;
    sum += seconds;
  }
  return sum;
}

/** Lists the running processes that a process has started. Empty if the system doesn't report them. */
export function listChildren(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number);
}
